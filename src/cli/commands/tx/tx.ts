import { type Command, Option } from 'commander'
import { ColdpressError, messageOf } from '#values/errors/errors.ts'
import { KeyHash, TxId } from '#cardano/ids.ts'
import { type PolicyKey, readSigningKey, signBody, type Witness } from '#cardano/keys.ts'
import { type Network, networks } from '#values/networks/networks.ts'
import { useAndWipe } from '#platform/secret/secret.ts'
import { keysPerTransaction } from './keys-per-transaction.ts'
import { readInputText, readSecretFile } from '#cli/files.ts'
import { command, group } from '#cli/program.ts'
import type { Session } from '#cli/session.ts'
import type { OwnershipSource } from '#app/signing/local-ownership.ts'
import type { OpenedTransactions } from '#app/signing/open-transactions.ts'
import { openTransactions } from './transaction-input.ts'
import { openedJson } from './transaction-json.ts'
import { openedText } from './transaction-text.ts'
import { type Confirmation, confirmSigning, keysToSign } from './transaction-signing.ts'
import {
  answerAssembled,
  answerSigned,
  answerWitnesses,
  requireOutput,
} from './transaction-output.ts'
import { witnessesIn } from './witness-files.ts'
import { addParents } from './tx-parents.ts'
import { addQr, addScan } from './tx-qr.ts'
import { addSubmit } from './tx-submit.ts'
import { isHomeUsed } from '#app/home/app-database.ts'
import { OutputOption } from '#cli/options/output-option.ts'

export const addTxCommands = (program: Command): void => {
  const tx = group(
    program,
    'tx',
    'inspect transactions, sign them, combine signatures and carry them',
  )
  addInspect(tx)
  addSign(tx)
  addWitness(tx)
  addAssemble(tx)
  addParents(tx)
  addSubmit(tx)
  addQr(tx)
  addScan(tx)
}

type NetworkOption = { readonly network?: Network }

const networkOption = (): Option =>
  new Option('--network <network>', 'the network whose slots are shown as times').choices(networks)

const addInspect = (tx: Command): void =>
  command<NetworkOption>(
    tx,
    'inspect <file-or-hex>',
    'show what a transaction does and who must sign it; needs no vault and no network',
    'tx inspect mint.cpreq',
    (inspect) => inspect.addOption(networkOption()),
    async (session, { network }, source = '') => {
      const ownership = await localOwnership(session)
      const opened = await openTransactions(source, { home: session.home.path, network, ownership })
      return { json: openedJson(opened), text: openedText(opened) }
    },
  )

type SignOptions = NetworkOption &
  Confirmation & {
    readonly keyHash?: readonly string[]
    readonly out?: string
    readonly witnessOut?: string
    readonly each?: boolean
  }

const eachOption = (): Option =>
  new Option('--each', 'write each signature to its own numbered file, as cardano-cli reads them')

const addConfirmation = (sign: Command): Command =>
  sign
    .addOption(
      new Option(
        '--yes',
        'sign without typing the confirmation; needed without a terminal; does not accept errors',
      ),
    )
    .option(
      '--accept <code...>',
      'sign despite the errors with these codes; if several transactions have the same error, name each: CODE@2',
    )
    .option('--allow-scripts', 'sign transactions that run Plutus scripts')

const addSign = (tx: Command): void =>
  command<SignOptions>(
    tx,
    'sign <file>',
    'show what a transaction does and, once you confirm, sign it with keys of the vault',
    'tx sign mint.cpreq --out mint.signed',
    (sign) =>
      addConfirmation(sign)
        .option(
          '--key-hash <hash...>',
          'keys of the vault to sign with (default: all whose signatures are missing)',
        )
        .addOption(new OutputOption('--out <file>', 'write the signed transaction to this file'))
        .addOption(
          new OutputOption(
            '--witness-out <file>',
            'write only the signatures; those over several transactions to one file',
          ).conflicts(['out']),
        )
        .addOption(eachOption())
        .addOption(networkOption()),
    async (session, options, source = '') => {
      const { out, witnessOut, each, network } = options
      const { ownership } = await session.app()
      const opened = await openTransactions(source, { home: session.home.path, network, ownership })
      if (witnessOut === undefined) requireOutput(opened, out)
      const keys = await keysToSign(session, opened, options.keyHash)
      await confirmSigning(session, opened, options)
      const witnesses = await witnessesOfVault(session, opened, keys)
      return witnessOut === undefined
        ? answerSigned(opened, witnesses, out)
        : answerWitnesses(opened, witnesses, { out: witnessOut, each })
    },
  )

const witnessesOfVault = (
  session: Session,
  { transactions }: OpenedTransactions,
  keys: readonly (readonly KeyHash[])[],
): Promise<readonly (readonly Witness[])[]> =>
  session.withVault((app) =>
    Promise.all(
      transactions.map(({ bytes }, position) =>
        Promise.all(
          (keys[position] ?? []).map((keyHash) =>
            app.signer.witness({ transaction: bytes, keyHash }),
          ),
        ),
      ),
    ),
  )

type WitnessOptions = NetworkOption &
  Confirmation & {
    readonly keyHash?: string
    readonly signingKeyFile?: string
    readonly out: string
    readonly each?: boolean
  }

