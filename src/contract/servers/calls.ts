import { z } from 'zod'
import type { WindowCalls } from '../window/call.ts'
import { longText, shortText } from '#values/bounds/bounded.ts'
import { chainNetwork } from '../network.ts'

/** Calls about servers that sell while the keys are on this computer (docs/how-to/serve.md). */
export const serverCalls = {
  /** The key that a server trusts; null without a vault. */
  'servers.sealKey': {
    reads: true,
    input: z.null(),
    output: z.object({ sealKey: shortText.nullable() }),
  },
  /**
   * Makes a wallet for the sales of a server, and saves its public file where the user picks. Null
   * when the user cancels.
   */
  'servers.makeWallet': {
    changes: [],
    input: z.object({ network: chainNetwork }),
    output: z.object({ path: longText, firstAddress: shortText }).nullable(),
  },
  /**
   * Reads a public wallet file that the user picks, asks outside the page, and has buyers pay to that
   * wallet from the next sale on. Null when the user picks no file.
   */
  'servers.watchWallet': {
    changes: [{ area: 'wallets' }],
    input: z.null(),
    output: z.object({ network: chainNetwork, firstAddress: shortText }).nullable(),
  },
  /**
   * Reads the facts of a server from a file that the user picks, asks outside the page, and saves
   * the seals. Null when the user picks no file.
   */
  'servers.confirmFacts': {
    changes: [],
    input: z.null(),
    output: z.object({ path: longText, facts: z.int() }).nullable(),
  },
} as const satisfies WindowCalls
