import { ColdpressError } from '#values/errors/errors.ts'
import { adaText, missingAdaText } from '#values/text/format.ts'
import { baseAddress, paymentAddress } from '../../addresses.ts'
import { KeyHash } from '../../ids.ts'
import type { Network } from '../../network.ts'
import type { ProtocolParameters } from '../../parameters.ts'
import { policyIdOf } from '../../scripts.ts'
import type { Utxo } from '../../utxo.ts'
import { lovelaceOnly, noAssets, sumOf, type Unit } from '../../value.ts'
import { placeholderUtxo, distributeChange, type Spread } from './balance.ts'
import type { BodyDraft } from './body.ts'
import { buildShared, Oversize, transactionTooLarge } from './build.ts'
import { paymentUtxos, type SpendableUtxos } from './spendable-utxos.ts'
import { mintDraft, maxOf, type MintDraft } from './mint-draft.ts'
import { buildTokens, type MintToken } from './mint-tokens.ts'
import { minOutputs, lovelaceIn, neededToTravel, outputsHolding } from './outputs.ts'
import { packLargest } from './pack.ts'
import { minAmount, sharesOf, weightsOf } from './shares.ts'
import type { BuildContext, BuiltTransaction, MintPolicy, TokenToMint } from './types.ts'
import { policyValidity } from './validity.ts'

export type SaleToBuild = {
  readonly policy: MintPolicy
  /** Without an address: all go to `buyer`. */
  readonly tokens: readonly Omit<TokenToMint, 'address'>[]
  readonly buyer: string
  /** All of them are spent and nothing else; tokens inside go to the buyer. */
  readonly payments: readonly Utxo[]
  /** For all tokens together; what the payments hold above goes back to the buyer. */
  readonly price: bigint
  /** Ratios are decimals above 0; they share the income in their proportion. */
  readonly payouts: readonly { readonly address: string; readonly ratio: number }[]
}

/**
 * Where the payments went, in lovelace. `revenue`, the price, is the sum of `txFee`, `nftFee` and
 * `income`; the payments are `revenue` plus `returned`. `nftFee` is minimum ADA that the buyer gets
 * with the tokens beyond `returned`: zero where `returned` suffices.
 */
export type SaleAccounts = {
  readonly revenue: bigint
  readonly txFee: bigint
  readonly nftFee: bigint
  readonly income: bigint
  readonly returned: bigint
}

type SaleContext = Omit<BuildContext, 'funding'>
type SaleTerms = Omit<SaleToBuild, 'payments' | 'price' | 'buyer'>

/**
 * Mints tokens to who paid for them and pays out what they cost, in one transaction out of the
 * payments alone: outputs to the buyer, then one for each payout in their order. The income is
 * shared by ratio, rounded down, with the rest for the first. Names that are no UTF-8 make all of
 * the metadata version 2 of CIP-25.
 * @throws ColdpressError `conflict` when a payout would be under the least ADA of an output
 * (`details.minPrice`: for these payments and tokens), when less than the price was paid, or less than
 * foreign tokens need to travel back beside it (`details.missing`), or the policy is locked or not
 * open; `too_large` when not all tokens fit (`details.fits`: how many do); `invalid` for a token,
 * address, payment or signers that cannot be
 */
export const buildSale = (
  context: SaleContext,
  sale: SaleToBuild,
): BuiltTransaction & { readonly accounts: SaleAccounts } => {
  const buyer = paymentAddress(sale.buyer, context.network).bech32
  const frame = frameOf(context, sale, buyer, paymentUtxos(sale.payments))
  const { tokens, parameters } = frame
  const returned = returnedOf(frame, sale.price)
  const least = minDelivery(frame, tokens)
  requireReturn(returned, least - minDelivery({ ...frame, spendables: [] }, tokens))
  const nftFee = returned >= least ? 0n : least - returned
  const draft = draftOf(frame, tokens, returned + nftFee)
  const indices = tokens.map(({ index }) => index)
  const built = buildShared(draft, payoutsOf(frame), parameters, indices)
  if (built instanceof Oversize) throw tooMany(frame, built)
  if (built === undefined) throw tooCheap(frame, sale.price)
  const income = sale.price - built.fee - nftFee
  const accounts = { revenue: sale.price, txFee: built.fee, nftFee, income, returned }
  return { ...built, accounts }
}

