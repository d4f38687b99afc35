import { z } from 'zod'
// Words the errors of every schema that has no words of its own.
import '../errors/issues.ts'
import { limits } from './limits.ts'

/**
 * The types that every schema is made of. Each text, list and record from outside has a maximum,
 * and a longer one is rejected before anything reads it. `abort`: a later check, such as decoding
 * an address, does not run on text that is too long.
 */
const textUpTo = (most: number) =>
  z.string().max(most, {
    abort: true,
    error: ({ input }) =>
      `${typeof input === 'string' ? input.length : 'too many'} characters, at most ${most} allowed`,
  })

/** An id, a hash, a name of a state, an amount, a time, an address, a path, a URL. */
export const shortText = textUpTo(limits.shortTextChars)

/** A sentence and what it quotes, a description, a value that a person wrote. */
export const longText = textUpTo(limits.longTextChars)

/** Text that a form requires: not blank. */
export const filled = (text: z.ZodString) => text.refine((given) => given.trim() !== '', 'Required')

/** A file's text, an image as text, a column of JSON. */
export const documentText = textUpTo(limits.documentChars)

/** A point in time as ISO 8601 has it, in UTC. */
export const isoTime = z.iso.datetime().max(limits.shortTextChars, { abort: true })

export const listOf = <T extends z.ZodType>(item: T) =>
  z.array(item).max(limits.listItems, {
    abort: true,
    error: ({ input }) =>
      `${Array.isArray(input) ? input.length : 'too many'} items, at most ${limits.listItems} allowed`,
  })

/**
 * A record of names from outside. The name `__proto__` is rejected: zod, like an assignment to an
 * object, would drop it silently. `constructor` and `prototype` are ordinary names.
 */
export const recordOf = <V extends z.ZodType>(
  value: V,
  name: z.ZodType<string, string> = longText,
  most: number = limits.recordNames,
) =>
  z.preprocess(
    (given: Record<string, z.input<V>>, context) => {
      const error = recordError(given, most)
      if (error === undefined) return given
      context.addIssue({ code: 'custom', message: error })
      return z.NEVER
    },
    z.record(name, value).meta({ maxProperties: most }),
  )

/**
 * A record of anything, which stays the one that came. A copy would take 9 kB for each token: V8 gives
 * a new object room for a thousand numbered values when it gets the name "721", CIP-25's label.
 */
export const anyRecord = z
  .custom<Record<string, unknown>>(
    (given) => isRecord(given) && recordError(given, limits.recordNames) === undefined,
    { error: ({ input }) => recordError(input, limits.recordNames) ?? 'must be an object' },
  )
  .meta({ type: 'object', additionalProperties: {}, maxProperties: limits.recordNames })

const isRecord = (given: unknown): boolean =>
  typeof given === 'object' && given !== null && !Array.isArray(given)

const recordError = (given: unknown, most: number): string | undefined => {
  if (typeof given !== 'object' || given === null) return undefined
  if (Object.hasOwn(given, '__proto__')) return 'the name __proto__ is not allowed; rename it'
  const { length } = Object.keys(given)
  return length > most ? `${length} names, at most ${most} allowed` : undefined
}

export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [name: string]: Json }

export const isJsonObject = (value: unknown): value is Readonly<Record<string, Json>> =>
  isRecord(value)

/**
 * A value as JSON.parse returns it, unchanged. zod's own JSON schema would lose a key named
 * `__proto__`. Whoever reads the text limits its size.
 */
export const jsonValue = z.custom<Json>((value) => isJson(value, limits.jsonDepth), 'not JSON')

const isJson = (value: unknown, depth: number): value is Json => {
  if (typeof value !== 'object' || value === null)
    return (
      value === null ||
      typeof value === 'string' ||
      typeof value === 'boolean' ||
      Number.isFinite(value)
    )
  return depth > 0 && Object.values(value).every((part) => isJson(part, depth - 1))
}
