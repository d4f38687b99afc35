import { csvLine } from '#values/text/csv-line.ts'
import { event as wireEvent } from '#contract/events/event.ts'
import type { EventFilter } from './event-query.ts'
import type { ReceivedEvent } from './event-schema.ts'
import type { ReceivedEvents } from './received-events.ts'

/** A table for people and spreadsheets, or each event's original text on its own line. */
export const exportForms = ['csv', 'ndjson'] as const
export type ExportForm = (typeof exportForms)[number]

const perPiece = 500

/**
 * The matching events, newest first, as pieces of a file. Events that arrive meanwhile are not
 * included, because pages go back from the newest.
 */
export function* exportEvents(
  events: Pick<ReceivedEvents, 'page'>,
  filter: EventFilter,
  form: ExportForm,
): Generator<{ readonly text: string; readonly events: number }> {
  if (form === 'csv') yield { text: csvLine(columnNames), events: 0 }
  let before: number | undefined
  for (;;) {
    const found = events.page({
      ...filter,
      limit: perPiece,
      ...(before === undefined ? {} : { before }),
    })
    const last = found.at(-1)
    if (last === undefined) return
    yield { text: found.map(form === 'csv' ? rowOf : lineOf).join(''), events: found.length }
    before = last.id
  }
}

/** Joins lines: JSON has line breaks only between its tokens. */
const lineOf = ({ raw }: ReceivedEvent): string => `${raw.replaceAll(/[\r\n]+/gu, ' ')}\n`

const columnNames = [
  'time',
  'kind',
  'sale',
  'collection',
  'network',
  'tokens',
  'transactions',
  'error',
  'event',
  'account',
  'via',
  'received',
]

const rowOf = (receivedEvent: ReceivedEvent): string => {
  const { data } = wireEvent.parse(JSON.parse(receivedEvent.raw))
  const tokens = data?.tokens ?? []
  const transactions = new Set(tokens.map(({ tx_id }) => tx_id ?? ''))
  return csvLine([
    receivedEvent.at,
    receivedEvent.kind,
    receivedEvent.saleId ?? '',
    receivedEvent.collectionId ?? '',
    receivedEvent.network ?? '',
    tokens.map(({ asset_name }) => asset_name ?? '').join('; '),
    [...transactions].filter((id) => id !== '').join('; '),
    (data?.error ?? []).map(({ name }) => name ?? '').join('; '),
    receivedEvent.eventId,
    receivedEvent.accountId,
    receivedEvent.via,
    receivedEvent.receivedAt,
  ])
}
