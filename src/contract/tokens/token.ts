import { z } from 'zod'
import {
  anyRecord,
  documentText,
  listOf,
  longText,
  recordOf,
  shortText,
} from '#values/bounds/bounded.ts'
import { limits } from '#values/bounds/limits.ts'
import {
  boundedText,
  keepUnknown,
  mediaType,
  serviceTime,
  tagPattern,
  warnings,
  wellFormed,
} from '../fields.ts'
import { policy } from '../policies/policy.ts'
import { attributeValue, textPieces } from './attribute-value.ts'
import { exampleIds, exampleTime } from '../examples.ts'
import { exampleToken, exampleTokenRequest } from './examples.ts'

/** A tag: the placeholder `<color>` or its bare word. Output: `<color>`. */
const tag = shortText
  .transform((value) => (value.startsWith('<') ? value : `<${value}>`))
  .refine((value) => tagPattern.test(value), 'not a tag such as <color>')
  .meta({ pattern: '^(<[^<>\\s]+( [^<>\\s]+)*>|[^<>\\s]+( [^<>\\s]+)*)$' })

/** Lovelace. A token with a price has a page where visitors can buy it. */
const price = z.int('not a whole number of lovelace').positive('not above 0')

const description = z.union([boundedText(limits.tokenText), textPieces])

export const tokenRequest = z.object({
  name: boundedText(limits.tokenText),
  asset_name: boundedText(limits.tokenText),
  description: description.optional(),
  media_type: mediaType.optional(),
  /** A list of the pieces of its address stays a list on chain. */
  image: z.union([documentText.min(1, 'empty, an image is required'), textPieces]),
  metadata_attributes: listOf(z.object({ tag, value: attributeValue }))
    .max(limits.recordNames)
    .optional(),
  custom_attributes: recordOf(attributeValue, wellFormed).optional(),
  price: price.optional(),
})
export type TokenRequest = z.output<typeof tokenRequest>
/** What a client may send: like {@link TokenRequest}, with tags in either form. */
export type TokenRequestInput = z.input<typeof tokenRequest>

/**
 * A hosted service may send others; clients keep unknown ones. `BURNED` is Coldpress's own: the token
 * was minted, and its burn is confirmed. Until then a token to burn stays `COMPLETED`.
 */
export const tokenStatuses = [
  'UPLOADING_CONTENT',
  'OPEN',
  'FOR_SALE',
  'RESERVED',
  'MINTING',
  'COMPLETED',
  'BURNED',
  'EXPIRED',
] as const
export type TokenStatus = (typeof tokenStatuses)[number]

/** What a sentence says of a token: that it "is minted". */
export const tokenStatusWords: Readonly<Record<TokenStatus, string>> = {
  UPLOADING_CONTENT: 'being uploaded',
  OPEN: 'held back',
  FOR_SALE: 'ready',
  RESERVED: 'reserved',
  MINTING: 'being minted',
  COMPLETED: 'minted already',
  BURNED: 'burned',
  EXPIRED: 'expired',
}
/** Once a buyer may be paying for a token, it must stay what it is; so must what was on chain. */
export const fixedStatuses: ReadonlySet<string> = new Set<TokenStatus>([
  'RESERVED',
  'MINTING',
  'COMPLETED',
  'BURNED',
])

export const addTokensRequest = z
  .object({
    tokens: listOf(tokenRequest)
      .min(1, 'empty, at least 1 token required')
      .max(limits.tokensPerRequest, {
        error: ({ input }) =>
          `${Array.isArray(input) ? input.length : 'too many'} tokens, at most ${limits.tokensPerRequest} allowed`,
      }),
  })
  .meta({ id: 'AddTokensRequest', examples: [exampleTokenRequest] })

