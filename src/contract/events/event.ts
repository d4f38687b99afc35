import { z } from 'zod'
import { documentText, listOf, longText, shortText } from '#values/bounds/bounded.ts'
import { timePattern } from '../fields.ts'
import { network } from '../collections/collection.ts'
import { pageQuery } from '../page.ts'
import { saleError } from '../sales/sale.ts'
import { saleEventKinds } from '../sales/sale-status.ts'
import { exampleIds, exampleImage, exampleTime, exampleTxId } from '../examples.ts'

/**
 * A field that services fill freely. A value of another type counts as absent. The user can still
 * see it, because the event is stored as the text that came.
 */
const optionalField = <T extends z.ZodType>(type: T) => type.optional().catch(undefined)

const tokenOfEvent = z.looseObject({
  image: optionalField(documentText),
  tx_id: optionalField(shortText),
  asset_name: optionalField(longText),
  name: optionalField(longText),
  price: optionalField(z.int().nonnegative()),
})

const errorOfEvent = z.looseObject({
  name: optionalField(longText),
  message: z.unknown().optional(),
})

const eventData = z.looseObject({
  /**
   * The event's kind. Any text, because services may send kinds that the interface does not list.
   */
  status: optionalField(shortText),
  sale_id: optionalField(longText),
  account_id: optionalField(longText),
  collection_id: optionalField(longText),
  tokens: optionalField(listOf(tokenOfEvent)),
  error: optionalField(listOf(errorOfEvent)),
})

/** Only the id is required (interface, "Events"). Unknown kinds and fields pass unchanged. */
export const event = z.looseObject({
  id: z.string('not an event: it has no id').min(1, 'empty').max(256, 'above 256 characters'),
  data: optionalField(eventData),
  type: optionalField(shortText),
  object: optionalField(longText),
  webhook_id: optionalField(longText),
  api_version: optionalField(longText),
  /** Unix time in milliseconds. */
  create_date: optionalField(z.int()),
  /** Unique per event and webhook; the same for every retry. */
  idempotency_key: optionalField(longText.min(1)),
  network: optionalField(shortText),
})
export type WireEvent = z.output<typeof event>

/**
 * An event as the studio lists it: the delivered event without `webhook_id` and `idempotency_key`,
 * which belong to a delivery. `id` identifies the event in both.
 */
export const studioEvent = z
  .object({
    id: shortText,
    data: z.object({
      status: z.enum(saleEventKinds),
      tokens: listOf(
        z.object({
          image: documentText,
          tx_id: shortText,
          asset_name: shortText,
          // events of before say no name and no price
          name: longText.optional(),
          price: z.int().nonnegative().describe('Lovelace for this token.').optional(),
        }),
      ),
      sale_id: shortText,
      account_id: shortText,
      collection_id: shortText,
      error: listOf(saleError).optional(),
    }),
    type: z.literal('nft'),
    object: z.literal('event'),
    api_version: z.literal('1.0'),
    create_date: z.int().describe('Unix time in milliseconds'),
    network,
  })
  .meta({
    id: 'Event',
    examples: [
      {
        id: exampleIds.event,
        data: {
          status: 'MINTING',
          tokens: [
            {
              image: exampleImage,
              tx_id: exampleTxId,
              asset_name: 'Herbarium01',
              name: 'Fern No. 01',
              price: 25_000_000,
            },
          ],
          sale_id: exampleIds.sale,
          account_id: 'local',
          collection_id: exampleIds.collection,
        },
        type: 'nft',
        object: 'event',
        api_version: '1.0',
        create_date: Date.parse(exampleTime),
        network: 'testnet',
      },
    ],
  })
export type StudioEvent = z.output<typeof studioEvent>

/** Later dates have no ISO 8601 text with a four-digit year. */
const latestMs = Date.parse('9999-12-31T23:59:59.999Z')

/** ISO 8601 (a date alone means midnight UTC) or Unix milliseconds. Output: milliseconds. */
const pointInTime = shortText
  .transform((text) => (/^\d+$/u.test(text) ? Number(text) : timeOf(text)))
  .pipe(z.number('not a time; give ISO 8601 or Unix milliseconds').min(0).max(latestMs))

const timeOf = (text: string): number =>
  z.iso.datetime({ offset: true }).or(z.iso.date()).safeParse(text).success
    ? Date.parse(text)
    : Number.NaN

/** Query of `GET /events`, beside the page. */
export const eventsQuery = pageQuery.extend({
  status: z.enum(saleEventKinds).optional(),
  collection_id: shortText.optional(),
  sale_id: shortText.optional(),
  since: pointInTime
    .meta({ pattern: `^([0-9]{1,14}|${timePattern})$` })
    .describe('Events of that time and later: ISO 8601, or Unix milliseconds.')
    .optional(),
})
