import { ColdpressError } from '#values/errors/errors.ts'
import { describeIssues } from '#values/errors/issues.ts'
import { limits } from '#values/bounds/limits.ts'
import { event, type WireEvent } from '#contract/events/event.ts'

/** An event to store: its original text, and the fields to search by. */
export type ReadEvent = {
  readonly raw: string
  readonly event: WireEvent
  /** Every text and number in it, for the search. */
  readonly words: string
}

/** UTF-16 units of one event that are searched; an image in base64 is not worth searching. */
const maxSearched = 32_768

/**
 * @param raw JSON of one event, of any size that the caller allows
 * @throws ColdpressError `invalid`, never with a piece of the text in it
 */
export const readEvent = (raw: string): ReadEvent => {
  const value = parse(raw)
  const words = wordsOf(value)
  const read = event.safeParse(value)
  if (read.success) return { raw, event: read.data, words }
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  throw invalid(isObject ? describeIssues(read.error) : 'not a JSON object')
}

const invalid = (message: string): ColdpressError => new ColdpressError('invalid', message)

const parse = (raw: string): unknown => {
  try {
    return JSON.parse(raw)
  } catch {
    throw invalid('not valid JSON, or cut off')
  }
}

/** Level by level, not by recursion, because the sender chooses the depth. */
const wordsOf = (value: unknown): string => {
  const words: string[] = []
  let level: readonly unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limits.jsonDepth) throw invalid(`nested deeper than ${limits.jsonDepth} levels`)
    for (const one of level) {
      if (typeof one === 'string' || typeof one === 'number') words.push(String(one))
    }
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    )
  }
  return words.join('\n').slice(0, maxSearched).toWellFormed()
}
