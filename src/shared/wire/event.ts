import { z } from 'zod'

/**
 * A field that services fill as they like: of another type than told it counts as not given, and is
 * still shown, for an event is kept as the text that came.
 */
const told = <T extends z.ZodType>(type: T) => type.optional().catch(undefined)

const tokenOfEvent = z.looseObject({
  image: told(z.string()),
  tx_id: told(z.string()),
  asset_name: told(z.string()),
})

const errorOfEvent = z.looseObject({ name: told(z.string()), message: z.unknown() })

const eventData = z.looseObject({
  /** The event's kind; any text, for services may know more kinds than the interface lists. */
  status: told(z.string()),
  sale_id: told(z.string()),
  account_id: told(z.string()),
  collection_id: told(z.string()),
  tokens: told(z.array(tokenOfEvent)),
  error: told(z.array(errorOfEvent)),
})

/** Interface, "Events": only the id must be there. Unknown kinds and fields pass as they are. */
export const event = z.looseObject({
  id: z.string('not an event: it has no id').min(1, 'empty').max(256, 'above 256 characters'),
  data: told(eventData),
  type: told(z.string()),
  object: told(z.string()),
  webhook_id: told(z.string()),
  api_version: told(z.string()),
  /** Unix time in milliseconds. */
  create_date: told(z.int()),
  /** Unique per event and webhook; the same for every retry. */
  idempotency_key: told(z.string().min(1)),
  network: told(z.string()),
})
export type WireEvent = z.output<typeof event>
