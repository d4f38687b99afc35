import { z } from 'zod'
import { listOf, recordOf, shortText } from '#values/bounds/bounded.ts'
import { adaText, countText, durationWords } from '#values/text/format.ts'
import { percentOfRate } from '#values/amounts/percent.ts'
import { printableJson } from '#values/text/printable.ts'
import { royaltyText } from '#contract/royalty/royalty-text.ts'
import { payoutShare, royaltyRequest } from '#contract/collections/collection.ts'
import { parseAddress } from '#cardano/addresses.ts'
import { derivePaymentAddress } from '#cardano/payment-wallet.ts'
import { decimalText } from '#cardano/decimals.ts'
import { withScriptNote } from '#cardano/receiver-warnings.ts'
import { royaltyTerms } from '#cardano/royalty.ts'
import { isColdpressError } from '#values/errors/errors.ts'
import type { SealKind, Statement } from '../seal/seal.ts'
import { termFacts } from '#contract/sales/sale-terms.ts'

/** @throws ZodError or ColdpressError for a value that no studio states */
type Say = (value: unknown, about: Statement) => string

/** A value as it is, in one line and in quotes if it is text. */
export const asWritten = (value: unknown): string => printableJson(value)

/** `description "A fern"`, `no description` */
const named =
  (name: string): Say =>
  (value) =>
    value === null ? `no ${name}` : `${name} ${asWritten(value)}`

const texts = listOf(shortText)
const eachWritten = (all: readonly string[]): string => all.map(asWritten).join(', ') || 'none'

/** Only what is an address, as the ledger has it, stands without quotes. */
const addressText = (text: string): string => {
  try {
    return parseAddress(text).bech32 === text ? withScriptNote(text) : asWritten(text)
  } catch (error) {
    if (isColdpressError(error, 'invalid')) return asWritten(text)
    throw error
  }
}

const ada = (value: unknown): string =>
  adaText(
    z
      .string()
      .regex(/^\d{1,20}$/u)
      .parse(value),
    'ADA',
  )

const duration = (value: unknown): string => durationWords(BigInt(z.int().parse(value)))

/** Strict: a field inside that has no words here has the whole value shown as it is. */
const payouts = z.union([shortText, listOf(payoutShare.strict())])
const royaltyFacts = royaltyRequest.strict()

const payoutText: Say = (value) => {
  const payout = payouts.parse(value)
  if (typeof payout === 'string') return `paid out to ${addressText(payout)}`
  const shares = payout.map(({ addr, ratio, name }) => {
    const called = name === undefined ? '' : ` (${asWritten(name)})`
    return `${percentOfRate(decimalText(ratio))}% to ${addressText(addr)}${called}`
  })
  return `paid out ${shares.join(', ')}`
}

const royaltyWords = (value: unknown): string => {
  if (value === null) return 'no royalty'
  const { rate, address } = royaltyTerms(royaltyFacts.parse(value))
  return `royalty ${royaltyText({ rate, address: addressText(address) })}`
}

const amounts = recordOf(shortText, shortText)
const pairsText = (value: unknown, between: string): string =>
  Object.entries(amounts.parse(value))
    .map(([name, text]) => `${asWritten(name)} ${between} ${asWritten(text)}`)
    .join(', ') || 'none'

/**
 * Words for every field of every sealed statement, in the order in which they are shown. A field
 * without words is not shown and so is never confirmed: `fact-text.ts` throws.
 */
export const factWords: Readonly<Record<SealKind, Readonly<Record<string, Say>>>> = {
  address: { label: named('label'), confirmedAt: named('time of its confirmation') },
  collection: {
    payout_address: payoutText,
    royalty: royaltyWords,
    policy_id: named('policy'),
    script: named('script'),
    keys_here: (value) => `keys that came with it: ${eachWritten(texts.parse(value))}`,
    metadata: named('metadata'),
  },
  delivery: { address: (value) => `the tokens go to ${addressText(shortText.parse(value))}` },
  delivery_time: {
    seconds: (value) =>
      `who reserves is told that it is signed within ${duration(value)} of the payment`,
  },
  key: {},
  order: {
    kind: named('kind'),
    transactions: (value) => `transactions ${eachWritten(texts.parse(value))}`,
    tokens: (value) => `tokens by their names in hex: ${pairsText(value, 'to')}`,
    receivers: (value) => `other receivers: ${texts.parse(value).map(addressText).join(', ')}`,
    burned: (value) => `burned by their names in hex: ${pairsText(value, 'times')}`,
    held: (value) => (z.boolean().parse(value) ? 'held until its release' : 'not held'),
  },
  payment_key: {
    address: (value) => `address ${addressText(shortText.parse(value))}`,
    key_hash: named('key'),
  },
  royalty: {
    confirmed: (value) =>
      `${royaltyWords(value)}; its token is minted once it is paid for, and can never be changed`,
  },
  sale: {
    price: (value) => `${ada(value)} each`,
    tokens: (value) => `for the tokens ${eachWritten(texts.parse(value))}`,
    confirmations: (value) =>
      `a payment counts after ${countText(z.int().parse(value), 'confirmation')}`,
    wallet: (value) => `paid into the wallet ${asWritten(shortText.parse(value))}`,
    index: (value) => `at its address number ${z.int().parse(value)}`,
    ...termFacts,
  },
  token: {
    price: (value) => (value === null ? 'no price' : `price ${ada(value)}`),
    asset_name: named('asset name'),
    name: named('name'),
    description: named('description'),
    media_type: named('media type'),
    image: named('image'),
    description_pieces: named('description in pieces'),
    image_pieces: named('image in pieces'),
    image_media_type: named('media type of the image'),
    metadata_attributes: named('attributes for tags'),
    custom_attributes: named('attributes of its own'),
    held_back: (value) => (z.literal(true).parse(value) ? 'held back from sale' : ''),
  },
  wallet: {
    account_key: (value, { network }) =>
      `buyers pay to it; its first address is ${derivePaymentAddress(shortText.parse(value), 0, network ?? 'testnet').address}; account key ${asWritten(value)}`,
  },
}
