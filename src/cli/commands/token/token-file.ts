import type { z } from 'zod'
import { listOf } from '#values/bounds/bounded.ts'
import { limits } from '#values/bounds/limits.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { fieldIssues, issueText, listIssues } from '#values/errors/issues.ts'
import { jsonTextOf, parseJsonText } from '#values/text/read-json-text.ts'
import {
  type TokenChange,
  tokenChange,
  type TokenRequest,
  tokenRequest,
} from '#contract/tokens/token.ts'

/** Strict, as a service ignores a field that it does not know. A price is set where it is asked about. */
const tokensInFile = listOf(tokenRequest.omit({ price: true }).strict())
  .min(1, 'empty, at least 1 token required')
  .max(limits.tokensPerRequest, `at most ${limits.tokensPerRequest} tokens at once`)
const changeInFile = tokenChange.omit({ price: true, status: true }).strict()

/** Reads the file of `token add`. @throws ColdpressError `invalid` with each wrong field */
export const readTokenFile = (file: string, bytes: Uint8Array): readonly TokenRequest[] =>
  parse(file, bytes, tokensInFile, 'It is a list of tokens, beginning with [.')

/** Reads the file of `token update`. @throws ColdpressError `invalid` with each wrong field */
export const readTokenChange = (file: string, bytes: Uint8Array): TokenChange =>
  parse(file, bytes, changeInFile, 'It is an object with the fields to change, beginning with {.')

const parse = <Output>(
  file: string,
  bytes: Uint8Array,
  schema: z.ZodType<Output>,
  shape: string,
): Output => {
  const text = jsonTextOf(bytes)
  const parsed =
    text === undefined ? { error: 'it is neither UTF-8 nor UTF-16 text.' } : parseJsonText(text)
  if (!('value' in parsed))
    throw new ColdpressError('invalid', `${file} cannot be read: ${parsed.error} ${shape}`)
  const read = schema.safeParse(parsed.value)
  if (read.success) return read.data
  const errors = fieldIssues(read.error.issues).map(issueText)
  throw new ColdpressError(
    'invalid',
    `${file}: ${listIssues(errors, 10)} ${shape} Nothing was sent.`,
  )
}
