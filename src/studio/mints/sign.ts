import { hexToBytes } from '@noble/hashes/utils.js'
import { ColdpressError, isColdpressError, messageOf } from '#values/errors/errors.ts'
import type { WitnessesRequest } from '#contract/mints/mint.ts'
import { readWitnesses } from '#cardano/envelope.ts'
import type { KeyHash } from '#cardano/ids.ts'
import { keyHashOf, verifyWitness, type Witness } from '#cardano/keys.ts'
import type { OrderProof, PaymentKeyAt, WalletIndex } from '#keys/vault-schemas.ts'
import { keyHashesIn, type NativeScript, scriptFromJson } from '#cardano/scripts.ts'
import { timeOf } from '#cardano/slots.ts'
import { assemble } from '#cardano/transactions/assemble.ts'
import { witnessSearch } from '#cardano/transactions/witness-search.ts'
import { existingCollection } from '../store/collections.ts'
import { invalidRequest } from '../server/errors.ts'
import type { Studio } from '../options.ts'
import { releaseOrder } from '../seals/orders.ts'
import { requireCollection } from '../seals/require-collection.ts'
import { isWatched } from '../store/sale-wallets.ts'
import { findSaleOfMint, type SaleRow } from '../store/sales.ts'
import { requireChain } from './chain.ts'
import { findPaymentKey } from './payment-key-store.ts'
import { noteSigning } from './signing-block.ts'
import { keysLostNotice } from './signing-notice.ts'
import {
  findMint,
  findReplacement,
  insertWitness,
  type MintRow,
  type MintTransactionRow,
  mintTransactions,
  releaseHeld,
  setMintStatus,
  witnessesOf,
} from './store.ts'
import { effectiveSigners } from './choose-signers.ts'
import { withdrawUnconfirmed } from './withdraw-unconfirmed.ts'

type Signing = Pick<Studio, 'database'>

/** A transaction's witnesses, and the key hashes of those still missing. */
export const signaturesOf = (
  { database }: Signing,
  transaction: MintTransactionRow,
): { readonly there: ReadonlyMap<KeyHash, Witness>; readonly missing: readonly KeyHash[] } => {
  const all = witnessesOf(database, transaction.tx_id)
  const script = scriptOf({ database }, transaction)
  const signers = effectiveSigners(script, transaction, new Set(all.keys()))
  return {
    there: new Map([...all].filter(([keyHash]) => signers.includes(keyHash))),
    missing: signers.filter((keyHash) => !all.has(keyHash)),
  }
}

const scriptOf = ({ database }: Signing, { mint_id: id }: MintTransactionRow): NativeScript => {
  const mint = findMint(database, id)
  return scriptFromJson(existingCollection({ database }, mint?.collection_id ?? '').script)
}

/**
 * Signs what the vault can sign now, and submits the mint when it is complete. Otherwise the mint
 * stays parked with the reason.
 */
export const signHere = async (studio: Studio, mintId: string): Promise<void> => {
  const mint = findMint(studio.database, mintId)
  if (mint?.status !== 'awaiting_witnesses' || mint.held) return
  const here = keysHere(studio, mint)
  const canSign = mintTransactions(studio.database, mintId).some((transaction) =>
    signaturesOf(studio, transaction).missing.some((keyHash) => here.has(keyHash)),
  )
  const proof = canSign ? await proofOf(studio, mint) : undefined
  if (proof === undefined || isColdpressError(proof)) {
    if (proof !== undefined && (await withdrawUnconfirmed(studio, mint, proof))) return
    await storeWitnesses(studio, mint, [], proof === undefined ? null : messageOf(proof))
    noteSigning(studio, mintId, proof)
    return
  }
  const fresh: Signed[] = []
  const errors = new Map<KeyHash, ColdpressError>()
  for (const transaction of mintTransactions(studio.database, mintId)) {
    for (const keyHash of signaturesOf(studio, transaction).missing) {
      if (!here.has(keyHash) || errors.has(keyHash)) continue
      try {
        const witness = await studio.keys.witness({
          ...proof,
          transaction: transaction.cbor,
          keyHash,
          walletIndex: here.get(keyHash),
        })
        fresh.push(signedBy(transaction, witness))
      } catch (error) {
        if (!(error instanceof ColdpressError)) throw error
        errors.set(keyHash, error)
      }
    }
  }
  const [error] = errors.values()
  await storeWitnesses(studio, mint, fresh, error === undefined ? null : messageOf(error))
  noteSigning(studio, mintId, error)
  const lost = [...errors].filter(([, error]) => error.code === 'key_missing')
  if (error !== undefined && lost.length > 0) {
    const keyHashes = lost.map(([keyHash]) => keyHash)
    const reason = messageOf(error)
    if (studio.onKeysLost(mint.id, { keyHashes, reason }))
      studio.notify(keysLostNotice(studio, mint, reason))
  }
}

