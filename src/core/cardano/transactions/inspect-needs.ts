import type { ScriptUse, SignerReason } from '../../../shared/transactions.ts'
import type { CborItem } from '../cbor-items.ts'
import type { Credential } from './inspect-addresses.ts'
import { addressOfBytes } from './inspect-addresses.ts'
import {
  bytesIn,
  entriesOf,
  hexIn,
  isNull,
  listOf,
  setOf,
  unsignedIn,
  type Fields,
} from './inspect-parts.ts'

/** Somebody who must agree, and to what. */
export type Need = {
  readonly credential: Credential
  readonly use: Exclude<SignerReason, 'script'> | ScriptUse
}

/** Fields of a transaction body by number (CDDL of Conway; 6 is of earlier eras). */
export const bodyField = {
  inputs: 0n,
  outputs: 1n,
  fee: 2n,
  ttl: 3n,
  certificates: 4n,
  withdrawals: 5n,
  update: 6n,
  auxiliaryHash: 7n,
  start: 8n,
  mint: 9n,
  scriptDataHash: 11n,
  collateral: 13n,
  requiredSigners: 14n,
  networkId: 15n,
  collateralReturn: 16n,
  totalCollateral: 17n,
  referenceInputs: 18n,
  votes: 19n,
  proposals: 20n,
  treasury: 21n,
  donation: 22n,
} as const

/** Who must agree by the body's own words; what its inputs need stands in the ledger. */
export const needsOfBody = (fields: Fields): readonly Need[] => [
  ...requiredSigners(fields.get(bodyField.requiredSigners)),
  ...withdrawalsIn(fields.get(bodyField.withdrawals)).map(
    ({ address }) => ({ credential: address.credential, use: 'withdrawal' }) as const,
  ),
  ...certificatesIn(fields.get(bodyField.certificates)).flatMap(({ needs }) => needs),
  ...votes(fields.get(bodyField.votes)),
]

/** Dijkstra lets whole credentials stand here. */
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

/** Certificates by their number; the last ones are of Conway. */
const certificateNames = [
  'stake registration',
  'stake deregistration',
  'stake delegation',
  'pool registration',
  'pool retirement',
  'genesis key delegation',
  'move of treasury or reserves',
  'stake registration',
  'stake deregistration',
  'vote delegation',
  'stake and vote delegation',
  'stake registration and delegation',
  'stake registration and vote delegation',
  'stake registration and both delegations',
  'committee key authorisation',
  'committee resignation',
  'DRep registration',
  'DRep deregistration',
  'DRep update',
] as const

type Certificate = { readonly name: string; readonly needs: readonly Need[] }

export const certificatesIn = (item: CborItem | undefined): readonly Certificate[] =>
  setOf(item, 'the certificates').map((certificate) => {
    const parts = listOf(certificate, 'a certificate')
    const number = Number(unsignedIn(parts[0], 'the kind of a certificate'))
    return {
      name: certificateNames[number] ?? `certificate of unknown kind ${number}`,
      needs: certificateNeeds(number, parts).map((credential) => ({
        credential,
        use: 'certificate' as const,
      })),
    }
  })

const certificateNeeds = (number: number, parts: readonly CborItem[]): readonly Credential[] => {
  const key = (item: CborItem | undefined): Credential => ({
    kind: 'key',
    hash: hexIn(item, 'a key hash of a certificate', 28),
  })
  // a registration of before Conway takes a deposit and asks nobody; 6 is the treasury's own affair
  if (number === 0 || number === 6 || number >= certificateNames.length) return []
  if (number === 3) return [key(parts[1]), ...setOf(parts[7], 'the owners of a pool').map(key)]
  return number === 4 || number === 5 ? [key(parts[1])] : [credentialIn(parts[1])]
}

const credentialIn = (item: CborItem | undefined): Credential => {
  const [kind, hash] = item?.kind === 'list' ? item.items : []
  return {
    kind: unsignedIn(kind, 'the kind of a credential') === 0n ? 'key' : 'script',
    hash: hexIn(hash, 'the hash of a credential', 28),
  }
}

/** Voters: committee, DReps (each by key or script) and pools. */
const votes = (item: CborItem | undefined): Need[] => {
  if (item === undefined || isNull(item)) return []
  if (item.kind !== 'map') throw new Error('the votes are not a map')
  return item.entries.map(({ key }) => {
    const [kind, hash] = listOf(key, 'a voter')
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
