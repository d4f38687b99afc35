import { ColdpressError } from '#values/errors/errors.ts'
import { adaText } from '#values/text/format.ts'
import type { SaleRequest } from '#contract/sales/sale.ts'
import type { ProtocolParameters } from '#cardano/parameters.ts'
import { lockSlotOf, scriptFromJson } from '#cardano/scripts.ts'
import { timeOf } from '#cardano/slots.ts'
import { minPrice, maxTokensOfSale } from '#cardano/transactions/build/build-sale.ts'
import { mintPolicyOf } from '../../mints/choose-signers.ts'
import { payoutShares } from '#cardano/transactions/build/payout-shares.ts'
import type { Studio } from '../../options.ts'
import type { CollectionRow } from '../../store/collections.ts'
import type { StoredTokenRow } from '../../store/tokens.ts'
import { metadataOf } from '../../tokens/token-view.ts'

/** Slots for a payment's last block and for the transaction's inclusion, beside the confirmations. */
const publicSlots = { perBlock: 30n, beside: 600n } as const
const devnetSlots = { perBlock: 1n, beside: 60n } as const

/** Minimum number of slots between the end of a reservation and the policy's lock. */
const slotsToMint = ({ network }: Pick<Studio, 'network'>, confirmations: number): bigint => {
  const { perBlock, beside } = network === 'devnet' ? devnetSlots : publicSlots
  return BigInt(confirmations) * perBlock + beside
}

/**
 * Rejects a sale whose policy would lock before a payment could be confirmed and minted.
 * @throws ColdpressError `conflict`
 */
export const requireTime = (
  studio: Pick<Studio, 'network'>,
  { script }: Pick<CollectionRow, 'script'>,
  terms: {
    readonly reservedUntil: bigint
    readonly confirmations: number
    /** Seconds; null where the vault signs at once. */
    readonly deliversWithin: number | null
  },
  advice = 'Reserve for a shorter time, or sell from a collection that locks later.',
): void => {
  const lock = lockSlotOf(scriptFromJson(script))
  if (lock === undefined) return
  const toSign = BigInt(terms.deliversWithin ?? 0)
  if (terms.reservedUntil + toSign + slotsToMint(studio, terms.confirmations) <= lock) return
  throw new ColdpressError(
    'conflict',
    lock === 0n
      ? 'policy: its script can never be satisfied, so nothing can be sold under it'
      : `policy: it locks at ${timeOf(studio.network, lock).toISOString()}, too soon after the end of the reservation${toSign === 0n ? '' : ' and the delivery time'} for the tokens to be minted. ${advice}`,
  )
}

/**
 * Checks that one transaction can deliver the tokens and leaves income for the creator.
 * @throws ColdpressError `conflict` when they are too many, `invalid` for a price that is too low; of the
 * builder
 */
export const requirePossible = (
  studio: Pick<Studio, 'network'>,
  collection: CollectionRow,
  sale: {
    readonly request: SaleRequest
    readonly tokens: readonly StoredTokenRow[]
    readonly parameters: ProtocolParameters
    readonly slot: bigint
  },
): void => {
  const { tokens, parameters, slot } = sale
  const metadata = metadataOf(collection)
  const context = { network: studio.network, parameters, slot }
  const terms = {
    policy: mintPolicyOf(collection, undefined, slot),
    tokens: tokens.map((row) => ({
      assetName: Buffer.from(row.asset_name),
      metadata: metadata(row),
    })),
    payouts: payoutShares(collection.payout_address),
  }
  const most = maxTokensOfSale(context, terms)
  if (most < tokens.length) throw tooMany(sale.request, tokens.length, most)
  const least = eachOf(minPrice(context, terms), tokens.length)
  const price = BigInt(sale.request.price)
  if (price < least) throw tooCheap(price, least)
}

const tooMany = ({ type }: SaleRequest, wanted: number, most: number): ColdpressError =>
  new ColdpressError(
    'conflict',
    `${type === 'fixed' ? 'tokens' : 'quantity'}: ${wanted} wanted, but with their metadata only ${most} of them fit one transaction. Sell fewer at a time.`,
    { details: { most } },
  )

/** Per token, rounded up: prices are per token. */
const eachOf = (total: bigint, count: number): bigint =>
  (total + BigInt(count) - 1n) / BigInt(count)

const tooCheap = (price: bigint, least: bigint): ColdpressError =>
  new ColdpressError(
    'invalid',
    `price: ${adaText(price, 'ADA')} for one token does not cover the fee and the ADA sent with the tokens; the minimum price is ${adaText(least, 'ADA')}`,
    { details: { minPrice: String(least) } },
  )
