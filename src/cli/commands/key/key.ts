import { type Command, Option } from 'commander'
import { ColdpressError } from '#values/errors/errors.ts'
import { policyKeyFromPhrase } from '#cardano/derive.ts'
import { readVerificationKey, type VerificationKey } from '#cardano/envelope.ts'
import { readSigningKey } from '#cardano/keys.ts'
import { type Network, networks } from '#values/networks/networks.ts'
import { policyIdOf } from '#cardano/scripts.ts'
import { scriptOfOneKey } from '#app/policies/generate.ts'
import { policyKeyPath, publicPolicyText } from '#cardano/public-policy.ts'
import { useAndWipe } from '#platform/secret/secret.ts'
import { readSecretFile, writeText } from '#cli/files.ts'
import { command, type CommandAnswer, group } from '#cli/program.ts'
import type { Session } from '#cli/session.ts'
import { hint } from '#cli/terminal/hint.ts'
import { detailTable, sections } from '#cli/terminal/table.ts'
import { publicPolicyWritten } from '../policy/policy-export.ts'
import { addPhraseCommands } from './key-phrase.ts'
import { addWalletCommands } from './key-wallet.ts'
import { type PhraseOptions, policyIndexOf, readPhraseIndex } from './phrase-options.ts'
import { countText } from '#values/text/format.ts'
import { KeyHash } from '#cardano/ids.ts'
import type { App } from '#app/create-app.ts'
import { vaultKeysQuestion } from '#app/policies/confirm-keys.ts'
import { asksInTerminal } from '#cli/terminal/confirmation.ts'
import { OutputOption } from '#cli/options/output-option.ts'

type DeriveOptions = PhraseOptions & {
  readonly phraseFile?: string
  readonly store?: boolean
  readonly public?: string
  readonly network?: Network
  readonly lockTime?: string
  readonly name?: string
}

export const addKeyCommands = (program: Command): void => {
  const key = group(program, 'key', 'policy keys, recovery phrases and studio wallets')
  addDerive(key)
  addInspect(key)
  addKeyConfirm(key)
  addPhraseCommands(key)
  addWalletCommands(key)
}

const addDerive = (key: Command): void =>
  command<DeriveOptions>(
    key,
    'derive',
    'derive a policy key (CIP-1855) from a recovery phrase and print its public parts',
    'key derive --index 0 --phrase-file phrase.txt',
    (derive) =>
      derive
        .option(
          '--index <number>',
          'number of the key, from 0 (default with --from-phrase: the next unused one)',
        )
        .option('--phrase-file <file>', 'file with the recovery phrase (default: ask for it)')
        .option(
          '--from-phrase [fingerprint]',
          'use a phrase of the vault, and store the key in the vault',
        )
        .option('--store', 'store the key in the vault')
        .addOption(
          new OutputOption(
            '--public <file>',
            'write a public policy file of a policy with this key alone; needs --network',
          ),
        )
        .addOption(
          new Option('--network <network>', 'the network of that policy').choices(networks),
        )
        .option('--lock-time <time>', 'when that policy locks (ISO 8601, UTC; default: never)')
        .option('--name <name>', 'the name of that policy'),
    async (session, options) => {
      const toWrite = publicPolicyOf(options)
      const fromVault = options.fromPhrase === undefined ? undefined : readPhraseIndex(options)
      if (fromVault === undefined)
        return answerWith(await deriveFromWords(session, options), toWrite)
      if (options.phraseFile !== undefined)
        throw new ColdpressError('usage', 'Give either --phrase-file or --from-phrase.')
      const used = await session.withVault((app) => app.phrases.derive(fromVault))
      return answerWith({ ...used, stored: true }, toWrite)
    },
  )

type Derived = VerificationKey & { readonly index: number; readonly stored: boolean }
type ToWrite = { readonly file: string; readonly textOf: (key: Derived) => string }

/**
 * Read before there is a key.
 * @throws ColdpressError `usage`; `invalid` for the lock time
 */
const publicPolicyOf = ({
  public: file,
  network,
  lockTime,
  name,
}: DeriveOptions): ToWrite | undefined => {
  const hasOthers = [network, lockTime, name].some((given) => given !== undefined)
  if (file === undefined && hasOthers)
    throw new ColdpressError('usage', '--network, --lock-time and --name belong to --public FILE.')
  if (file === undefined) return undefined
  if (network === undefined)
    throw new ColdpressError('usage', '--public: say the network of the policy with --network.')
  const scriptOf = scriptOfOneKey({ lockTime, network, now: new Date() })
  return {
    file,
    textOf: ({ index, keyHash, publicKey }) => {
      const script = scriptOf(keyHash)
      const keys = [{ keyHash, publicKey, path: policyKeyPath(index) }]
      const policyId = policyIdOf(script)
      return publicPolicyText({ policyId, name: name ?? null, network, script, keys })
    },
  }
}

