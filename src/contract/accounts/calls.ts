import { z } from 'zod'
import type { WindowCalls } from '../window/call.ts'
import { filled, listOf, longText, shortText } from '#values/bounds/bounded.ts'
import { network } from '../collections/collection.ts'
import { account } from './account.ts'
import { serviceNetwork } from '../network.ts'
import { requiredSecret } from '../window/secret-text.ts'

export const accountCalls = {
  'accounts.list': { reads: true, input: z.null(), output: listOf(account) },
  'accounts.add': {
    changes: [{ area: 'accounts' }, { area: 'inboxes' }],
    secret: true,
    input: z.object({
      name: filled(longText),
      network,
      baseUrl: filled(shortText),
      appId: filled(shortText),
      apiKey: requiredSecret,
      /** Stores it only when its service answers. */
      testsFirst: z.boolean().optional(),
    }),
    output: account,
  },
  'accounts.remove': {
    changes: [{ area: 'accounts' }, { area: 'inboxes' }],
    input: z.object({ accountId: shortText }),
    output: z.null(),
  },
  /** An address to try things out with: that of the devnet's test wallet. */
  'accounts.testAddress': {
    reads: true,
    input: z.object({ accountId: shortText }),
    output: z.object({ address: shortText }),
  },
  'accounts.test': {
    reads: true,
    input: z.object({ accountId: shortText }),
    output: z.object({ account: longText, chain: serviceNetwork, milliseconds: z.number() }),
  },
} as const satisfies WindowCalls
