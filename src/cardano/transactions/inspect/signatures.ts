import type { TransactionParts } from '../parts/parse.ts'
import { blake2b } from '@noble/hashes/blake2.js'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { keyHashOf, verifyWitness, type Witness } from '../../keys.ts'
import type { KeyHash, PolicyId, TxId } from '../../ids.ts'
import { policyIdOf, scriptFromCbor, type NativeScript } from '../../scripts.ts'
import { keyWitnessesIn } from '../../key-witnesses.ts'
import { witnessField } from '../parts/fields.ts'
import type { CborItem } from '../../cbor-items.ts'
import { bytesIn, bytesOfItem, setOf } from '../../cbor-access.ts'

export type Signature = Witness & { readonly keyHash: KeyHash; readonly isValid: boolean }

/** Every signature by a key, in the order of the bytes, each proved against the body's hash. */
export const signaturesIn = ({ witnesses, txId }: TransactionParts): readonly Signature[] =>
  keyWitnessesIn(witnesses).map((witness) => ({
    ...witness,
    keyHash: keyHashOf(hexToBytes(witness.publicKey)),
    isValid: verifies(witness, txId),
  }))

/** The library throws for bytes that are no key. */
export const verifies = (witness: Witness, txId: TxId): boolean => {
  try {
    return verifyWitness(witness, txId)
  } catch {
    return false
  }
}

/** The native scripts of the witness set and of the auxiliary data, by the hash of their own bytes. */
export const nativeScriptsIn = (
  { bytes, witnesses }: TransactionParts,
  auxiliaryScripts: readonly CborItem[],
): ReadonlyMap<PolicyId, NativeScript> => {
  const items = [
    ...setOf(witnesses.get(witnessField.nativeScripts), 'the native scripts'),
    ...auxiliaryScripts,
  ]
  return new Map(
    items.map((item) => {
      const script = scriptFromCbor(bytesToHex(bytesOfItem(bytes, item)))
      return [policyIdOf(script), script]
    }),
  )
}

/** The hashes of the Plutus scripts of the witness set: a tag for each language before the bytes. */
export const plutusHashesIn = ({ witnesses }: TransactionParts): ReadonlySet<string> =>
  new Set(
    witnessField.plutus.flatMap((field, position) =>
      setOf(witnesses.get(field), 'the Plutus scripts').map((item) => {
        const tagged = concatBytes(Uint8Array.of(position + 1), bytesIn(item, 'a Plutus script'))
        return bytesToHex(blake2b(tagged, { dkLen: 28 }))
      }),
    ),
  )