const answerWith = async (
  derived: Derived,
  toWrite: ToWrite | undefined,
): Promise<CommandAnswer> => {
  const answer = derivedAnswer(derived)
  if (toWrite === undefined) return answer
  const { file, textOf } = toWrite
  await writeText(file, textOf(derived))
  return {
    json: { ...answer.json, public_file: file },
    text: sections(answer.text, publicPolicyWritten(file)),
  }
}

/** The phrase is gone when this ends; only the key may stay. */
const deriveFromWords = async (session: Session, options: DeriveOptions): Promise<Derived> => {
  if (options.index === undefined)
    throw new ColdpressError('usage', '--index: say which of the keys of the phrase, from 0.')
  const index = policyIndexOf(options.index)
  const phrase = await (options.phraseFile === undefined
    ? session.terminal.promptSecret('Recovery phrase: ', '--phrase-file FILE')
    : readSecretFile(options.phraseFile, 'phrase file'))
  const derived = await useAndWipe(phrase, async () => policyKeyFromPhrase(phrase, index))
  await useAndWipe(derived.secret, async () => {
    if (options.store !== true) return
    await session.withVault(async (app) => {
      await app.vault.storeKeys([derived])
      await app.ownKeys.add([derived.keyHash])
    })
  })
  const { keyHash, publicKey } = derived
  return { keyHash, publicKey, index, stored: options.store === true }
}

const derivedAnswer = ({ index, keyHash, publicKey, stored }: Derived) => {
  const path = policyKeyPath(index)
  const shown = detailTable([
    ['path', path],
    ['key hash', keyHash],
    ['public key', publicKey],
    [
      'vault',
      stored
        ? `the key is in the vault; no policy lists it yet. Write a script that names its hash, then: ${hint('policy import --file SCRIPT')}`
        : 'not stored; add --store to put it there',
    ],
  ])
  return { json: { index, path, key_hash: keyHash, public_key: publicKey, stored }, text: shown }
}

const addInspect = (key: Command): void =>
  command(
    key,
    'inspect <file>',
    'show the public parts of a signing or verification key file; needs no vault and stores nothing',
    'key inspect policy.vkey',
    (inspect) => inspect,
    async (_session, _options, path = '') => {
      const { keyHash, publicKey, kind } = await useAndWipe(
        await readSecretFile(path, 'key file'),
        async (text) =>
          text.text().includes('VerificationKey')
            ? { ...readVerificationKey(text.text()), kind: 'verification' }
            : publicPartsOf(readSigningKey(text)),
      )
      return {
        json: { kind, key_hash: keyHash, public_key: publicKey },
        text: detailTable([
          ['kind', `${kind} key`],
          ['key hash', keyHash],
          ['public key', publicKey],
        ]),
      }
    },
  )

const publicPartsOf = ({ keyHash, publicKey, secret }: ReturnType<typeof readSigningKey>) => {
  secret.wipe()
  return { keyHash, publicKey, kind: 'signing' }
}

const addKeyConfirm = (key: Command): void =>
  command<{ readonly yes?: boolean }>(
    key,
    'confirm [hash...]',
    'confirm that keys of the vault are yours (default: all keys of the policies listed here)',
    'key confirm',
    (confirm) => confirm.option('--yes', 'do not ask for a confirmation'),
    async (session, options, ...hashes) => {
      const app = await session.app()
      // Only an open vault proves which seals are its own.
      await session.openVault()
      const wanted =
        hashes.length === 0 ? await unconfirmedKeys(app) : hashes.map((hash) => KeyHash(hash))
      if (wanted.length === 0)
        return { json: { confirmed: [] }, text: 'All keys of your policies are confirmed already.' }
      const asks = asksInTerminal(session, options, { subject: 'A key of your own' })
      await asks.confirm(vaultKeysQuestion(wanted))
      await app.ownKeys.confirm(wanted)
      return { json: { confirmed: wanted }, text: `${countText(wanted.length, 'key')} confirmed.` }
    },
  )

const unconfirmedKeys = async ({ policies, ownKeys }: App): Promise<readonly KeyHash[]> => {
  const named = (await policies.list()).flatMap(({ keys }) =>
    keys.map(({ keyHash }) => KeyHash(keyHash)),
  )
  const unconfirmed: KeyHash[] = []
  for (const keyHash of new Set(named))
    if ((await ownKeys.stateOf(keyHash)) === 'unconfirmed') unconfirmed.push(keyHash)
  return unconfirmed
}
