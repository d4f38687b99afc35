import { localNetworkOf } from '#core/accounts/accounts.ts'
import type { ReceivedEvent } from '#core/events/received/event-schema.ts'
import { printable, printableJson } from '#shared/printable.ts'

/** One line of `events --follow --json`: scripts rely on these names. */
export const eventJson = (event: ReceivedEvent): Readonly<Record<string, unknown>> => ({
  id: event.id,
  arrival: event.arrival,
  at: event.at,
  received_at: event.receivedAt,
  account: event.accountId,
  via: event.via,
  event_id: event.eventId,
  status: event.kind,
  collection_id: event.collectionId,
  sale_id: event.saleId,
  network: event.network,
  event: parsed(event.raw),
})

/** Only valid JSON is stored. */
const parsed = (raw: string): unknown => JSON.parse(raw)

export const eventCells = (event: ReceivedEvent): readonly string[] => [
  event.at,
  event.kind,
  event.saleId ?? '',
  event.collectionId ?? '',
  localNetworkOf(event.accountId) ?? event.network ?? '',
  event.eventId,
]

export const eventLine = (event: ReceivedEvent): string => {
  const [at = '', kind = '', sale = ''] = eventCells(event)
  return printable(
    [at, kind, sale === '' ? '' : `sale ${sale}`].filter((part) => part !== '').join('  '),
  )
}

/** Prints one event to standard output at once. */
export const printEvent = (event: ReceivedEvent, json: boolean): void => {
  process.stdout.write(`${json ? printableJson(eventJson(event)) : eventLine(event)}\n`)
}