/**
 * The seals that allow the vault to sign (of the collection and of the mint's order), or why they
 * are invalid.
 */
const proofOf = async (studio: Studio, mint: MintRow): Promise<OrderProof | ColdpressError> => {
  const row = existingCollection(studio, mint.collection_id)
  try {
    await requireCollection(studio, row)
    const order = await studio.seals.requireSeal({ kind: 'order', id: mint.id }, `mint ${mint.id}`)
    const collection = await studio.seals.requireSeal({ kind: 'collection', id: row.id }, row.name)
    return { order, collection }
  } catch (error) {
    if (!(error instanceof ColdpressError)) throw error
    // For a locked vault, "it is locked" is enough.
    return error.code === 'vault_locked' && isColdpressError(error.cause) ? error.cause : error
  }
}

/**
 * Releases a built mint: signs it here, and submits it if that completes it.
 * @throws ColdpressError `conflict` when it is over
 */
export const releaseMint = async (studio: Studio, mint: MintRow): Promise<void> => {
  if (mint.status === 'cancelled' || mint.status === 'failed') {
    throw new ColdpressError('conflict', `the mint is ${mint.status}, so it cannot be released`)
  }
  if (mint.status === 'awaiting_witnesses') await releaseOrder(studio, mint.id)
  releaseHeld(studio.database, mint.id, studio.now().toISOString())
  await signHere(studio, mint.id)
}

/**
 * The keys in this vault that sign a mint: those of the policy, the payment key, for a burn those of
 * its addresses and, for a sale, the key of the sale's address with its index in the wallet.
 */
export const keysHere = (
  studio: Studio,
  mint: MintRow,
): ReadonlyMap<KeyHash, WalletIndex | undefined> => {
  const { key_hashes: policyKeys } = existingCollection(studio, mint.collection_id)
  const { database } = studio
  const payment = findPaymentKey(database, mint.collection_id)
  const sale = findSaleOfMint(database, mint.id)
  const own = [
    ...policyKeys,
    ...mint.owner_keys,
    ...(payment === undefined ? [] : [payment.key_hash]),
  ]
  return new Map([
    ...own.map((keyHash) => [keyHash, undefined] as const),
    ...(sale === undefined || isWatched(database, sale.wallet_id)
      ? []
      : [[sale.payment_key_hash, walletIndexOf(sale)] as const]),
  ])
}

/** The key of a sale's address with its index, where its wallet is on another computer. */
export const paymentKeyElsewhere = (
  { database }: Signing,
  mintId: string,
): PaymentKeyAt | undefined => {
  const sale = findSaleOfMint(database, mintId)
  if (sale === undefined || !isWatched(database, sale.wallet_id)) return undefined
  return { keyHash: sale.payment_key_hash, ...walletIndexOf(sale) }
}

const walletIndexOf = ({ wallet_id: wallet, wallet_index: index }: SaleRow): WalletIndex => ({
  wallet,
  index,
})

type Signed = {
  readonly transaction: MintTransactionRow
  readonly keyHash: KeyHash
  readonly witness: Witness
}

const signedBy = (transaction: MintTransactionRow, witness: Witness): Signed => {
  if (!verifyWitness(witness, transaction.tx_id)) {
    throw new ColdpressError(
      'corrupt',
      `The vault gave a signature that is not over transaction ${transaction.tx_id}.`,
    )
  }
  return { transaction, keyHash: keyHashOf(hexToBytes(witness.publicKey)), witness }
}

/**
 * Stores witnesses; the last one puts the signed bytes into the journal in the same transaction.
 */
const storeWitnesses = async (
  studio: Studio,
  mint: MintRow,
  fresh: readonly Signed[],
  error: string | null,
): Promise<void> => {
  const { submissions } = requireChain(studio)
  const { database } = studio
  const isComplete = await database.transactTogether(() => {
    for (const { transaction, keyHash, witness } of fresh)
      insertWitness(database, transaction.tx_id, keyHash, witness)
    if (findMint(database, mint.id)?.status !== 'awaiting_witnesses') return false
    const transactions = mintTransactions(database, mint.id)
    if (transactions.some((transaction) => signaturesOf(studio, transaction).missing.length > 0)) {
      const at = studio.now().toISOString()
      setMintStatus(database, mint.id, { status: 'awaiting_witnesses', error, at })
      return false
    }
    for (const transaction of transactions)
      // Another signer may have completed and sent one of them.
      if (submissions.find(transaction.tx_id)?.state === 'awaiting')
        submissions.complete(signedBytes(studio, transaction))
    return true
  })
  if (isComplete) submissions.wake()
}

