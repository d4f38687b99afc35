import type { ShownTransaction } from '../../../shared/calls/signing.ts'
import type { Amounts, AssetAmount, OutputFacts } from '../../../shared/transactions.ts'

/** What transactions do together, as far as one sentence tells it. */
export type Effects = {
  readonly minted: bigint
  readonly burned: bigint
  /** A royalty token is among what is minted (CIP-27: the one without a name). */
  readonly mintsRoyalty: boolean
  readonly policyIds: readonly string[]
  /** Where what is minted goes. */
  readonly mintedTo: Places
  /** Lovelace that leaves, and to how many addresses. */
  readonly leaving: { readonly lovelace: bigint; readonly addresses: number }
  /** Kinds of token that leave and are not minted here. */
  readonly moved: number
  readonly fees: bigint
  /** It does something that no sentence here tells. */
  readonly doesMore: boolean
  /** Nothing proves what an input holds, so what leaves may be this vault's. */
  readonly isUnsure: boolean
}

export type Places = Readonly<Record<Whose, number>>

/**
 * A key of this vault holds it; the address book has it; it returns no more than proved inputs brought
 * from the same address; or something of it leaves.
 */
export type Whose = 'own' | 'book' | 'source' | 'others'

type Shown = Pick<ShownTransaction, 'summary'>

export const whose = ({ holder, leaving }: Pick<OutputFacts, 'holder' | 'leaving'>): Whose => {
  if (holder === 'vault') return 'own'
  if (holder === 'address_book') return 'book'
  return leaving === null ? 'source' : 'others'
}

/** These belong to payments and mints with scripts, or are told as warnings where they matter. */
const quietKinds: ReadonlySet<string> = new Set([
  'collateral',
  'collateral_return',
  'reference_inputs',
  'plutus_scripts',
  'redeemers',
  'datums',
  'byron_signatures',
  'unused_scripts',
])

/** How many tokens, not how many kinds: a million of one name are a million. */
const counted = (assets: readonly AssetAmount[]): bigint =>
  assets.reduce((sum, { quantity }) => sum + absolute(BigInt(quantity)), 0n)

const absolute = (amount: bigint): bigint => (amount < 0n ? -amount : amount)

export const effectsOf = (transactions: readonly Shown[]): Effects => {
  const summaries = transactions.map(({ summary }) => summary)
  const assets = summaries.flatMap(({ mint }) => mint.flatMap((one) => one.assets))
  const minted = assets.filter(({ quantity }) => BigInt(quantity) > 0n)
  const outputs = transactions.flatMap((shown) =>
    shown.summary.outputs.map((output) => ({ output, whose: whose(output) })),
  )
  const units = new Set(minted.map(({ policyId, nameHex }) => policyId + nameHex))
  const unitsIn = ({ assets: held }: Amounts) => held.map((one) => one.policyId + one.nameHex)
  const holders = outputs.filter(({ output }) => unitsIn(output).some((unit) => units.has(unit)))
  const leaving = outputs.flatMap(({ output: { address, leaving: left } }) =>
    left === null ? [] : [{ address, ...left }],
  )
  const paid = leaving.filter(({ lovelace }) => lovelace !== '0')
  const count = (kind: Whose) =>
    new Set(holders.filter((one) => one.whose === kind).map(({ output }) => output.address)).size
  return {
    minted: counted(minted),
    burned: counted(assets.filter(({ quantity }) => BigInt(quantity) < 0n)),
    mintsRoyalty: minted.some(({ nameHex }) => nameHex === ''),
    policyIds: [...new Set(assets.map(({ policyId }) => policyId))],
    mintedTo: {
      own: count('own'),
      book: count('book'),
      source: count('source'),
      others: count('others'),
    },
    leaving: {
      lovelace: paid.reduce((sum, { lovelace }) => sum + BigInt(lovelace), 0n),
      addresses: new Set(paid.map(({ address }) => address)).size,
    },
    moved: new Set(leaving.flatMap(unitsIn).filter((unit) => !units.has(unit))).size,
    fees: summaries.reduce((sum, { fee }) => sum + BigInt(fee), 0n),
    doesMore: summaries.some(({ also }) => also.some(({ kind }) => !quietKinds.has(kind))),
    isUnsure: summaries.some(({ unprovedInputs }) => unprovedInputs > 0),
  }
}
