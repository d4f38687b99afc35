import { Command } from 'commander'
import packageJson from '#package' with { type: 'json' }
import { addGlobalOptions, examplesText } from './program.ts'
import { programName } from './terminal/hint.ts'
import { renderText, screenOf } from './terminal/layout.ts'

/** The help's last part. */
const afterHelp = () =>
  `${examplesText([
    'demo',
    'collection create --file collection.json',
    'import ./prints --collection 01k… --dry-run',
    'mint build --collection 01k… --to addr_test1…',
  ])}${renderText(exitCodes, screenOf(process.stdout))}`

const exitCodes = `
Exit codes:
  0  done
  1  unexpected error
  2  wrong usage
  3  the input has errors, or a check found some; nothing was changed
  4  stopped half way, or before the end that was asked for; run it again
  5  the vault is locked, does not have the key, or has no keychain
  6  the service or gateway does not answer, or rejects the key
  7  declined: you said no at a prompt, or cancelled it
`

type Add = (program: Command) => void

/** Pairs of a command's first word and its loader. The help keeps this order. */
const groups: readonly (readonly [name: string, load: () => Promise<Add>])[] = [
  ['import', async () => (await import('./commands/import/import.ts')).addImportCommands],
  [
    'collection',
    async () => (await import('./commands/collection/collection.ts')).addCollectionCommands,
  ],
  ['token', async () => (await import('./commands/token/token.ts')).addTokenCommands],
  ['bin', async () => (await import('./commands/bin.ts')).addBinCommands],
  ['policy', async () => (await import('./commands/policy/policy.ts')).addPolicyCommands],
  ['key', async () => (await import('./commands/key/key.ts')).addKeyCommands],
  ['mint', async () => (await import('./commands/mint/mint.ts')).addMintCommands],
  ['sale', async () => (await import('./commands/sale/sale.ts')).addSaleCommands],
  ['tx', async () => (await import('./commands/tx/tx.ts')).addTxCommands],
  ['address', async () => (await import('./commands/address.ts')).addAddressCommands],
  ['asset', async () => (await import('./commands/asset.ts')).addAssetCommands],
  ['chain', async () => (await import('./commands/chain.ts')).addChainCommands],
  ['pin', async () => (await import('./commands/pin/pin.ts')).addPinCommands],
  ['account', async () => (await import('./commands/account.ts')).addAccountCommands],
  ['gateway', async () => (await import('./commands/gateway.ts')).addGatewayCommands],
  ['events', async () => (await import('./commands/events/events.ts')).addEventsCommands],
  ['webhook', async () => (await import('./commands/webhook/webhook.ts')).addWebhookCommands],
  ['studio', async () => (await import('./commands/studio/studio.ts')).addStudioCommands],
  ['home', async () => (await import('./commands/home/home.ts')).addHomeCommands],
  ['doctor', async () => (await import('./commands/doctor/doctor.ts')).addDoctorCommand],
  ['update', async () => (await import('./commands/update.ts')).addUpdateCommands],
  ['demo', async () => (await import('./commands/demo/demo.ts')).addDemoCommand],
]

/**
 * The command line for these arguments. It is the whole one, but where the first argument names a
 * group it is that group alone: loading the others takes longer than most commands do.
 */
export const coldpress = async (args: readonly string[]): Promise<Command> => {
  const program = addGlobalOptions(new Command(programName()))
    .description(
      'Turns a folder of images and a CSV into an NFT collection on Cardano. The keys stay on your computer.',
    )
    .version(packageJson.version, '-V, --version', 'print the version')
    .addHelpText('after', afterHelp)
  const named = groups.filter(([name]) => name === args[0])
  for (const [, load] of named.length > 0 ? named : groups) (await load())(program)
  return program
}
