import { Option, type Command } from 'commander'
import { ColdpressError } from '../../shared/errors.ts'
import { networks, type Network } from '../../core/cardano/network.ts'
import { replaceFile } from '../../core/disk/durable-file.ts'
import { inspectPolicy } from '../../core/policies/inspect.ts'
import type { PolicyView } from '../../core/policies/policies.ts'
import { useAndWipe } from '../../core/secret/secret.ts'
import { readInput, readSecretFile, writeOutput } from '../files.ts'
import { command, group } from '../program.ts'
import type { Session } from '../session.ts'
import { facts, table } from '../table.ts'

export const addPolicyCommands = (program: Command): void => {
  const policy = group(program, 'policy', 'minting policies and their keys')
  addGenerate(policy)
  addList(policy)
  addShow(policy)
  addExport(policy)
  addImport(policy)
  addInspect(policy)
}

const networkOption = (text: string): Option =>
  new Option('--network <network>', text).choices(networks)

const addGenerate = (policy: Command): void =>
  command<{ readonly lockTime?: string; readonly name?: string; readonly network?: Network }>(
    policy,
    'generate',
    'make a policy with a fresh key; the key goes to the vault',
    'policy generate --name Herbarium --lock-time 2027-12-31',
    (generate) =>
      generate
        .option('--lock-time <time>', 'nothing can be minted from then on (ISO 8601, UTC)')
        .option('--name <name>', 'a name for the list')
        .addOption(networkOption("the chain whose slots the lock counts (default: the account's)")),
    async (session, { lockTime, name, network }) => {
      const generated = await session.withVault(async (core) =>
        core.policies.generate({
          network: network ?? (await accountNetwork(session)),
          ...(lockTime === undefined ? {} : { lockTime }),
          ...(name === undefined ? {} : { name }),
        }),
      )
      return {
        json: policyJson(generated),
        text: `The key is in the vault.\n${policyText(generated)}`,
      }
    },
  )

