import type { ShownTransaction } from '../../../shared/calls/signing.ts'
import type { OutputFacts } from '../../../shared/transactions.ts'

/** What transactions do together, as far as one sentence tells it. */
export type Effects = {
  readonly minted: number
  readonly burned: number
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
  /** Nobody said what an input holds, so nobody knows what goes back. */
  readonly isUnsure: boolean
}

export type Places = {
  readonly own: number
  readonly source: number
  readonly others: number
}

/** A key of this vault holds it, the inputs come from it, or neither. */
export type Whose = 'own' | 'source' | 'others'

type Shown = Pick<ShownTransaction, 'summary' | 'ownAddresses'>

export const whose = (
  { address, isReturn }: Pick<OutputFacts, 'address' | 'isReturn'>,
  { ownAddresses }: Pick<ShownTransaction, 'ownAddresses'>,
): Whose => {
  if (ownAddresses.includes(address)) return 'own'
  return isReturn ? 'source' : 'others'
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

export const effectsOf = (transactions: readonly Shown[]): Effects => {
  const summaries = transactions.map(({ summary }) => summary)
  const assets = summaries.flatMap(({ mint }) => mint.flatMap((one) => one.assets))
  const minted = assets.filter(({ quantity }) => BigInt(quantity) > 0n)
  const outputs = transactions.flatMap((shown) =>
    shown.summary.outputs.map((output) => ({ output, whose: whose(output, shown) })),
  )
  const units = new Set(minted.map(({ policyId, nameHex }) => policyId + nameHex))
  const unitsIn = (output: OutputFacts) => output.assets.map((one) => one.policyId + one.nameHex)
  const holders = outputs.filter(({ output }) => unitsIn(output).some((unit) => units.has(unit)))
  const leaving = outputs.filter((one) => one.whose === 'others').map(({ output }) => output)
  const count = (kind: Whose) =>
    new Set(holders.filter((one) => one.whose === kind).map(({ output }) => output.address)).size
  return {
    minted: minted.length,
    burned: assets.length - minted.length,
    mintsRoyalty: minted.some(({ nameHex }) => nameHex === ''),
    policyIds: [...new Set(assets.map(({ policyId }) => policyId))],
    mintedTo: { own: count('own'), source: count('source'), others: count('others') },
    leaving: {
      lovelace: leaving.reduce((sum, { lovelace }) => sum + BigInt(lovelace), 0n),
      addresses: new Set(leaving.map(({ address }) => address)).size,
    },
    moved: new Set(leaving.flatMap(unitsIn).filter((unit) => !units.has(unit))).size,
    fees: summaries.reduce((sum, { fee }) => sum + BigInt(fee), 0n),
    doesMore: summaries.some(({ also }) => also.some(({ kind }) => !quietKinds.has(kind))),
    isUnsure: summaries.some(({ missing }) => missing.unknownInputs > 0),
  }
}
