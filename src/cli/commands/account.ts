import { Option, type Command } from 'commander'
import { networks } from '#values/networks/networks.ts'
import { type Account, localAccountIdOn } from '#app/accounts/accounts.ts'
import { knownChainOf } from '#app/accounts/chain-of.ts'
import { useAndWipe } from '#platform/secret/secret.ts'
import { snakeKeys } from '#cli/terminal/snake-keys.ts'
import { hint } from '#cli/terminal/hint.ts'
import { readSecretFile } from '../files.ts'
import { command, group } from '../program.ts'
import type { Session } from '../session.ts'
import { shellWord } from '#values/text/shell-word.ts'
import { table } from '../terminal/table.ts'

type AddOptions = {
  readonly network: 'mainnet' | 'testnet'
  readonly baseUrl: string
  readonly appId: string
  readonly apiKeyFile?: string
}

export const addAccountCommands = (program: Command): void => {
  const account = group(program, 'account', 'minting services')
  addList(account)
  addAdd(account)
  addRemove(account)
  addTest(account)
}

const addList = (account: Command): void =>
  command(
    account,
    'list',
    'list the accounts',
    'account list',
    (list) => list,
    async (session) => {
      const accounts = (await session.app()).accounts.list()
      return {
        json: snakeKeys(accounts),
        text: [
          table(accounts, {
            '--account': accountWord,
            name: ({ name }) => name,
            network: (account) => knownChainOf(account, account.network),
            address: ({ baseUrl }) => baseUrl,
            'app ID': ({ appId }) => appId,
          }),
          ...unsetText(accounts),
        ],
      }
    },
  )

/** What `--account` takes: a Local studio is called by its id, which a person can type. */
const accountWord = ({ kind, id, name }: Account): string =>
  kind === 'local' ? id : shellWord(name)

/** The Local studio has an account on each network, once that has a gateway. */
const unsetText = (accounts: readonly Account[]): readonly string[] => {
  const unset = networks.filter((network) => accounts.every(({ chain }) => chain !== network))
  const [first] = unset
  return first === undefined
    ? []
    : [
        '',
        `The Local studio mints on ${unset.join(', ')} too, as --account ${localAccountIdOn(first)} and so on, once the network has a gateway: ${hint(`gateway set ${first}`)}`,
      ]
}

const addAdd = (account: Command): void =>
  command<AddOptions>(
    account,
    'add <name>',
    'add an account at a minting service; its API key is stored in the vault',
    'account add shop --network mainnet --base-url https://service.example --app-id a1b2 --api-key-file key.txt',
    (add) =>
      add
        .addOption(
          new Option('--network <network>', 'the network of the account')
            .choices(['mainnet', 'testnet'])
            .makeOptionMandatory(),
        )
        .requiredOption('--base-url <url>', 'address of the service, without the app ID')
        .requiredOption('--app-id <id>', 'application id that the service gave you')
        .option('--api-key-file <file>', 'file with the API key (default: ask for it)'),
    async (session, { network, baseUrl, appId, apiKeyFile }, name = '') => {
      const added = await useAndWipe(await readApiKey(session, apiKeyFile), (apiKey) =>
        session.withVault((app) => app.accounts.add({ name, network, baseUrl, appId, apiKey })),
      )
      return {
        json: snakeKeys(added),
        text: `Added ${added.name}. To test it: ${hint(`account test ${shellWord(added.name)}`)}`,
      }
    },
  )

const addRemove = (account: Command): void =>
  command(
    account,
    'remove <name>',
    'remove an account and its API key from this computer',
    'account remove shop',
    (remove) => remove,
    async (session, _options, name = '') => {
      const app = await session.app()
      const removed = await app.accounts.remove(name)
      return {
        json: { removed: removed.name },
        text: `Removed ${removed.name} and its API key. Its collections stay at the service.`,
      }
    },
  )

const addTest = (account: Command): void =>
  command(
    account,
    'test [name]',
    'check that the service answers and accepts the key',
    'account test shop',
    (test) => test,
    async (session, _options, name) => {
      const result = await session.withVault((app) => app.accounts.test(name ?? session.account))
      return {
        json: snakeKeys(result),
        text: `${result.account}: the service answers and accepts the key (${result.milliseconds} ms).`,
      }
    },
  )

const readApiKey = (session: Session, file: string | undefined) =>
  file === undefined
    ? session.terminal.promptSecret('API key: ', '--api-key-file FILE')
    : readSecretFile(file, 'API key file')
