import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Option, type Command } from 'commander'
import { ColdpressError, messageOf } from '#shared/errors.ts'
import { chainOf } from '#core/accounts/chain-of.ts'
import { networks, type Network } from '#core/cardano/network.ts'
import { inspectPolicy } from '#core/policies/inspect.ts'
import { isWatchOnly, type PolicyView } from '#core/policies/policy-view.ts'
import { useAndWipe } from '#core/secret/secret.ts'
import { readInput, readSecretFile } from '#cli/files.ts'
import { command, group } from '#cli/program.ts'
import type { Session } from '#cli/session.ts'
import { hint } from '#cli/terminal/hint.ts'
import { facts } from '#cli/terminal/table.ts'
import { phraseIndexOf, type PhraseOptions } from '../key/phrase-options.ts'
import { addBackup, addCalendar, addTest, addRemoveKey, addRestore } from './policy-backup.ts'
import { addExport, publicPolicyWritten, writePublicPolicy } from './policy-export.ts'
import { backupReminder, policyJson, policyTable, policyText } from './policy-shown.ts'

export const addPolicyCommands = (program: Command): void => {
  const policy = group(program, 'policy', 'policies, which decide who can mint, and their keys')
  addGenerate(policy)
  addList(policy)
  addShow(policy)
  addExport(policy)
  addImport(policy)
  addInspect(policy)
  addBackup(policy)
  addRestore(policy)
  addTest(policy)
  addRemoveKey(policy)
  addCalendar(policy)
}

const networkOption = (text: string): Option =>
  new Option('--network <network>', text).choices(networks)

type GenerateOptions = PhraseOptions & {
  readonly lockTime?: string
  readonly name?: string
  readonly network?: Network
  readonly public?: string
}

const addGenerate = (policy: Command): void =>
  command<GenerateOptions>(
    policy,
    'generate',
    'make a policy with a new key, or with a key of a recovery phrase; the key is stored in the vault',
    'policy generate --name Herbarium --lock-time 2027-12-31',
    (generate) =>
      generate
        .option(
          '--lock-time <time>',
          'the policy allows no minting from this time on (ISO 8601, UTC)',
        )
        .option('--name <name>', 'a name to recognise it by')
        .addOption(networkOption("the chain whose slots the lock counts (default: the account's)"))
        .option(
          '--from-phrase [fingerprint]',
          'take the key from a recovery phrase in the vault (CIP-1855)',
        )
        .option('--index <number>', "which of the phrase's keys (default: the next unused)")
        .option(
          '--public <file>',
          'also write a public policy file, for a computer without the key',
        ),
    async (session, { lockTime, name, network, public: file, ...fromPhrase }) => {
      const phrase = phraseIndexOf(fromPhrase)
      const generated = await session.withVault(async (core) =>
        core.policies.generate({
          network: network ?? (await accountNetwork(session)),
          ...(lockTime === undefined ? {} : { lockTime }),
          ...(name === undefined ? {} : { name }),
          ...(phrase === undefined ? {} : { phrase }),
        }),
      )
      if (file !== undefined) await writePublicPolicy(session, generated.policyId, file)
      const written = file === undefined ? '' : `\n\n${publicPolicyWritten(file)}`
      return {
        json: { ...policyJson(generated), ...(file === undefined ? {} : { public_file: file }) },
        text: `The key is in the vault.\n${policyText(generated)}${written}${backupReminder([generated])}`,
      }
    },
  )

const addList = (policy: Command): void =>
  command(
    policy,
    'list',
    'list the policies on this computer, newest first',
    'policy list',
    (list) => list,
    async (session) => {
      const all = await (await session.core()).policies.list()
      return {
        json: all.map(policyJson),
        text:
          all.length === 0
            ? `No policies yet. Creating a collection makes one. To make one without a collection: ${hint('policy generate')}`
            : `${policyTable(all)}${backupReminder(all)}`,
      }
    },
  )

const addShow = (policy: Command): void =>
  command(
    policy,
    'show <id>',
    'show one policy',
    'policy show 7eae28af…',
    (show) => show,
    async (session, _options, id = '') => {
      const found = await (await session.core()).policies.show(id)
      return { json: policyJson(found), text: policyText(found) }
    },
  )

type ImportOptions = {
  readonly file: string
  readonly signingKeyFile?: readonly string[]
  readonly name?: string
  readonly network?: Network
}

