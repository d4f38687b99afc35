import { z } from 'zod'
import { longText, shortText } from '#values/bounds/bounded.ts'
import { countedProgress } from '../fields.ts'
import type { WindowCalls, WindowEvents } from '../window/call.ts'
import { collectionShop } from './shop.ts'

const inCollection = z.object({ accountId: shortText, collectionId: shortText })
const changes = [{ area: 'shops', by: ['collectionId'] }] as const

export const shopCalls = {
  /** Null at a service that has no shop pages. */
  'shops.show': { reads: true, input: inCollection, output: collectionShop.nullable() },
  /**
   * Makes the small pictures that are missing, then publishes the page. `without`: works whose image is
   * not on this computer or shows nothing. `shops.progress` reports how far it is.
   */
  'shops.publish': {
    changes,
    input: inCollection,
    output: z.object({ shop: collectionShop, without: z.int() }),
  },
  'shops.unpublish': { changes, input: inCollection, output: collectionShop },
  /** Saves a PNG of a token to share. Returns the path that the user picked, or null. */
  'shops.saveCard': {
    changes: [],
    input: inCollection.extend({ tokenId: shortText }),
    output: longText.nullable(),
  },
  /** Ends a publication that is under way, with `cancelled`; pictures that are made stay. */
  'shops.stop': { changes: [], input: z.null(), output: z.null() },
} as const satisfies WindowCalls

export const shopEvents = {
  /** How far `shops.publish` is with its pictures. */
  'shops.progress': { changes: [], payload: countedProgress },
} as const satisfies WindowEvents