const addWitness = (tx: Command): void =>
  command<WitnessOptions>(
    tx,
    'witness <file>',
    'sign with one key, from the vault or a file, and write only the signature',
    'tx witness mint.cpreq --signing-key-file policy.skey --out policy.witness',
    (witness) =>
      addConfirmation(witness)
        .option('--key-hash <hash>', 'the key of the vault to sign with')
        .addOption(
          new Option(
            '--signing-key-file <file>',
            'a signing key file of cardano-cli; needs no vault',
          ).conflicts('keyHash'),
        )
        .addOption(
          new OutputOption(
            '--out <file>',
            'the witness file to write; signatures over several transactions go into one',
          ).makeOptionMandatory(),
        )
        .addOption(eachOption())
        .addOption(networkOption()),
    async (session, options, source = '') => {
      const signer = await witnessSourceOf(session, options)
      const opened = await openTransactions(source, {
        home: session.home.path,
        network: options.network,
        ownership: signer.ownership,
      })
      const keys = keysPerTransaction(opened, [signer.key])
      await confirmSigning(session, opened, options)
      return answerWitnesses(opened, await signer.sign(opened, keys), options)
    },
  )

type WitnessSource = {
  readonly key: KeyHash
  readonly ownership: OwnershipSource
  /** @param keys for each transaction those that sign it */
  readonly sign: (
    opened: OpenedTransactions,
    keys: readonly (readonly KeyHash[])[],
  ) => Promise<readonly (readonly Witness[])[]>
}

const witnessSourceOf = async (
  session: Session,
  { keyHash, signingKeyFile }: WitnessOptions,
): Promise<WitnessSource> => {
  if (signingKeyFile !== undefined) return witnessSourceOfFile(session, signingKeyFile)
  if (keyHash === undefined)
    throw new ColdpressError(
      'usage',
      'Say which key signs: --key-hash HASH for one of the vault, or --signing-key-file FILE.',
    )
  const key = KeyHash(keyHash)
  const { ownership } = await session.app()
  return { key, ownership, sign: (opened, keys) => witnessesOfVault(session, opened, keys) }
}

/** What the key of a file can spend counts as the signer's own, beside what a vault here can. */
const witnessSourceOfFile = async (session: Session, path: string): Promise<WitnessSource> => {
  const own = await withKeyOf(path, async ({ keyHash }) => keyHash)
  const vault = await localOwnership(session)
  return {
    key: own,
    ownership: {
      keyState: async (key) => (key === own ? 'own' : ((await vault?.keyState(key)) ?? 'absent')),
      isWalletAddress: async (address) => (await vault?.isWalletAddress(address)) === true,
      learn: (keys) => vault?.learn(keys),
      addressBook: async (network) => (await vault?.addressBook(network)) ?? new Map(),
      policyNames: (network) => vault?.policyNames(network) ?? new Map(),
    },
    sign: ({ transactions }, keys) =>
      withKeyOf(path, async (key) =>
        transactions.map(({ summary }, position) =>
          (keys[position] ?? []).map(() => signBody(key, TxId(summary.txId))),
        ),
      ),
  }
}

const withKeyOf = async <T>(path: string, use: (key: PolicyKey) => Promise<T>): Promise<T> =>
  useAndWipe(await readSecretFile(path, 'signing key file'), async (text) => {
    const key = readSigningKey(text)
    return useAndWipe(key.secret, async () => use(key))
  })

type AssembleOptions = NetworkOption & {
  readonly witness: readonly string[]
  readonly out?: string
}

const addAssemble = (tx: Command): void =>
  command<AssembleOptions>(
    tx,
    'assemble <file>',
    'add signatures from several people to a transaction, in any order; needs no vault',
    'tx assemble mint.tx --witness policy.witness payment.witness --out mint.signed',
    (assembled) =>
      assembled
        .requiredOption(
          '--witness <file...>',
          'witness files of cardano-cli, or copies of the transaction or signing request that others have signed',
        )
        .addOption(new OutputOption('--out <file>', 'write the signed transaction to this file'))
        .addOption(networkOption()),
    async (session, { witness: paths, out, network }, source = '') => {
      const opened = await openTransactions(source, { home: session.home.path, network })
      requireOutput(opened, out)
      const found: Witness[][] = opened.transactions.map(() => [])
      for (const path of paths) {
        const text = await readInputText(path, 'witness file')
        for (const { position, witness } of witnessesIn(text, opened.transactions, path))
          found[position]?.push(witness)
      }
      return answerAssembled(session, opened, found, out)
    },
  )

/**
 * Which keys and addresses belong to the vault of this home; undefined where there is none: to look at
 * a transaction needs no vault and makes no home, and a damaged one only leaves its keys unknown.
 */
const localOwnership = async (session: Session): Promise<OwnershipSource | undefined> => {
  try {
    if (!isHomeUsed(session.home.path)) return undefined
    const { ownership } = await session.app()
    return ownership
  } catch (error) {
    session.terminal.warn(
      `This computer's vault cannot be asked which addresses are yours: ${messageOf(error)}`,
    )
    return undefined
  }
}
