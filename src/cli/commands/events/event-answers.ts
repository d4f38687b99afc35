import { localNetworkOf } from '#app/accounts/accounts.ts'
import type { ReceivedEvent } from '#app/events/received/event-schema.ts'
import { printable, printableJson } from '#values/text/printable.ts'
import { type Text, table } from '#cli/terminal/table.ts'

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
  chain: chainOf(event),
  event: parsed(event.raw),
})

/** The service of an account of this computer calls the devnet testnet. */
const chainOf = ({ accountId, network }: ReceivedEvent): string | null =>
  localNetworkOf(accountId) ?? network

/** Only valid JSON is stored. */
const parsed = (raw: string): unknown => JSON.parse(raw)

export const eventTable = (found: readonly ReceivedEvent[], none: string): Text =>
  table(
    found,
    {
      time: ({ at }) => at,
      status: ({ kind }) => kind,
      sale: ({ saleId }) => saleId ?? '',
      collection: ({ collectionId }) => collectionId ?? '',
      network: (event) => chainOf(event) ?? '',
      event: ({ eventId }) => eventId,
    },
    none,
  )

export const eventLine = ({ at, kind, saleId }: ReceivedEvent): string =>
  printable([at, kind, ...(saleId === null ? [] : [`sale ${saleId}`])].join('  '))

/** Prints one event to standard output at once. */
export const printEvent = (event: ReceivedEvent, json: boolean): void => {
  process.stdout.write(`${json ? printableJson(eventJson(event)) : eventLine(event)}\n`)
}
