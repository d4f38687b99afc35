import { signingErrors } from '#contract/signing/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { hexToBytes } from '@noble/hashes/utils.js'
import { readWitnesses } from '#cardano/envelope.ts'
import { isWitnessText } from '#cardano/envelope-kind.ts'
import type { TxId } from '#cardano/ids.ts'
import { keyHashOf, type Witness } from '#cardano/keys.ts'
import { inspectTransaction } from '#cardano/transactions/inspect/inspect.ts'
import { parseTransaction } from '#cardano/transactions/parts/parse.ts'
import { signaturesIn, verifies } from '#cardano/transactions/inspect/signatures.ts'
import { readTransactionText } from '#cardano/transactions/tx-envelope.ts'
import { readIfRequest } from './request-file.ts'
import type { SigningRequest } from './request-types.ts'

export type ReadTransaction = { readonly txId: TxId; readonly bytes: Uint8Array }

/** The parsed content of a received text. */
export type ReceivedText =
  | {
      readonly kind: 'transactions'
      /** Undefined: one plain transaction. */
      readonly request: SigningRequest | undefined
      readonly transactions: readonly ReadTransaction[]
    }
  | { readonly kind: 'witnesses'; readonly witnesses: readonly Witness[] }

/**
 * Reads a signing request, a transaction file of any tool, the hex of a transaction, or a file of
 * one or more witnesses.
 * @throws ColdpressError `invalid` with the reason, `too_large`
 */
export const readDelivery = (text: string): ReceivedText => {
  const request = readIfRequest(text)
  if (request === undefined && isWitnessText(text))
    return { kind: 'witnesses', witnesses: readWitnesses(text) }
  const all = request?.transactions ?? [readTransactionText(text)]
  // A transaction that cannot be decoded must not be signed, so it is rejected here.
  if (request === undefined) for (const bytes of all) inspectTransaction(bytes)
  return {
    kind: 'transactions',
    request,
    transactions: all.map((bytes) => ({ txId: parseTransaction(bytes).txId, bytes })),
  }
}

/** The valid and invalid signatures in a received transaction. */
export const witnessesWith = ({ bytes, txId }: ReadTransaction) =>
  signaturesIn(parseTransaction(bytes)).map(({ publicKey, signature }) => ({
    txId,
    witness: { publicKey, signature },
  }))

/**
 * @throws ColdpressError `invalid` that names the key whose signature is wrong
 */
export const requireRight = (witness: Witness, txId: TxId): void => {
  if (verifies(witness, txId)) return
  throw errorBy(
    signingErrors,
    'wrong_signature',
    { keyHash: keyOf(witness) },
    `witness: the signature of key ${keyOf(witness)} is not over transaction ${txId}; ask for a witness of this very transaction`,
  )
}

export const keyOf = ({ publicKey }: Witness): string => keyHashOf(hexToBytes(publicKey))