const addList = (policy: Command): void =>
  command(
    policy,
    'list',
    'show the policies of this machine, newest first',
    'policy list',
    (list) => list,
    async (session) => {
      const all = await (await session.core()).policies.list()
      return {
        json: all.map(policyJson),
        text:
          all.length === 0
            ? 'There is no policy yet. A new collection brings one; or run: coldpress policy generate'
            : table(
                ['policy id', 'name', 'network', 'keys here', 'lock'],
                all.map((one) => [
                  one.policyId,
                  one.name ?? '',
                  one.network,
                  keysText(one),
                  lockText(one),
                ]),
              ),
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

type ExportOptions = {
  readonly fromAccount?: boolean
  readonly withKeys?: boolean
  readonly out?: string
}

const addExport = (policy: Command): void =>
  command<ExportOptions>(
    policy,
    'export <id>',
    "print the script of a policy; with --from-account bring a collection's policy and keys into the vault",
    'policy export 01k… --from-account',
    (exported) =>
      exported
        .addOption(
          new Option(
            '--from-account',
            'ID is a collection: fetch its policy from the service into the vault',
          ).conflicts(['withKeys', 'out']),
        )
        .option('--with-keys', 'write the SIGNING KEYS too, readable, to --out')
        .option('--out <file>', 'write to this file instead of printing'),
    async (session, options, id = '') => {
      if (options.fromAccount === true) return exportFromAccount(session, id)
      return options.withKeys === true
        ? exportWithKeys(session, id, options.out)
        : exportScript(session, id, options.out)
    },
  )

const exportFromAccount = async (session: Session, collectionId: string) => {
  const account = (await session.core()).accounts.get(session.account)
  const stored = await session.withVault(async (core) =>
    core.policies.exportFrom(await core.accounts.client(account.id), account.id, collectionId, {
      network: account.kind === 'local' ? 'devnet' : account.network,
    }),
  )
  return {
    json: policyJson(stored),
    text: `The policy and its keys are in the vault.\n${policyText(stored)}`,
  }
}

/** The user asked for the keys by name and says where to: they are never printed. */
const exportWithKeys = async (session: Session, id: string, out: string | undefined) => {
  if (out === undefined)
    throw new ColdpressError('usage', '--with-keys writes secrets: say where to with --out FILE.')
  const revealed = await session.withVault((core) => core.policies.revealForExport(id))
  await useAndWipe(revealed, (secret) =>
    writeOutput(out, (path) => secret.use((bytes) => replaceFile(path, bytes))),
  )
  return {
    json: { policy_id: id, file: out },
    text: `Written to ${out}. Whoever has this file can mint under the policy: keep it offline.`,
  }
}

const exportScript = async (session: Session, id: string, out: string | undefined) => {
  const files = (await session.core()).policies.publicFiles(id)
  const { policyId, script, scriptJson, scriptCborHex } = files
  if (out !== undefined)
    await writeOutput(out, (path) => replaceFile(path, new TextEncoder().encode(scriptJson)))
  return {
    json: { policy_id: policyId, script, script_cbor: scriptCborHex },
    text: out === undefined ? scriptJson.trimEnd() : `The script of ${policyId} is in ${out}.`,
  }
}

type ImportOptions = {
  readonly file: string
  readonly key?: readonly string[]
  readonly name?: string
  readonly network?: Network
}

const addImport = (policy: Command): void =>
  command<ImportOptions>(
    policy,
    'import',
    "take in a service's policy export, or a script with its cardano-cli keys",
    'policy import --file policy.script --key policy.skey',
    (imported) =>
      imported
        .requiredOption(
          '--file <file>',
          'policy JSON with signing_keys, a script, or a key of a policy known here',
        )
        .option('--key <file...>', "the script's key files, unless the vault has its keys already")
        .option('--name <name>', 'a name for the list')
        .addOption(
          networkOption(
            'the chain whose slots the lock counts (default: as its lock time says, else mainnet)',
          ),
        ),
    async (session, { file, key, name, network }) => {
      const options = {
        ...(name === undefined ? {} : { name }),
        ...(network === undefined ? {} : { network }),
      }
      const stored = await session.withVault(async (core) => {
        if (key === undefined) {
          return useAndWipe(await readSecretFile(file, 'policy file'), (text) =>
            core.policies.importFile(text, options),
          )
        }
        const keys = await Promise.all(key.map((path) => readSecretFile(path, 'key file')))
        try {
          const script = new TextDecoder().decode(await readInput(file, 'script file'))
          return await core.policies.importParts({ script, keys }, options)
        } finally {
          for (const secret of keys) secret.wipe()
        }
      })
      return { json: policyJson(stored), text: `In the vault.\n${policyText(stored)}` }
    },
  )

const addInspect = (policy: Command): void =>
  command<{ readonly network?: Network }>(
    policy,
    'inspect <file-or-hex>',
    'what a script says; needs no vault and no network',
    'policy inspect policy.script',
    (inspect) =>
      inspect.addOption(
        networkOption('the chain whose slots lock_time is told in (default: mainnet)'),
      ),
    async (_session, { network }, source = '') => {
      const text = isText(source)
        ? source
        : new TextDecoder().decode(await readInput(source, 'policy file'))
      const found = inspectPolicy(text, network === undefined ? {} : { network })
      return {
        json: found,
        text: facts([
          ['policy id', found.policy_id],
          ['keys', found.key_hashes.join('\n           ') || 'none'],
          [
            'lock',
            found.lock_slot === null
              ? 'never'
              : `slot ${found.lock_slot}, ${found.lock_time ?? 'beyond any date'} (${network ?? 'mainnet'})`,
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

/** The chain that an account's slots are counted on; `testnet` alone does not say which. */
const accountNetwork = async (session: Session): Promise<Network> => {
  const account = (await session.core()).accounts.get(session.account)
  if (account.kind === 'local') return 'devnet'
  if (account.network === 'mainnet') return 'mainnet'
  throw new ColdpressError(
    'usage',
    `The account ${account.name} is on a test network. Say which with --network preprod or --network preview.`,
  )
}

/** The names of the interface, as `policy inspect` prints them. */
const policyJson = (one: PolicyView) => ({
  policy_id: one.policyId,
  name: one.name,
  network: one.network,
  script: one.script,
  key_hashes: one.keys.map(({ keyHash }) => keyHash),
  keys_here: one.keys.filter(({ here }) => here).map(({ keyHash }) => keyHash),
  can_mint: one.canMint,
  lock_slot: one.lock?.slot ?? null,
  lock_time: one.lock?.time ?? null,
  origin: one.origin,
  account: one.accountId,
  collection_id: one.collectionId,
  backup: one.backup,
  created_at: one.createdAt,
})

const keysText = ({ keys }: PolicyView): string =>
  `${keys.filter(({ here }) => here).length} of ${keys.length}`

const lockText = ({ lock }: PolicyView): string => {
  if (lock === null) return 'never locks'
  return `${lock.locked ? 'locked since' : 'locks at'} ${lock.time ?? `slot ${lock.slot}`}`
}

const policyText = (one: PolicyView): string =>
  facts([
    ['policy id', one.policyId],
    ['name', one.name ?? undefined],
    ['network', one.network],
    ['keys here', `${keysText(one)}${one.canMint ? '' : ', not enough to mint now'}`],
    ['lock', lockText(one)],
    ['from', one.origin],
    ['script', JSON.stringify(one.script)],
  ])
