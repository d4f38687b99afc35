import { z } from 'zod'
import { listOf, longText, shortText } from '#values/bounds/bounded.ts'
import { bytesOf, charsOf, isWellFormed } from '#values/text/text.ts'
import { countText } from '#values/text/format.ts'

/**
 * Text with limits in code points and bytes. The message completes a sentence that starts with the
 * field's path.
 */
export const boundedText = (rule: { minChars: number; maxChars: number; maxBytes: number }) =>
  shortText.superRefine((value, context) => {
    const error = textError(value, rule)
    if (error !== undefined) context.addIssue({ code: 'custom', message: error })
  })

/**
 * The first rule that `value` breaks; the message completes a sentence that starts with the path.
 */
export const textError = (
  value: string,
  rule: { minChars: number; maxChars: number; maxBytes: number },
): string | undefined => {
  if (!isWellFormed(value)) return 'not valid Unicode text (a lone surrogate)'
  if (fitsByLength(value.length, rule)) return undefined
  const chars = charsOf(value)
  if (chars < rule.minChars)
    return `${countText(chars, 'character')}, at least ${rule.minChars} required`
  if (chars > rule.maxChars)
    return `${countText(chars, 'character')}, at most ${rule.maxChars} allowed`
  const bytes = bytesOf(value)
  if (bytes > rule.maxBytes) return `${bytes} bytes in UTF-8, at most ${rule.maxBytes} allowed`
  return undefined
}

/**
 * Whether the number of UTF-16 units alone proves that the text fits: a character has one or two,
 * and a unit at most 3 bytes.
 */
const fitsByLength = (
  units: number,
  rule: { minChars: number; maxChars: number; maxBytes: number },
): boolean => units >= 2 * rule.minChars && units <= rule.maxChars && 3 * units <= rule.maxBytes

/** Any text that UTF-8 can hold. */
export const wellFormed = longText.refine(isWellFormed, 'not valid Unicode text (a lone surrogate)')

/**
 * A tag placeholder: a word in angle brackets, such as `<color>` (interface, "Token"), or several
 * with a blank between them, which count as a tag where nothing else stands beside it.
 */
export const tagPattern = /^<([^<>\s]+(?: [^<>\s]+)*)>$/u

/** RFC 6838 type and subtype, without parameters. */
export const mediaType = shortText.regex(
  /^[a-z]+\/[a-z0-9][a-z0-9!#$&^_.+-]*$/iu,
  'not a MIME type such as image/png',
)

/** ISO 8601 in UTC; a date alone means midnight UTC. Output: `2027-02-24T00:00:00.000Z`. */
export const utcTime = shortText.transform((value, context) => {
  const shape =
    /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?<zone>Z|[+-]\d{2}:\d{2})?)?$/u.exec(
      value,
    )
  const hasTime = value.includes('T')
  const millis = shape
    ? Date.parse(hasTime && shape.groups?.['zone'] === undefined ? `${value}Z` : value)
    : Number.NaN
  const sameDay = Number.isNaN(millis) || isRealDay(value)
  if (Number.isNaN(millis) || !sameDay) {
    context.addIssue({
      code: 'custom',
      message: 'not an ISO 8601 time such as 2027-02-24T00:00:00Z',
    })
    return z.NEVER
  }
  return new Date(millis).toISOString()
})

/** `Date.parse` turns 31 February into March; a lock date must not change silently. */
const isRealDay = (value: string): boolean => {
  const day = value.slice(0, 10)
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
}

export const hexOf = (bytes: number) =>
  shortText.regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`, 'iu'), `not ${bytes} bytes of hex`)

/** Sentences about what was accepted and may still be a mistake; absent where there is none. */
export const warnings = listOf(longText).optional()

/** How far work is that counts its items; `secondsLeft` null: nobody can say yet. */
export const countedProgress = z.object({
  done: z.int(),
  total: z.int(),
  secondsLeft: z.number().nullable(),
})
export type CountedProgress = z.output<typeof countedProgress>

/** A time of somebody else's service: ISO 8601, or Unix milliseconds, which its SDK declares for some. */
export const serviceTime = z.union([
  shortText,
  z
    .int()
    .nonnegative()
    .max(8.64e15)
    .transform((millis) => new Date(millis).toISOString()),
])

/**
 * The same object, with the fields that this version does not know as they came. The type leaves them
 * out: {@link unknownFields} lists them for people.
 */
export const keepUnknown = <Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
): z.ZodObject<Shape> => schema.loose()

/** The fields of an answer that its schema does not know: a name, and the value as text. */
export const unknownFields = (
  { shape }: z.ZodObject,
  answer: object,
): readonly (readonly [name: string, value: string])[] =>
  Object.entries(answer)
    .filter(([name, value]) => !Object.hasOwn(shape, name) && value !== null)
    .map(([name, value]: [string, unknown]) => [
      name,
      cut(typeof value === 'string' ? value : JSON.stringify(value)),
    ])

/** Longer values are read in `--json`. */
const longestUnknown = 300

const cut = (value: string): string =>
  value.length > longestUnknown ? `${value.slice(0, longestUnknown)}…` : value
