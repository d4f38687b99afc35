import { z } from 'zod'
import { isJsonObject, listOf, shortText } from '#values/bounds/bounded.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { fieldIssues, issueText, listIssues } from '#values/errors/issues.ts'
import { limits } from '#values/bounds/limits.ts'
import { jsonTextOf, parseJsonText } from '#values/text/read-json-text.ts'
import { rateOfPercent } from '#values/amounts/percent.ts'
import { quoted } from '#values/text/text.ts'
import { addressPieces } from '#contract/royalty/royalty-text.ts'
import {
  type CollectionRequest,
  collectionRequest,
  fileTemplate,
  metadataTemplate,
  payoutShare,
  royaltyRequest,
} from '#contract/collections/collection.ts'
import { collectionErrors } from '#contract/collections/errors.ts'
import { type PolicyRequest, policyRequest } from '#contract/policies/policy.ts'
import { metadataTemplateErrors } from './collection-check.ts'

/** A percentage with its sign is a rate: `"5%"` is 0.05. A number above 1 might be either, and is refused. */
const rateInFile = z.unknown().transform((rate, context) => {
  if (typeof rate === 'number' && rate > 1) {
    context.addIssue(`${rate} is above 1, which is 100 %; write "${rate}%" for ${rate} percent`)
    return z.NEVER
  }
  if (typeof rate !== 'string' || !rate.trim().endsWith('%')) return rate
  const read = rateOfPercent(rate.trim().slice(0, -1).trim())
  if (read !== undefined) return read
  context.addIssue(`${quoted(rate)} is no percentage from 0% to 100%`)
  return z.NEVER
})

/** The address is one text here, which the request has in pieces. */
const fileRoyalty = z
  .object({
    address: z.preprocess(
      (address) => (typeof address === 'string' ? addressPieces(address) : address),
      royaltyRequest.shape.address,
    ),
    rate: rateInFile.pipe(royaltyRequest.shape.rate),
  })
  .strict()

/**
 * The interface's request, but strict: a service ignores a field that it does not know, and who
 * mistyped one would learn of it when the collection is minted.
 */
const collectionFile = collectionRequest
  .extend({
    payout_address: z.union([shortText.min(1, 'empty'), listOf(payoutShare.strict()).min(1)]),
    policy: policyRequest.strict(),
    metadata: metadataTemplate
      .extend({ files: listOf(fileTemplate.strict()).max(limits.recordNames).optional() })
      .strict()
      .optional(),
    royalty: fileRoyalty.optional(),
  })
  .strict()

/**
 * Reads a file that describes a collection to create, and says every error with its field.
 * @param policy in place of the one in the file, which may have none then
 * @throws ColdpressError `invalid`
 */
export const readCollectionFile = (
  file: string,
  bytes: Uint8Array,
  policy?: PolicyRequest,
): CollectionRequest => {
  const json = parseJson(file, bytes)
  const read = collectionFile.safeParse(policy === undefined ? json : { ...json, policy })
  const errors = read.success
    ? requestErrors(read.data)
    : fieldIssues(read.error.issues).map(issueText)
  if (read.success && errors.length === 0) return read.data
  throw new ColdpressError(
    'invalid',
    `${file} is not a collection request. Correct these fields: ${listIssues(errors, 10)}.`,
  )
}

const parseJson = (file: string, bytes: Uint8Array): Readonly<Record<string, unknown>> => {
  const text = jsonTextOf(bytes)
  const parsed =
    text === undefined ? { error: 'it is neither UTF-8 nor UTF-16 text.' } : parseJsonText(text)
  if ('value' in parsed && isJsonObject(parsed.value)) return parsed.value
  const why = 'value' in parsed ? 'is not a collection request.' : `cannot be read: ${parsed.error}`
  throw errorBy(
    collectionErrors,
    'no_collection_json',
    {},
    `${file} ${why} It must be one JSON object, which begins with {.`,
  )
}

const requestErrors = ({ policy, metadata = {} }: CollectionRequest): readonly string[] => [
  ...(!policy.lock && typeof policy.lock_time === 'string'
    ? ['policy.lock_time: given, but policy.lock is false; set it to true or leave the time out']
    : []),
  ...metadataTemplateErrors(metadata).map(({ path, message }) => `${path}: ${message}`),
]
