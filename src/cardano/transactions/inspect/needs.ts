import type { ScriptUse, SignerReason } from '#contract/signing/transactions.ts'
import { bodyField } from '../parts/fields.ts'
import type { CborItem } from '../../cbor-items.ts'
import { type Credential, credentialIn } from './addresses.ts'
import { addressOfBytes } from './addresses.ts'
import { certificatesIn } from './certificates.ts'
import {
  bytesIn,
  entriesOf,
  hexIn,
  isNull,
  itemsOf,
  setOf,
  unsignedIn,
  type Fields,
  mapIn,
} from '../../cbor-access.ts'

/** A required signer, and for what. */
export type Need = {
  readonly credential: Credential
  readonly use: Exclude<SignerReason, 'script'> | ScriptUse
}

/** The signers that the body itself names. Those of its inputs follow from the ledger. */
export const needsOfBody = (fields: Fields): readonly Need[] => [
  ...requiredSigners(fields.get(bodyField.requiredSigners)),
  ...withdrawalsIn(fields.get(bodyField.withdrawals)).map(
    ({ address }) => ({ credential: address.credential, use: 'withdrawal' }) as const,
  ),
  ...certificatesIn(fields.get(bodyField.certificates)).flatMap(({ credentials }) =>
    credentials.map((credential) => ({ credential, use: 'certificate' }) as const),
  ),
  ...votes(fields.get(bodyField.votes)),
]

/** Dijkstra allows whole credentials here. */
const requiredSigners = (item: CborItem | undefined): Need[] =>
  setOf(item, 'the required signers').map((signer) => ({
    credential:
      signer.kind === 'list'
        ? credentialIn(signer)
        : { kind: 'key', hash: hexIn(signer, 'a required signer', 28) },
    use: 'required_signer',
  }))

export const withdrawalsIn = (item: CborItem | undefined) =>
  item === undefined
    ? []
    : entriesOf(item, 'the withdrawals', (key) => hexIn(key, 'the address of a withdrawal')).map(
        ([address, lovelace]) => ({
          address: addressOfBytes(Buffer.from(address, 'hex')),
          lovelace: unsignedIn(lovelace, 'the amount of a withdrawal'),
        }),
      )

/** Voters: committee, DReps (each by key or script) and pools. */
const votes = (item: CborItem | undefined): Need[] => {
  if (item === undefined || isNull(item)) return []
  return mapIn(item, 'the votes').map(({ key }) => {
    const [kind, hash] = itemsOf(key, 'a voter')
    const number = unsignedIn(kind, 'the kind of a voter')
    return {
      credential: {
        kind: number === 1n || number === 3n ? 'script' : 'key',
        hash: hexIn(hash, 'the hash of a voter', 28),
      },
      use: 'vote',
    }
  })
}

export const countOf = (item: CborItem | undefined): number => {
  if (item === undefined) return 0
  const inner = item.kind === 'tag' ? item.item : item
  if (inner.kind === 'list') return inner.items.length
  return inner.kind === 'map' ? inner.entries.length : 1
}

export const hashIn = (item: CborItem | undefined): Uint8Array | undefined =>
  item === undefined ? undefined : bytesIn(item, 'the hash of the metadata', 32)
