import { z } from 'zod'
import { listOf, longText, shortText } from '#shared/bounded.ts'
import { ColdpressError } from '#shared/errors.ts'
import { adaText, durationWords } from '#shared/format.ts'
import { royaltyText } from '#shared/royalty-text.ts'
import { royaltyRequest } from '#shared/wire/collection.ts'
import { derivePaymentAddress } from '../cardano/payment-wallet.ts'
import { royaltyTerms } from '../cardano/royalty.ts'
import type { SealKind, Statement } from '../seal/seal.ts'

/**
 * A fact in words, from its statement alone: whoever confirms it may have nothing else of the studio.
 * @param name what the studio calls it, which no seal covers
 */
export const factText = (about: Statement, name: string | null): string => {
  const called = name === null ? '' : ` ${JSON.stringify(name)}`
  return `${subjects[about.kind](about)}${called}: ${wordsOrJson(about)}`
}

/** A file from elsewhere may state facts that no studio states: they are shown as they are. */
const wordsOrJson = (about: Statement): string => {
  try {
    return words[about.kind](about)
  } catch (error) {
    if (error instanceof z.ZodError || error instanceof ColdpressError) return json(about.facts)
    throw error
  }
}

const json = (value: unknown): string => JSON.stringify(value) ?? 'nothing'

type InWords = Readonly<Record<SealKind, (about: Statement) => string>>

const plainSubject = ({ kind, id }: Statement): string => `${kind} ${id}`

const subjects: InWords = {
  address: plainSubject,
  collection: plainSubject,
  delivery: ({ id }) => `receiver of sale ${id}`,
  delivery_time: ({ id }) => `delivery time of collection ${id}`,
  key: plainSubject,
  order: plainSubject,
  payment_key: ({ id }) => `payment address of collection ${id}`,
  royalty: ({ id }) => `royalty of collection ${id}`,
  sale: plainSubject,
  token: ({ id, collection }) => `token ${id} of collection ${collection ?? ''}`,
  wallet: plainSubject,
}

const lovelaceText = z
  .string()
  .regex(/^\d{1,20}$/u)
  .transform((digits) => adaText(BigInt(digits), 'ADA'))
const duration = z.int().transform((seconds) => durationWords(BigInt(seconds)))
const received = z.looseObject({ keys_here: listOf(longText).optional() })
const royaltyFacts = z.looseObject({ confirmed: royaltyRequest })
const timeFacts = z.looseObject({ seconds: duration })
const addressFacts = z.looseObject({ address: shortText })
const walletFacts = z.looseObject({ account_key: shortText })
const tokenFacts = z.looseObject({ price: lovelaceText.nullable() })
const saleFacts = z.looseObject({
  price: lovelaceText,
  tokens: listOf(shortText),
  delivers_within: duration.optional(),
})

const asJson = ({ facts }: Statement): string => json(facts)

const words: InWords = {
  address: asJson,
  collection: ({ facts }) => {
    const { keys_here: here } = received.parse(facts)
    const keys =
      here === undefined ? '' : `, of whose keys ${here.join(', ') || 'none'} came with it`
    return `paid out to ${json(facts['payout_address'])}; royalty ${json(facts['royalty'])}; policy ${json(facts['policy_id'])} with the script ${json(facts['script'])}${keys}; metadata ${json(facts['metadata'])}`
  },
  delivery: ({ facts }) => `the tokens go to ${addressFacts.parse(facts).address}`,
  delivery_time: ({ facts }) =>
    `who reserves is told that it is signed within ${timeFacts.parse(facts).seconds} of the payment`,
  key: asJson,
  order: asJson,
  payment_key: ({ facts }) => addressFacts.parse(facts).address,
  royalty: ({ facts }) =>
    `${royaltyText(royaltyTerms(royaltyFacts.parse(facts).confirmed))}; its token is minted once it is paid for, and can never be changed`,
  sale: ({ facts }) => {
    const { price, tokens, delivers_within: within } = saleFacts.parse(facts)
    const delivery = within === undefined ? '' : `, signed within ${within} of the payment`
    return `${price} each for the tokens ${tokens.join(', ')}${delivery}`
  },
  token: ({ facts }) => {
    const { price } = tokenFacts.parse(facts)
    const sold = ['asset_name', 'name', 'image', 'metadata_attributes', 'custom_attributes']
    return `${price ?? 'no price'} for ${sold.map((name) => json(facts[name])).join(', ')}`
  },
  wallet: ({ facts, network }) => {
    const { account_key: key } = walletFacts.parse(facts)
    const { address } = derivePaymentAddress(key, 0, network ?? 'testnet')
    return `buyers pay to it; its first address is ${address}`
  },
}
