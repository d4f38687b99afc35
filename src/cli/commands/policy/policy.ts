import type { Command } from 'commander'
import { ColdpressError, messageOf } from '#values/errors/errors.ts'
import { isHomeUsed } from '#app/home/app-database.ts'
import { chainOf } from '#app/accounts/chain-of.ts'
import type { Network } from '#values/networks/networks.ts'
import { singleFile, wipeFiles } from '#app/policies/from-files/policy-file.ts'
import type { PolicyView } from '#contract/policies/policy-view.ts'
import { inspectFiles } from '#app/policies/inspect.ts'
import { Secret } from '#platform/secret/secret.ts'
import { command, group } from '#cli/program.ts'
import type { Session } from '#cli/session.ts'
import { hint } from '#cli/terminal/hint.ts'
import { readPhraseIndex, type PhraseOptions } from '../key/phrase-options.ts'
import { addBackup, addCalendar, addTest, addRemoveKey, addRestore } from './policy-backup.ts'
import { foundJson, foundText, scriptJsonOf } from './found-shown.ts'
import { networkOption } from './network-option.ts'
import { addPolicyExport, publicPolicyWritten, writePublicPolicy } from './policy-export.ts'
import { addImport, readAllSources } from './policy-import.ts'
import { backupReminder, policyJson, policyTable, policyText } from './policy-shown.ts'
import { OutputOption } from '#cli/options/output-option.ts'
import { sections } from '#cli/terminal/table.ts'

export const addPolicyCommands = (program: Command): void => {
  const policy = group(program, 'policy', 'policies, which decide who can mint, and their keys')
  addGenerate(policy)
  addList(policy)
  addShow(policy)
  addPolicyExport(policy)
  addImport(policy)
  addInspect(policy)
  addBackup(policy)
  addRestore(policy)
  addTest(policy)
  addRemoveKey(policy)
  addCalendar(policy)
}

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
        .addOption(
          new OutputOption(
            '--public <file>',
            'also write a public policy file, for a computer without the key',
          ),
        ),
    async (session, { lockTime, name, network, public: file, ...fromPhrase }) => {
      const phrase = readPhraseIndex(fromPhrase)
      const generated = await session.withVault(async (app) =>
        app.policies.generate({
          network: network ?? (await accountNetwork(session)),
          ...(lockTime === undefined ? {} : { lockTime }),
          ...(name === undefined ? {} : { name }),
          ...(phrase === undefined ? {} : { phrase }),
        }),
      )
      if (file !== undefined) await writePublicPolicy(session, generated.policyId, file)
      const written = file === undefined ? [] : [publicPolicyWritten(file)]
      return {
        json: { ...policyJson(generated), ...(file === undefined ? {} : { public_file: file }) },
        text: sections(
          ['The key is in the vault.', policyText(generated)],
          ...written,
          ...backupReminder([generated]),
        ),
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
      const all = await (await session.app()).policies.list()
      return {
        json: all.map(policyJson),
        text:
          all.length === 0
            ? `No policies yet. Creating a collection makes one. To make one without a collection: ${hint('policy generate')}`
            : sections(policyTable(all), ...backupReminder(all)),
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
      const found = await (await session.app()).policies.show(id)
      return { json: policyJson(found), text: policyText(found) }
    },
  )

const addInspect = (policy: Command): void =>
  command<{ readonly network?: Network }>(
    policy,
    'inspect <file-or-hex>',
    'explain a script, or what the policy in a file, folder or zip can still do; needs no vault and no network',
    'policy inspect policy.script',
    (inspect) =>
      inspect.addOption(
        networkOption(
          "the network whose slots the lock counts (default: the policy's own if it is listed here or the file has its lock time, else mainnet)",
        ),
      ),
    async (session, { network }, source = '') => {
      const given = isText(source)
        ? singleFile('the text', Secret.ofText(source))
        : await readAllSources([source])
      try {
        const now = new Date()
        const first = inspectFiles(given, { now, network })
        const listed = await policyListedHere(session, first.policyId)
        const inVault = new Set(listed?.keys.filter(({ here }) => here).map((key) => key.keyHash))
        const found =
          listed === undefined
            ? first
            : inspectFiles(given, { now, network: network ?? listed.network, inVault })
        const isAlone = given.files.length === 1
        return { json: (isAlone ? scriptJsonOf : foundJson)(found), text: foundText(found) }
      } finally {
        wipeFiles(given.files)
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

/** A policy of this home: a script names neither network nor vault. An inspection makes no home. */
const policyListedHere = async (session: Session, id: string): Promise<PolicyView | undefined> => {
  try {
    if (!isHomeUsed(session.home.path)) return undefined
    const all = await (await session.app()).policies.list()
    return all.find(({ policyId }) => policyId === id)
  } catch (error) {
    session.terminal.warn(`The policies of this computer cannot be read: ${messageOf(error)}`)
    return undefined
  }
}

/** The chain that an account's slots are counted on; `testnet` alone does not say which. */
const accountNetwork = async (session: Session): Promise<Network> => {
  const account = (await session.app()).accounts.get(session.account)
  const chain = chainOf(account, account.network)
  if (chain !== undefined) return chain
  throw new ColdpressError(
    'usage',
    `The account ${account.name} is on a test network. Say which with --network preprod or --network preview.`,
  )
}