/**
 * The least price of all tokens together at which every payout gets the least ADA of an output; at
 * one lovelace less a sale cannot be built. Reckoned for one payment of exactly that price, and a
 * buyer with a base address, as wallets have them; others, who pay in pieces or send tokens along,
 * may need a little more.
 * @throws ColdpressError as {@link buildSale}, but never for the size
 */
export const minPrice = (context: SaleContext, terms: SaleTerms): bigint =>
  minPriceIn(usualFrame(context, terms))

/**
 * The number of first tokens that fit one sale's transaction, under the same assumptions.
 * @throws ColdpressError as {@link buildSale}, but never for price or size
 */
export const maxTokensOfSale = (context: SaleContext, terms: SaleTerms): number =>
  maxTokensIn(usualFrame(context, terms))

/** The parts of a sale's transaction that do not depend on its price. */
type Frame = {
  readonly parameters: ProtocolParameters
  readonly mint: MintDraft
  readonly tokens: readonly MintToken[]
  readonly buyer: string
  readonly spendables: SpendableUtxos
  readonly receivers: readonly string[]
  readonly weights: readonly bigint[]
}

const frameOf = (
  context: SaleContext,
  { policy, tokens, payouts: to }: SaleTerms,
  buyer: string,
  spendables: SpendableUtxos,
): Frame => {
  const policyId = policyIdOf(policy.script)
  const wanted = tokens.map((token) => ({ ...token, address: buyer }))
  if (to.length === 0)
    throw new ColdpressError('invalid', 'payouts: nobody is named; say who gets the income')
  return {
    parameters: context.parameters,
    mint: { policy, policyId, validity: policyValidity(context, policy) },
    tokens: buildTokens(wanted, policyId, context.network),
    buyer,
    spendables,
    receivers: to.map(({ address }) => paymentAddress(address, context.network).bech32),
    weights: weightsOf(to.map(({ ratio }) => ratio)),
  }
}

/** Placeholder key hashes. */
const [anyKey, anyStake] = [KeyHash('fe'.repeat(28)), KeyHash('ff'.repeat(28))]
/** An output index of two bytes, in case the payment was one of many: 44 lovelace. */
const lateIndex = 255

const usualFrame = (context: SaleContext, terms: SaleTerms): Frame => {
  const address = usualAddress(context.network)
  const payment = { ...placeholderUtxo(address, 0n), index: lateIndex }
  return frameOf(context, terms, address, paymentUtxos([payment]))
}

const usualAddress = (network: Network): string => baseAddress(anyKey, anyStake, network)

const paidIn = ({ spendables }: Frame): bigint =>
  spendables.reduce((sum, { utxo }) => sum + utxo.value.lovelace, 0n)

const returnedOf = (frame: Frame, price: bigint): bigint => {
  const paid = paidIn(frame)
  if (paid >= price) return paid - price
  throw new ColdpressError(
    'conflict',
    `payments: ${adaText(paid, 'ADA')} were paid, and the price is ${adaText(price, 'ADA')}; wait for the rest, or sell for what was paid`,
    { details: { missing: String(price - paid) } },
  )
}

type Assets = ReadonlyMap<Unit, bigint>

/**
 * The tokens that go to the buyer, in parts that outputs of their own hold: all in one part, or apart
 * what is sold and what came with each payment, where that needs less. So what came along never needs
 * more than was reckoned when it was paid ({@link neededToTravel}).
 */
const partsOfDelivery = (
  frame: Frame,
  tokens: readonly MintToken[],
): readonly [Assets, ...Assets[]] => {
  const sold = new Map(tokens.map(({ unit }) => [unit, 1n]))
  const along = frame.spendables.flatMap(({ utxo: { value } }) =>
    value.assets.size === 0 ? [] : [value.assets],
  )
  if (along.length === 0) return [sold]
  const apart = [sold, ...along] as const
  const all = sumOf(apart.map((assets) => ({ lovelace: 0n, assets }))).assets
  return neededFor(frame, [all]) <= neededFor(frame, apart) ? [all] : apart
}

/** The least lovelace that these parts need in outputs of their own. */
const neededFor = ({ buyer, parameters }: Frame, parts: readonly Assets[]): bigint =>
  parts.reduce((sum, assets) => sum + neededToTravel(buyer, assets, parameters), 0n)