/** What PATCH can change; null removes a value. */
export const tokenChange = tokenRequest
  .extend({
    description: description.nullable(),
    media_type: mediaType.nullable(),
    price: price.nullable(),
    status: z
      .enum(tokenStatuses)
      .describe(
        'OPEN holds a token back that is FOR_SALE: nothing draws it and no page shows it. FOR_SALE releases it.',
      ),
  })
  .partial()
  .meta({ id: 'TokenChange', examples: [{ price: 30_000_000, status: 'OPEN' }] })
export type TokenChange = z.output<typeof tokenChange>

/** As a service answers it, whatever limits it has. */
export const answeredValue = z.union([documentText, z.number(), listOf(longText)])

export const token = z
  .object({
    id: shortText,
    asset_name: shortText,
    name: longText,
    fingerprint: shortText.nullish(),
    status: shortText,
    description: z.union([longText, listOf(longText)]).nullish(),
    image: z.union([documentText, listOf(documentText)]).nullish(),
    media_type: shortText.nullish(),
    metadata_attributes: listOf(
      z.object({ name: longText.nullish(), value: answeredValue, tag: shortText }),
    ).nullish(),
    custom_attributes: recordOf(answeredValue).nullish(),
    policy: policy.nullish(),
    /** On-chain metadata: any JSON, as the service sent it. */
    metadata: anyRecord.nullish(),
    price: z.number().nullish(),
    /** The page where visitors can buy it; present when it has a price. */
    payment_link: shortText.nullish(),
    /** Errors that allow storing the token but not minting it. */
    warnings,
    /** Coldpress's own: its price counts only once the vault of its creator, which is elsewhere, has confirmed it. */
    awaits_confirmation: z.literal(true).optional(),
    /** Coldpress's own: a buyer has paid for it, in a sale that is completed. */
    is_sold: z.literal(true).optional(),
    created_at: shortText,
    updated_at: shortText,
  })
  .meta({ id: 'Token', examples: [exampleToken] })
/** A token of the studio, which states everything. */
export type WholeToken = z.output<typeof token>

/** A token as any service states it. */
export const sparseToken = keepUnknown(
  token.extend({ created_at: serviceTime.nullish(), updated_at: serviceTime.nullish() }),
)
export type Token = z.output<typeof sparseToken>

export const addTokensResponse = z
  .object({ data: listOf(token), status_code: z.int() })
  .meta({ id: 'AddedTokens', examples: [{ data: [exampleToken], status_code: 201 }] })

export const sparseAddedTokens = z.object({ data: listOf(sparseToken) })

/** The hosted service's SDK declares that a changed token is answered like added ones. */
export const sparseChangedToken = z.union([
  sparseToken,
  z.object({ data: z.tuple([sparseToken]) }).transform(({ data: [changed] }) => changed),
])

/** A token as a search of all collections answers it. */
export const foundToken = z
  .object({
    id: shortText,
    collection_id: shortText,
    name: longText,
    asset_name: shortText,
    image: longText,
  })
  .meta({
    id: 'FoundToken',
    examples: [
      {
        id: exampleIds.token,
        collection_id: exampleIds.collection,
        name: exampleToken.name,
        asset_name: exampleToken.asset_name,
        image: exampleToken.image,
      },
    ],
  })
export type FoundToken = z.output<typeof foundToken>

export const tokenDeleted = z
  .object({
    deleted: z.literal(true),
    deleted_token_id: shortText,
    deleted_at: shortText,
  })
  .meta({
    id: 'TokenDeleted',
    examples: [{ deleted: true, deleted_token_id: exampleIds.token, deleted_at: exampleTime }],
  })

/**
 * A token as people read it, whatever of it a service states: its name, before the one on chain.
 * Every list, notice and question names tokens so; the asset name stands beside it where it has to
 * be typed or compared.
 */
export const tokenName = ({
  name,
  asset_name: assetName,
  id,
}: {
  readonly name?: string | null | undefined
  readonly asset_name?: string | null | undefined
  readonly id?: string | null | undefined
}): string => [name, assetName, id].find(Boolean) ?? 'a token without a name'
