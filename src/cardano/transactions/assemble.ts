import { witnessField } from './parts/fields.ts'
import { bytesOfItem, setTag } from '../cbor-access.ts'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { ColdpressError } from '#values/errors/errors.ts'
import { major, writeHead } from '../cbor.ts'
import { withCsl } from '../csl.ts'
import type { KeyHash } from '../ids.ts'
import type { Witness } from '../keys.ts'
import { keyHashOf } from '../keys.ts'
import { badTransaction, reading, parseTransaction, type TransactionParts } from './parts/parse.ts'
import { signaturesIn, verifies } from './inspect/signatures.ts'

/** A transaction with its new witnesses, and their key hashes. */
export type Assembled = { readonly bytes: Uint8Array; readonly added: readonly KeyHash[] }

/**
 * Adds witnesses to a transaction. Neither their order nor repetitions change the result. The body,
 * and with it the id, stays byte for byte what was signed.
 * @throws ColdpressError `invalid` for a witness of another transaction, by its key hash, and for a
 * transaction that already holds a wrong signature
 */
export const assemble = (transaction: Uint8Array, witnesses: readonly Witness[]): Assembled => {
  const parts = parseTransaction(transaction)
  const there = reading(() => signaturesIn(parts))
  const wrong = there.find(({ isValid }) => !isValid)
  if (wrong !== undefined)
    throw badTransaction(
      `the signature of key ${wrong.keyHash} in it is wrong; assemble from a copy without that signature`,
    )
  const all = new Map(there.map((witness) => [witness.publicKey, witness.signature]))
  const added = witnesses.filter(({ publicKey }) => !all.has(publicKey))
  for (const witness of witnesses) requireValid(witness, parts)
  // nothing to add: a signed transaction keeps its bytes, whatever order its witnesses have
  const known = new Set(all.keys())
  if (added.length === 0) return { bytes: transaction, added: [] }
  for (const { publicKey, signature } of added) all.set(publicKey, signature)
  const bytes = withWitnessSet(parts, all)
  requireSame(parts, parseTransaction(bytes))
  const fresh = [...all.keys()].filter((key) => !known.has(key))
  return { bytes, added: fresh.map((key) => keyHashOf(hexToBytes(key))).sort() }
}

/**
 * The witnesses in another copy of the same transaction.
 * @throws ColdpressError `invalid` when it is a different transaction
 */
export const witnessesInCopy = (
  transaction: Uint8Array,
  signedCopy: Uint8Array,
): readonly Witness[] => {
  const { txId } = parseTransaction(transaction)
  const copy = parseTransaction(signedCopy)
  if (copy.txId !== txId)
    throw badTransaction(
      `the signed copy has id ${copy.txId}, not ${txId}: it is another transaction, whose signatures are worth nothing here`,
    )
  return reading(() => signaturesIn(copy)).map(({ publicKey, signature }) => ({
    publicKey,
    signature,
  }))
}

const requireValid = (witness: Witness, { txId }: TransactionParts): void => {
  if (verifies(witness, txId)) return
  throw new ColdpressError(
    'invalid',
    `witness: the signature of key ${keyHashOf(hexToBytes(witness.publicKey))} is not over transaction ${txId}; ask for a witness of this very transaction`,
  )
}

/**
 * Puts all witnesses, sorted by key, into an emptied set, so that the bytes do not depend on their
 * order. Of the library's classes only `FixedTransaction` preserves body and metadata.
 */
const withWitnessSet = (parts: TransactionParts, all: ReadonlyMap<string, string>): Uint8Array => {
  const { bytes, body, auxiliary, isValid } = parts
  return withCsl((csl, own) => {
    const emptied = withoutSignatures(parts)
    const fixed = own(
      auxiliary === undefined
        ? csl.FixedTransaction.new(bytesOfItem(bytes, body), emptied, isValid)
        : csl.FixedTransaction.new_with_auxiliary(
            bytesOfItem(bytes, body),
            emptied,
            bytesOfItem(bytes, auxiliary),
            isValid,
          ),
    )
    for (const [publicKey, signature] of [...all].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const key = own(csl.Vkey.new(own(csl.PublicKey.from_hex(publicKey))))
      const signed = own(csl.Ed25519Signature.from_hex(signature))
      fixed.add_vkey_witness(own(csl.Vkeywitness.new(key, signed)))
    }
    return fixed.to_bytes()
  })
}

/** The witness set with an empty list of signatures of the same kind. */
const withoutSignatures = ({ bytes, witnesses }: TransactionParts): Uint8Array => {
  const fields = [...witnesses].map(([field, item]) => {
    const content = field === witnessField.vkeys ? emptyList(item.kind) : bytesOfItem(bytes, item)
    return concatBytes(writeHead(major.unsigned, field), content)
  })
  return concatBytes(writeHead(major.map, fields.length), ...fields)
}

const emptyList = (kind: string): Uint8Array =>
  concatBytes(
    kind === 'tag' ? writeHead(major.tag, setTag) : new Uint8Array(),
    writeHead(major.list, 0),
  )

/** The library's result is compared before it is used. */
const requireSame = (before: TransactionParts, after: TransactionParts): void => {
  const rest = ({ bytes, body, witnesses, auxiliary, isValid }: TransactionParts) => ({
    body: bytesToHex(bytesOfItem(bytes, body)),
    auxiliary: auxiliary === undefined ? '' : bytesToHex(bytesOfItem(bytes, auxiliary)),
    witnesses: [...witnesses]
      .filter(([field]) => field !== witnessField.vkeys)
      .map(([field, item]) => `${field} ${bytesToHex(bytesOfItem(bytes, item))}`)
      .sort(),
    isValid,
  })
  if (JSON.stringify(rest(before)) === JSON.stringify(rest(after))) return
  throw badTransaction(
    'its other witnesses are written in a way that adding a signature would change; assemble it with the program that made it',
  )
}