/** The seller pays for the way of what is sold, and not for that of tokens which came along. */
const requireReturn = (returned: bigint, needed: bigint): void => {
  if (returned >= needed) return
  throw new ColdpressError(
    'conflict',
    `payments: the other tokens in them need ${adaText(needed, 'ADA')} to travel back, and only ${adaText(returned, 'ADA')} were paid above the price; ${missingAdaText(needed - returned)}`,
    { details: { missing: String(needed - returned) } },
  )
}

const minDelivery = (frame: Frame, tokens: readonly MintToken[]): bigint =>
  neededFor(frame, partsOfDelivery(frame, tokens))

/** @param lovelace for the buyer beside the tokens, at least {@link minDelivery} */
const draftOf = (frame: Frame, tokens: readonly MintToken[], lovelace: bigint): BodyDraft => {
  const { mint, buyer: address, spendables, parameters } = frame
  const version = tokens.some((token) => token.version === 2) ? 2 : 1
  const [first, ...others] = partsOfDelivery(frame, tokens)
  const apart = others.map((assets) => ({
    address,
    value: { lovelace: neededToTravel(address, assets, parameters), assets },
  }))
  const rest = { lovelace: lovelace - lovelaceIn(apart), assets: first }
  const outputs = outputsHolding([{ address, value: rest }, ...apart], parameters) ?? []
  return { ...mintDraft(mint, version, tokens, outputs), spends: spendables }
}

/** Undefined when a payout is below the minimum. */
const payoutsOf =
  ({ receivers, weights, parameters }: Frame): Spread =>
  (income) => {
    const shares = sharesOf(income, weights)
    const parts = receivers.map((address, position) => ({
      address,
      value: lovelaceOnly(shares[position] ?? 0n),
    }))
    return outputsHolding(parts, parameters)
  }

const minPriceIn = (frame: Frame): bigint => {
  const { tokens, receivers, weights, parameters } = frame
  const delivery = minDelivery(frame, tokens)
  const draft = draftOf(frame, tokens, delivery)
  const payouts = payoutsOf(frame)
  const least = receivers.map((address) => lovelaceIn(minOutputs(address, noAssets, parameters)))
  const income = minAmount(least, weights)
  const price =
    income + delivery + (distributeChange(draft, () => payouts(income), parameters)?.fee ?? 0n)
  // Slightly less remains if the fee makes an amount one byte longer.
  const paid = paidIn(frame)
  const suffices = (some: bigint): boolean =>
    distributeChange(draft, (left) => payouts(left + some - paid), parameters) !== undefined
  let enough = price
  while (!suffices(enough)) enough += 1n
  return enough
}

/** An amount in its longest encoding: no price makes the transaction larger. */
const longestAmount = 2n ** 63n

const maxTokensIn = (frame: Frame): number => {
  const { tokens, receivers, parameters } = frame
  const value = lovelaceOnly(longestAmount)
  const payouts = receivers.map((address) => ({ address, value }))
  const fitting = packLargest(maxOf(tokens, parameters.maxTxBytes), (count) => {
    const some = tokens.slice(0, count)
    const draft = draftOf(frame, some, minDelivery(frame, some))
    const { signedBytes = Infinity } = distributeChange(draft, () => payouts, parameters) ?? {}
    return signedBytes <= parameters.maxTxBytes ? count : undefined
  })
  return fitting ?? 0
}

const tooMany = (frame: Frame, oversize: Oversize): ColdpressError => {
  const fits = maxTokensIn(frame)
  const { tokens, spendables } = frame
  if (fits === 0)
    return transactionTooLarge(frame, oversize, {
      what: `token ${tokens[0]?.label ?? ''}`,
      advice: `shorten its metadata${spendables.length > 1 ? ', or have it paid at once' : ''}`,
    })
  return new ColdpressError(
    'too_large',
    `tokens: ${tokens.length} of them take ${oversize.bytes} bytes, at most ${frame.parameters.maxTxBytes} allowed; the first ${fits} fit one transaction, so sell at most that many at once`,
    { details: { fits } },
  )
}

const tooCheap = (frame: Frame, price: bigint): ColdpressError => {
  const least = minPriceIn(frame)
  return new ColdpressError(
    'conflict',
    `price: ${adaText(price, 'ADA')} leaves a payout less than the ledger wants in an output, after the fee and the ADA that goes with the tokens; at least ${adaText(least, 'ADA')} is needed`,
    { details: { minPrice: String(least) } },
  )
}
