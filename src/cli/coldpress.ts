import { Command } from 'commander'
import packageJson from '#package' with { type: 'json' }
import { addAccountCommands } from './commands/account.ts'
import { addAssetCommands } from './commands/asset.ts'
import { addCollectionCommands } from './commands/collection.ts'
import { addDemoCommand } from './commands/demo.ts'
import { addDoctorCommand } from './commands/doctor.ts'
import { addGatewayCommands } from './commands/gateway.ts'
import { addImportCommands } from './commands/import.ts'
import { addKeyCommands } from './commands/key.ts'
import { addMintCommands } from './commands/mint.ts'
import { addPinCommands } from './commands/pin.ts'
import { addPolicyCommands } from './commands/policy.ts'
import { addStudioCommands } from './commands/studio.ts'
import { addTxCommands } from './commands/tx.ts'
import { addTxQrCommands } from './commands/tx-qr.ts'
import { addGlobalOptions } from './program.ts'

const exitCodes = `
Exit codes:
  0  done
  1  unexpected error
  2  wrong usage
  3  the input has errors; nothing was changed
  4  done in part, or interrupted; running it again continues
  5  the vault is locked, has no such key, or no keychain can be reached
  6  the service or gateway cannot be reached, or refuses the key
`

/** The whole command line. */
export const coldpress = (): Command => {
  const program = addGlobalOptions(new Command('coldpress'))
    .description(
      'From a folder of images and a CSV to an NFT collection on Cardano, with the keys on your own machine.',
    )
    .version(packageJson.version, '-V, --version', 'print the version')
    .addHelpText('after', exitCodes)
  addImportCommands(program)
  addCollectionCommands(program)
  addPolicyCommands(program)
  addKeyCommands(program)
  addMintCommands(program)
  addTxCommands(program)
  addAssetCommands(program)
  addPinCommands(program)
  addAccountCommands(program)
  addGatewayCommands(program)
  addTxQrCommands(program)
  addStudioCommands(program)
  addDoctorCommand(program)
  addDemoCommand(program)
  return program
}
