import { Command } from 'commander'
import packageJson from '#package' with { type: 'json' }
import { addAccountCommands } from './commands/account.ts'
import { addAssetCommands } from './commands/asset.ts'
import { addCollectionCommands } from './commands/collection.ts'
import { addDoctorCommand } from './commands/doctor.ts'
import { addImportCommands } from './commands/import.ts'
import { addKeyCommands } from './commands/key.ts'
import { addPinCommands } from './commands/pin.ts'
import { addPolicyCommands } from './commands/policy.ts'
import { addStudioCommands } from './commands/studio.ts'
import { runProgram } from './program.ts'

const program = new Command('coldpress')
  .description(
    'From a folder of images and a CSV to an NFT collection on Cardano, with the keys on your own machine.',
  )
  .version(packageJson.version)

addImportCommands(program)
addCollectionCommands(program)
addPolicyCommands(program)
addKeyCommands(program)
addAssetCommands(program)
addPinCommands(program)
addAccountCommands(program)
addStudioCommands(program)
addDoctorCommand(program)

await runProgram(program, process.argv.slice(2))
