import { z } from 'zod'
import { ColdpressError, isColdpressError, messageOf } from '../../../shared/errors.ts'
import type { MintingClient } from '../../api/client.ts'
import type { Database } from '../../db/database.ts'
import { type ReadEvent, readEvent } from './read-event.ts'
import type { ReceivedEvents } from './received-events.ts'

export type CaughtUp = {
  readonly added: number
  readonly known: number
  /** What the service listed that is no event. */
  readonly bad: readonly string[]
}

const perTransaction = 100

type Source = {
  readonly db: Database
  readonly events: Pick<ReceivedEvents, 'take'>
  readonly client: Pick<MintingClient, 'events'>
  readonly accountId: string
  /** The account's name, for messages. */
  readonly name: string
  readonly signal?: AbortSignal
}

/**
 * Takes what a service's list of events holds and is not here: from the newest back to the one that
 * was the newest when the list was last read to its end. That mark moves only when this time's end
 * was reached, so what an interruption left out is read the next time, and what is here already is
 * not taken twice. One more is looked at behind the mark: a list that turns out not to go from the
 * newest back is read whole, this time and the next.
 * @throws ColdpressError as every call, `not_found` with a sentence when the service has no list
 */
export const catchUpEvents = async (source: Source): Promise<CaughtUp> => {
  const { db, events, accountId } = source
  const mark = markOf(db, accountId)
  const bad: string[] = []
  let newest: string | undefined
  const order = newestFirstSoFar()
  let reached = false
  let batch: ReadEvent[] = []
  let [added, known] = [0, 0]
  const flush = (): void => {
    const taken = events.take(batch, { accountId, via: 'list' })
    added += taken.added.length
    known += taken.known
    batch = []
  }
  for await (const item of listOf(source)) {
    const read = readItem(item)
    if (typeof read === 'string') {
      bad.push(read)
      continue
    }
    newest ??= read.event.id
    const inOrder = order(read)
    if (reached && inOrder) break
    reached ||= read.event.id === mark
    if (read.event.id === mark) continue
    batch.push(read)
    if (batch.length === perTransaction) flush()
  }
  if (batch.length > 0) flush()
  if (newest !== undefined && order()) setMark(db, accountId, newest)
  return { added, known, bad }
}

/** Whether none was newer than the one before it, by the times that the service tells. */
const newestFirstSoFar = (): ((next?: ReadEvent) => boolean) => {
  let last = Number.POSITIVE_INFINITY
  let holds = true
  return (next) => {
    const at = next?.event.create_date ?? last
    holds &&= at <= last
    last = at
    return holds
  }
}

/** The list comes parsed: its text is written anew. */
const readItem = (item: unknown): ReadEvent | string => {
  try {
    return readEvent(JSON.stringify(item))
  } catch (error) {
    return messageOf(error)
  }
}

async function* listOf({ client, name, signal }: Source): AsyncGenerator {
  try {
    yield* client.events({ order: 'desc', signal })
  } catch (error) {
    if (!isColdpressError(error, 'not_found') && !isColdpressError(error, 'not_implemented')) {
      throw error
    }
    throw new ColdpressError(
      'not_found',
      `The service of ${name} has no list of events (it answered ${String(error.details['status'])}), so there is nothing to catch up from. It tells events to a webhook alone: receive them with coldpress events listen.`,
      { cause: error },
    )
  }
}

const markRow = z.object({ value: z.string() })

const markOf = (db: Database, accountId: string): string | undefined =>
  db.get(markRow, 'SELECT value FROM received_marks WHERE name = :name', {
    name: nameOf(accountId),
  })?.value

const setMark = (db: Database, accountId: string, value: string): void => {
  db.run(
    `INSERT INTO received_marks (name, value) VALUES (:name, :value)
     ON CONFLICT (name) DO UPDATE SET value = :value`,
    { name: nameOf(accountId), value },
  )
}

const nameOf = (accountId: string): string => `list/${accountId}`
