import { withAdaSign } from '#values/text/format.ts'
import type { ShownTransaction } from '#contract/signing/calls.ts'
import {
  type Amounts,
  type AssetAmount,
  type OtherFieldKind,
  type OutputSummary,
  quietKinds,
} from '#contract/signing/transactions.ts'

/** The combined effects of transactions, as far as one sentence can express them. */
export type Effects = {
  readonly minted: bigint
  readonly burned: bigint
  /** A royalty token is among what is minted (CIP-27: the one without a name). */
  readonly mintsRoyalty: boolean
  readonly policyIds: readonly string[]
  /** Where the minted tokens go. */
  readonly mintedTo: HolderCounts
  /** Lovelace that leaves, and to how many addresses. */
  readonly leaving: { readonly lovelace: bigint; readonly addresses: number }
  /** Tokens that leave and are not minted here. */
  readonly moved: bigint
  readonly fees: bigint
  /** Plutus scripts are involved, so collateral may be lost. */
  readonly runsScripts: boolean
  /** Deposits, donations and delegations, each with its amount and target. */
  readonly also: readonly { readonly kind: StatedKind; readonly detail: string }[]
  /** It has an effect that the sentence cannot express. */
  readonly doesMore: boolean
  /** An input has unproved contents, so what leaves may be this vault's. */
  readonly isUnsure: boolean
}

export type HolderCounts = Readonly<Record<Whose, number>>

/**
 * A key of this vault holds it; the address book has it; it returns no more than proved inputs brought
 * from the same address; or something of it leaves.
 */
export type Whose = 'own' | 'book' | 'source' | 'others'

type Shown = Pick<ShownTransaction, 'summary'>

export const whose = ({ holder, leaving }: Pick<OutputSummary, 'holder' | 'leaving'>): Whose => {
  if (holder === 'vault') return 'own'
  if (holder === 'address_book') return 'book'
  return leaving === null ? 'source' : 'others'
}

const unsaidKinds: ReadonlySet<OtherFieldKind> = new Set([...quietKinds, 'unused_scripts'])

/** These take or delegate money, so the sentence names them in full. */
const statedKinds = ['certificates', 'proposals', 'donation'] as const
type StatedKind = (typeof statedKinds)[number]

/** The number of tokens, not of kinds. */
export const quantitiesOf = (
  assets: readonly AssetAmount[],
): { readonly minted: bigint; readonly burned: bigint } => {
  const quantities = assets.map(({ quantity }) => BigInt(quantity))
  return {
    minted: sumOf(quantities.filter((quantity) => quantity > 0n)),
    burned: -sumOf(quantities.filter((quantity) => quantity < 0n)),
  }
}

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, one) => sum + one, 0n)

const unitOf = ({ policyId, nameHex }: AssetAmount): string => policyId + nameHex

/** The number of tokens that leave and cannot be the newly minted ones. */
const movedOf = (leaving: readonly Amounts[], minted: readonly AssetAmount[]): bigint => {
  const balance = new Map<string, bigint>()
  const add = (asset: AssetAmount, sign: bigint) =>
    balance.set(unitOf(asset), (balance.get(unitOf(asset)) ?? 0n) + sign * BigInt(asset.quantity))
  for (const { assets } of leaving) for (const asset of assets) add(asset, 1n)
  for (const asset of minted) add(asset, -1n)
  return sumOf([...balance.values()].filter((amount) => amount > 0n))
}

export const effectsOf = (transactions: readonly Shown[]): Effects => {
  const summaries = transactions.map(({ summary }) => summary)
  const also = summaries.flatMap((summary) => summary.also)
  const assets = summaries.flatMap(({ mint }) => mint.flatMap((one) => one.assets))
  const minted = assets.filter(({ quantity }) => BigInt(quantity) > 0n)
  const outputs = transactions.flatMap((shown) =>
    shown.summary.outputs.map((output) => ({ output, whose: whose(output) })),
  )
  const units = new Set(minted.map(unitOf))
  const holders = outputs.filter(({ output }) =>
    output.assets.some((asset) => units.has(unitOf(asset))),
  )
  const leaving = outputs.flatMap(({ output: { address, leaving: left } }) =>
    left === null ? [] : [{ address, ...left }],
  )
  const paid = leaving.filter(({ lovelace }) => lovelace !== '0')
  const count = (kind: Whose) =>
    new Set(holders.filter((holder) => holder.whose === kind).map(({ output }) => output.address))
      .size
  return {
    ...quantitiesOf(assets),
    mintsRoyalty: minted.some(({ nameHex }) => nameHex === ''),
    policyIds: [...new Set(assets.map(({ policyId }) => policyId))],
    mintedTo: {
      own: count('own'),
      book: count('book'),
      source: count('source'),
      others: count('others'),
    },
    leaving: {
      lovelace: sumOf(paid.map(({ lovelace }) => BigInt(lovelace))),
      addresses: new Set(paid.map(({ address }) => address)).size,
    },
    moved: movedOf(leaving, minted),
    fees: sumOf(summaries.map(({ fee }) => BigInt(fee))),
    runsScripts: summaries.some(({ scriptFields }) => scriptFields.length > 0),
    also: statedKinds.flatMap((kind) =>
      also.flatMap((one) =>
        one.kind === kind && one.detail !== null ? [{ kind, detail: withAdaSign(one.detail) }] : [],
      ),
    ),
    doesMore: also.some(
      ({ kind }) => !unsaidKinds.has(kind) && statedKinds.every((stated) => stated !== kind),
    ),
    isUnsure: summaries.some(({ unprovedInputs }) => unprovedInputs > 0),
  }
}
