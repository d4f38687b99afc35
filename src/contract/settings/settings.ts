import { z } from 'zod'
import { recordOf, shortText } from '#values/bounds/bounded.ts'
import { serviceAddress } from '#values/addresses/service-address.ts'

/** What is to become of the tokens of a collection, by its ID: the step that its page offers follows from it. */
export const collectionGoals = recordOf(z.enum(['sell', 'mint']), shortText)
export type CollectionGoals = z.output<typeof collectionGoals>

export const settings = z.object({
  appearance: z.enum(['system', 'light', 'dark']),
  /** Minutes without use until the vault locks. */
  autoLockMinutes: z
    .int()
    .min(1)
    .max(24 * 60),
  /** Whether the system notifies the user of failed sales. */
  notifyFailures: z.boolean(),
  /** Whether it notifies of sales that were paid for. */
  notifyPaid: z.boolean(),
  /** Whether Coldpress looks for newer versions by itself. `ask`: the user was not asked yet. */
  updateCheck: z.enum(['ask', 'yes', 'no']),
  /** How often Coldpress checks by itself what was pinned, and pins again what was lost. */
  pinCheck: z.enum(['off', 'daily', 'weekly']),
  /** The IPFS gateway that images are fetched through before a mint. It must answer CAR archives. */
  imageGateway: serviceAddress,
  /** Delegated routing endpoint that may be asked who has a file. Null: none is asked. */
  routingEndpoint: serviceAddress.nullable(),
  collectionGoals,
})
export type Settings = z.output<typeof settings>
