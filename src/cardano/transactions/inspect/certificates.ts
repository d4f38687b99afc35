import { hexToBytes } from '@noble/hashes/utils.js'
import { adaText } from '#values/text/format.ts'
import { writeBech32 } from '../../bech32.ts'
import type { CborItem } from '../../cbor-items.ts'
import { type Credential, credentialIn } from './addresses.ts'
import { hexIn, itemsOf, setOf, unsignedIn } from '../../cbor-access.ts'

/** The fields of a certificate besides its credential, by list index. */
type Layout = {
  readonly name: string
  readonly pool?: number
  readonly drep?: number
  readonly deposit?: number
  readonly refund?: number
  /** A deposit that is not in the bytes: the chain's parameters set it. */
  readonly hasUnstatedDeposit?: true
}

/** Certificates by their number (conway.cddl, `certificate`; 5 and 6 are of earlier eras). */
const layouts: readonly Layout[] = [
  { name: 'stake registration', hasUnstatedDeposit: true },
  { name: 'stake deregistration' },
  { name: 'stake delegation', pool: 2 },
  { name: 'pool registration', pool: 1, hasUnstatedDeposit: true },
  { name: 'pool retirement', pool: 1 },
  { name: 'genesis key delegation' },
  { name: 'move of treasury or reserves' },
  { name: 'stake registration', deposit: 2 },
  { name: 'stake deregistration', refund: 2 },
  { name: 'vote delegation', drep: 2 },
  { name: 'stake and vote delegation', pool: 2, drep: 3 },
  { name: 'stake registration and delegation', pool: 2, deposit: 3 },
  { name: 'stake registration and vote delegation', drep: 2, deposit: 3 },
  { name: 'stake registration and both delegations', pool: 2, drep: 3, deposit: 4 },
  { name: 'committee key authorisation' },
  { name: 'committee resignation' },
  { name: 'DRep registration', deposit: 2 },
  { name: 'DRep deregistration', refund: 2 },
  { name: 'DRep update' },
]

export type Certificate = {
  /** Its kind, its subject, its delegation target, and the deposit. */
  readonly text: string
  /** Lovelace paid as a deposit, as far as the bytes state it. */
  readonly deposit: bigint
  /** Whose agreement it requires. */
  readonly credentials: readonly Credential[]
}

export const certificatesIn = (item: CborItem | undefined): readonly Certificate[] =>
  setOf(item, 'the certificates').map((certificate) => {
    const parts = itemsOf(certificate, 'a certificate')
    const number = Number(unsignedIn(parts[0], 'the kind of a certificate'))
    const layout = layouts[number]
    if (layout === undefined)
      return { text: `certificate of unknown kind ${number}`, deposit: 0n, credentials: [] }
    const { deposit } = layout
    return {
      text: certificateText(number, layout, parts),
      deposit: deposit === undefined ? 0n : unsignedIn(parts[deposit], 'a deposit'),
      credentials: credentialsOf(number, parts),
    }
  })

const certificateText = (number: number, layout: Layout, parts: readonly CborItem[]): string => {
  const { name, pool, drep, deposit, refund, hasUnstatedDeposit } = layout
  const at = (position: number): CborItem | undefined => parts[position]
  // a pool is named as such; 5 and 6 are the affairs of genesis keys
  const isOfPool = number >= 3 && number <= 6
  return [
    name,
    ...(isOfPool ? [] : [`of ${credentialText(credentialIn(at(1)))}`]),
    ...(pool === undefined ? [] : [`${isOfPool ? 'of' : 'to'} pool ${poolId(at(pool))}`]),
    ...(drep === undefined ? [] : [`${pool === undefined ? '' : 'and '}to ${drepText(at(drep))}`]),
    ...(deposit === undefined ? [] : [`with a deposit of ${adaIn(at(deposit))}`]),
    ...(refund === undefined ? [] : [`with ${adaIn(at(refund))} returned`]),
    ...(hasUnstatedDeposit === true ? ["with a deposit that the chain's parameters set"] : []),
  ].join(' ')
}

const adaIn = (item: CborItem | undefined): string =>
  adaText(String(unsignedIn(item, 'a deposit')), 'ADA')

const credentialText = (credential: Credential): string =>
  credential.kind === 'byron' ? 'a Byron key' : `${credential.kind} ${credential.hash}`

/** Bech32 as CIP-5 has it. */
const poolId = (item: CborItem | undefined): string =>
  writeBech32('pool', hexToBytes(hexIn(item, 'the id of a pool', 28)))

/** By kind and credential (conway.cddl, `drep`); as text with the header byte of CIP-129. */
const drepText = (item: CborItem | undefined): string => {
  const [kind, hash] = itemsOf(item, 'a DRep')
  const number = unsignedIn(kind, 'the kind of a DRep')
  if (number === 2n) return 'always abstain'
  if (number === 3n) return 'always no confidence'
  const header = number === 0n ? '22' : '23'
  return `DRep ${writeBech32('drep', hexToBytes(header + hexIn(hash, 'the hash of a DRep', 28)))}`
}

const credentialsOf = (number: number, parts: readonly CborItem[]): readonly Credential[] => {
  const key = (item: CborItem | undefined): Credential => ({
    kind: 'key',
    hash: hexIn(item, 'a key hash of a certificate', 28),
  })
  // a registration of before Conway takes a deposit and asks nobody; 6 is the treasury's own affair
  if (number === 0 || number === 6) return []
  if (number === 3) return [key(parts[1]), ...setOf(parts[7], 'the owners of a pool').map(key)]
  return number === 4 || number === 5 ? [key(parts[1])] : [credentialIn(parts[1])]
}
