import { setImmediate as nextTurn } from 'node:timers/promises'
import { ColdpressError, messageOf } from '#values/errors/errors.ts'
import type { Origin } from './add-events.ts'
import { type ReadEvent, readEvent } from './read-event.ts'
import type { ReceivedEvents } from './received-events.ts'

export type EventsImported = {
  readonly added: number
  /** Events that were already stored. */
  readonly known: number
  /** What could not be read: by its line (NDJSON) or its place in the array, from 1. */
  readonly bad: readonly { readonly number: number; readonly error: string }[]
}

/** `path` is for messages. */
export type EventFile = { readonly path: string; readonly bytes: Uint8Array }

/** The text of a file of events. @throws ColdpressError `invalid` */
export const eventTextOf = ({ path, bytes }: EventFile): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new ColdpressError('invalid', `${path} is not UTF-8 text, so it holds no events.`, {
      cause: error,
    })
  }
}

const perTransaction = 500

/**
 * Imports the events of a file: a JSON array, one event, or one event on each line (NDJSON).
 * Reports what it cannot read and imports the rest. Yields to other work between transactions.
 */
export const importEvents = async (
  events: Pick<ReceivedEvents, 'receive'>,
  text: string,
  origin: Origin,
): Promise<EventsImported> => {
  const bad: EventsImported['bad'][number][] = []
  let batch: ReadEvent[] = []
  let [added, known] = [0, 0]
  const flush = (): void => {
    const taken = events.receive(batch, origin)
    added += taken.added.length
    known += taken.known
    batch = []
  }
  for (const { number, raw } of piecesOf(text.replace(/^\u{feff}/u, ''))) {
    try {
      batch.push(readEvent(raw))
    } catch (error) {
      bad.push({ number, error: messageOf(error) })
    }
    if (batch.length === perTransaction) {
      flush()
      await nextTurn()
    }
  }
  if (batch.length > 0) flush()
  return { added, known, bad }
}

type Piece = { readonly number: number; readonly raw: string }

const piecesOf = (text: string): Iterable<Piece> => {
  const start = text.trimStart()
  if (start.startsWith('[')) return elementsOf(start)
  // an event that is spread over lines is one; a line of its own is one too
  return start.startsWith('{') && isJson(start) ? [{ number: 1, raw: start.trim() }] : linesOf(text)
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function* linesOf(text: string): Generator<Piece> {
  let number = 0
  for (let from = 0; from < text.length;) {
    const found = text.indexOf('\n', from)
    const end = found === -1 ? text.length : found
    number += 1
    const raw = text.slice(from, end).trim()
    if (raw !== '') yield { number, raw }
    from = end + 1
  }
}

/**
 * The elements of an array in their original text, which parsing and writing would change. The
 * reader of each checks whether it is JSON.
 */
function* elementsOf(text: string): Generator<Piece> {
  const marks = /["\\[\]{},]/gu
  let [number, depth, from, inString] = [0, 0, 1, false]
  const upTo = (end: number): readonly Piece[] => {
    const raw = text.slice(from, end).trim()
    from = end + 1
    if (raw === '') return []
    number += 1
    return [{ number, raw }]
  }
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    const [sign] = mark
    if (sign === '\\' && inString) marks.lastIndex += 1
    else if (sign === '"') inString = !inString
    else if (inString) continue
    else if (sign === '[' || sign === '{') depth += 1
    else if (sign === ',' && depth === 1) yield* upTo(mark.index)
    else if (sign === ']' || sign === '}') {
      depth -= 1
      if (depth > 0) continue
      yield* upTo(mark.index)
      break
    }
  }
  // a truncated element, or text after the array's end, is not an event
  yield* upTo(text.length)
}