/** The transaction with its present witnesses. */
export const signedBytes = (studio: Signing, transaction: MintTransactionRow): Uint8Array =>
  assemble(transaction.cbor, [...signaturesOf(studio, transaction).there.values()]).bytes

/**
 * Adds witnesses that were made elsewhere to the mint's transactions that they sign, then asks the
 * vault for its own.
 * @throws ColdpressError `invalid` with every error; `conflict` when no witness is missing
 */
export const addWitnesses = async (
  studio: Studio,
  mint: MintRow,
  { witnesses }: WitnessesRequest,
): Promise<void> => {
  await requireAwaited(studio, mint, witnesses.length > 0)
  if (mint.held) {
    throw new ColdpressError(
      'conflict',
      'the mint is held, so no witness is awaited yet; release it first',
    )
  }
  const transactions = mintTransactions(studio.database, mint.id)
  const errors: string[] = []
  const search = witnessSearch(transactions.map(({ tx_id: txId }) => txId))
  const fresh = witnesses.flatMap((given, index) => {
    try {
      return witnessesIn(given).map((witness) =>
        requireAsked(studio, transactions[search(witness)], witness),
      )
    } catch (error) {
      if (!isColdpressError(error, 'invalid')) throw error
      errors.push(`witnesses[${index}]: ${error.message}`)
      return []
    }
  })
  if (errors.length > 0) throw invalidRequest(errors)
  await storeWitnesses(studio, mint, fresh, mint.error)
  if (findMint(studio.database, mint.id)?.status !== 'awaiting_witnesses')
    noteSigning(studio, mint.id, undefined)
  await signHere(studio, mint.id)
}

/**
 * A signature over a mint whose time ended is worth nothing; the sentence names the one to sign.
 * @param isSigned whether witnesses came; without any, nothing is asked of the gateway
 */
const requireAwaited = async (studio: Studio, mint: MintRow, isSigned: boolean): Promise<void> => {
  const { id, status } = mint
  const replacement = findReplacement(studio.database, id)
  if (replacement !== undefined)
    throw new ColdpressError(
      'conflict',
      `the time of mint ${id} ended before all of it was on chain, and it was built again as mint ${replacement}. Signatures over the old file are worth nothing: sign the file of mint ${replacement}.`,
    )
  const end = mintTransactions(studio.database, id)
    .map(({ valid_until: until }) => until)
    .toSorted((a, b) => Number(a - b))[0]
  const isMissing = requireChain(studio)
    .submissions.of(id)
    .some(({ state }) => state === 'missing')
  const isStale =
    (status === 'failed' && isMissing) ||
    (status === 'awaiting_witnesses' && isSigned && (await hasEnded(studio, end)))
  if (isStale && end !== undefined)
    throw new ColdpressError(
      'conflict',
      `the time of mint ${id} ended at ${timeOf(studio.network, end).toISOString()}, so signatures over its file are worth nothing. Build it again, and sign the new file.`,
    )
  if (status !== 'awaiting_witnesses')
    throw new ColdpressError('conflict', `the mint is ${status}, so no witness is awaited`)
}

/** By the chain; where the gateway does not answer, the journal decides later. */
const hasEnded = async (studio: Studio, end: bigint | undefined): Promise<boolean> => {
  try {
    const { slot } = await requireChain(studio).gateway.tip()
    return end !== undefined && slot >= end
  } catch (error) {
    if (error instanceof ColdpressError) return false
    throw error
  }
}

const witnessesIn = (given: WitnessesRequest['witnesses'][number]): readonly Witness[] =>
  readWitnesses(typeof given === 'string' ? given : JSON.stringify(given))

const requireAsked = (
  studio: Signing,
  transaction: MintTransactionRow | undefined,
  witness: Witness,
): Signed => {
  const keyHash = keyHashOf(hexToBytes(witness.publicKey))
  if (transaction === undefined) {
    throw new ColdpressError(
      'invalid',
      `the signature of key ${keyHash} is over none of this mint's transactions`,
    )
  }
  const { required_signers: chosen } = transaction
  if ([...chosen, ...keyHashesIn(scriptOf(studio, transaction))].includes(keyHash))
    return { transaction, keyHash, witness }
  throw new ColdpressError('invalid', `nobody asked key ${keyHash} to sign; leave it out`)
}
