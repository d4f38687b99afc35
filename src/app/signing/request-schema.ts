import { z } from 'zod'
import { recordOf, shortText } from '#values/bounds/bounded.ts'
import { limits } from '#values/bounds/limits.ts'
import { networks } from '#values/networks/networks.ts'
import { charsOf, isWellFormed } from '#values/text/text.ts'
import { hexOf } from '#contract/fields.ts'
import { walletId } from '#keys/public-wallet.ts'
import { thumbnailLimits, requestThumbnailTypes } from './thumbnails.ts'

/** docs/signing-request.md documents each field. */

export const requestFormat = 'coldpress-signing-request'
export const requestVersion = 2

export const requestLimits = {
  fileBytes: limits.signingRequestBytes,
  transactions: limits.signingRequestTransactions,
  parents: limits.mintParents,
  resolvedInputs: 4_000,
  scripts: 64,
  /** One sale of a transaction; deriving one takes a millisecond. */
  paymentKeys: limits.signingRequestTransactions,
  addresses: 64,
  textChars: 120,
  /** Limit of any hex field: longer transactions are not read. */
  hexChars: 2 * 8 * limits.transactionBytes,
} as const

/** One line for people: no line breaks, control characters or text direction marks. */
const line = shortText
  .refine((text) => isWellFormed(text) && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text), {
    error: 'holds characters that cannot be shown in one line',
  })
  .refine((text) => text.trim() !== '' && charsOf(text) <= requestLimits.textChars, {
    error: `not 1 to ${requestLimits.textChars} characters`,
  })

/** 0 to 2^64 - 1 as text: JavaScript's safe integers are smaller. */
const decimal = z
  .string()
  .regex(/^(?:0|[1-9]\d{0,19})$/u, 'not a whole number written as text')
  .transform(BigInt)
  .refine((value) => value < 2n ** 64n, 'above 2^64 - 1')

const count = z.int().min(1).max(1_000_000)

const date = z.iso
  .datetime({ offset: true, error: 'not a time such as 2026-05-01T12:00:00Z' })
  .max(limits.shortTextChars, { abort: true })

const unit = z.string().regex(/^[0-9a-f]{56}(?:[0-9a-f]{2}){0,32}$/u, 'no policy ID with a name')

const hex = z
  .string()
  .max(requestLimits.hexChars, `more than ${requestLimits.hexChars} digits`)
  .regex(/^(?:[0-9a-f]{2})+$/iu, 'not hex')

/** No address of any era is longer (CIP-19); Byron ones with their attributes come nearest. */
const address = z.string().max(limits.addressChars, `more than ${limits.addressChars} characters`)

const expectation = z.object({
  policy_id: hexOf(28).nullish(),
  lock_slot: decimal.nullish(),
  has_minted: z.boolean().nullish(),
  awaits_royalty: z.boolean().nullish(),
  addresses: z
    .array(z.object({ address, label: line }))
    .max(requestLimits.addresses)
    .default([]),
})
export type ExpectationJson = z.output<typeof expectation>

const protocolParameters = z.object({
  as_of: date,
  min_fee_a: decimal,
  min_fee_b: decimal,
  coins_per_utxo_byte: decimal,
  max_tx_bytes: count,
  max_value_bytes: count,
  key_deposit: decimal,
  pool_deposit: decimal,
})

const fields = {
  format: z.literal(requestFormat),
  created_at: date,
  title: line,
  collection_name: line.nullish(),
  network: z.enum(networks),
  transactions: z
    .array(z.object({ type: z.string().max(100), description: z.string().max(1000), cborHex: hex }))
    .min(1)
    .max(requestLimits.transactions),
  resolved_inputs: z
    .array(
      z.object({
        tx_id: hexOf(32),
        index: z.int().min(0).max(0xffff),
        address,
        lovelace: decimal,
        assets: recordOf(decimal, unit).default({}),
        is_special: z.boolean().default(false),
      }),
    )
    .max(requestLimits.resolvedInputs)
    .default([]),
  scripts: z.array(hex).max(requestLimits.scripts).default([]),
  payment_keys: z
    .array(
      z.object({
        key_hash: hexOf(28),
        wallet: walletId,
        index: z.int().min(0).max(0x7fff_ffff),
      }),
    )
    .max(requestLimits.paymentKeys)
    .default([]),
  protocol_parameters: protocolParameters.nullish(),
  thumbnails: z
    .array(
      z.object({
        name: line,
        media_type: z.enum(requestThumbnailTypes),
        data: z.base64().max(Math.ceil(thumbnailLimits.bytes / 3) * 4, {
          error: `more than ${thumbnailLimits.bytes} bytes`,
        }),
      }),
    )
    .max(thumbnailLimits.count)
    .default([]),
}

/** Version 1 had no parents, and one expectation for all transactions. */
const version1 = z.object({
  ...fields,
  version: z.literal(1),
  expected: expectation.prefault({}),
})

const version2 = z.object({
  ...fields,
  version: z.literal(requestVersion),
  parents: z.array(hex).max(requestLimits.parents).default([]),
  expected: z.array(expectation.nullable()).max(requestLimits.transactions).default([]),
})

export const requestSchema = z.discriminatedUnion('version', [version1, version2])
export type RequestJson = z.output<typeof requestSchema>
