import { z } from 'zod'
import type { WindowCalls } from '../window/call.ts'
import { limits } from '#values/bounds/limits.ts'
import { listOf, longText, shortText } from '#values/bounds/bounded.ts'

/** What a receiving address is for. */
export const receiverRoles = ['payout address', 'royalty address', 'receiver', 'address'] as const
export type ReceiverRole = (typeof receiverRoles)[number]

/** Calls about addresses that something is to be sent to. */
export const receiverCalls = {
  /** What speaks against an address, in sentences; none for text that is no address. */
  'receivers.warnings': {
    reads: true,
    input: z.object({ role: z.enum(receiverRoles), address: shortText }),
    output: listOf(longText),
  },
  /** Adds an address to the address book. The main process asks outside the page. */
  'receivers.add': {
    changes: [{ area: 'signing' }, { area: 'mints' }],
    input: z.object({ address: shortText, label: longText.min(1).max(limits.addressLabelChars) }),
    output: z.null(),
  },
} as const satisfies WindowCalls