const addImport = (policy: Command): void =>
  command<ImportOptions>(
    policy,
    'import',
    "import a public policy file, a service's policy export, or a script with its cardano-cli keys",
    'policy import --file policy.script --signing-key-file policy.skey',
    (imported) =>
      imported
        .requiredOption(
          '--file <file>',
          'public policy file, policy JSON with signing_keys, a script, or a key of a policy that is listed here',
        )
        .option(
          '--signing-key-file <file...>',
          "the script's key files; not needed for keys that are in the vault",
        )
        .option('--name <name>', 'a name to recognise it by')
        .addOption(
          networkOption(
            "the network whose slots the lock counts (default: the one that fits the file's lock time, else mainnet)",
          ),
        ),
    async (session, { file, signingKeyFile: keyFiles, name, network }) => {
      const options = {
        ...(name === undefined ? {} : { name }),
        ...(network === undefined ? {} : { network }),
      }
      const stored = await session.withVault(async (core) => {
        if (keyFiles === undefined) {
          return useAndWipe(await readSecretFile(file, 'policy file'), (text) =>
            core.policies.importFile(text, options),
          )
        }
        const keys = await Promise.all(keyFiles.map((path) => readSecretFile(path, 'key file')))
        try {
          const script = new TextDecoder().decode(await readInput(file, 'script file'))
          return await core.policies.importParts({ script, keys }, options)
        } finally {
          for (const secret of keys) secret.wipe()
        }
      })
      return { json: policyJson(stored), text: `${importedText(stored)}\n${policyText(stored)}` }
    },
  )

const importedText = (policy: PolicyView): string =>
  isWatchOnly(policy)
    ? `Watch-only: its keys stay on their computer. To make a collection of it: ${hint(`collection create --file F --policy ${policy.policyId}`)}`
    : 'In the vault.'

const addInspect = (policy: Command): void =>
  command<{ readonly network?: Network }>(
    policy,
    'inspect <file-or-hex>',
    'explain a script; needs no vault and no network',
    'policy inspect policy.script',
    (inspect) =>
      inspect.addOption(
        networkOption(
          "the network whose slots the lock counts (default: the policy's own if it is listed here or the file has its lock time, else mainnet)",
        ),
      ),
    async (session, { network }, source = '') => {
      const text = isText(source)
        ? source
        : new TextDecoder().decode(await readInput(source, 'policy file'))
      const first = inspectPolicy(text, network === undefined ? {} : { network })
      const own = network ?? (await networkListedHere(session, first.policy_id))
      const found = own === undefined ? first : inspectPolicy(text, { network: own })
      return {
        json: found,
        text: facts([
          ['policy ID', found.policy_id],
          ['keys', found.key_hashes.join('\n           ') || 'none'],
          [
            'lock',
            found.lock_slot === null
              ? 'never'
              : `slot ${found.lock_slot}, ${found.lock_time ?? 'beyond any date'} (${found.network})`,
          ],
          ['script', JSON.stringify(found.script)],
        ]),
      }
    },
  )

/**
 * Text instead of a file's name: hex, whole or cut off, or a bech32 key that was pasted by mistake.
 * A key must not be looked for among the files: the message would repeat it.
 */
const isText = (text: string): boolean =>
  /^(?:(?:[0-9a-f]{2})+|[0-9a-f]{50,})$/iu.test(text) ||
  /^[a-z0-9_]+1[02-9ac-hj-np-z]{50,}$/iu.test(text)

/** The network of a policy of this home. A script does not name one, and an inspection makes no home. */
const networkListedHere = async (session: Session, id: string): Promise<Network | undefined> => {
  if (!existsSync(join(session.home.path, 'app.db'))) return undefined
  try {
    const all = await (await session.core()).policies.list()
    return all.find(({ policyId }) => policyId === id)?.network
  } catch (error) {
    session.terminal.warn(`The policies of this computer cannot be read: ${messageOf(error)}`)
    return undefined
  }
}

/** The chain that an account's slots are counted on; `testnet` alone does not say which. */
const accountNetwork = async (session: Session): Promise<Network> => {
  const account = (await session.core()).accounts.get(session.account)
  const chain = chainOf(account, account.network)
  if (chain !== undefined) return chain
  throw new ColdpressError(
    'usage',
    `The account ${account.name} is on a test network. Say which with --network preprod or --network preview.`,
  )
}
