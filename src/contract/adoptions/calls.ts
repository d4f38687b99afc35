import { z } from 'zod'
import type { WindowCalls, WindowEvents } from '../window/call.ts'
import { isoTime, listOf, longText, shortText } from '#values/bounds/bounded.ts'
import { networks } from '#values/networks/networks.ts'
import { serviceAddress } from '#values/addresses/service-address.ts'
import { royaltyConfirmation } from '../mints/mint.ts'

/** What one pin target has of the content of a policy. */
const adoptedAt = z.object({
  place: longText,
  held: z.int(),
  /** Archives that it cannot take. */
  untaken: z.int(),
  /** Archives whose pin it had lost since an earlier run; they are pinned again. */
  repinned: z.int(),
  /** Why it lacks some, as far as it said so. */
  error: longText.nullable(),
})
export type AdoptedAt = z.output<typeof adoptedAt>

/** What a run has found and done. A CID is that of a file or a folder which tokens name. */
export const adoptionReport = z.object({
  policyId: shortText,
  network: z.enum(networks),
  at: isoTime,
  tokens: z.int(),
  tokensRead: z.int(),
  /** Why some tokens were not read; null when all were. */
  stopped: longText.nullable(),
  /** Tokens that name a file which is not on IPFS. */
  elsewhere: z.int(),
  /** What its royalty token says on chain; null without one, absent where it was not read. */
  royalty: z
    .object({
      txId: shortText,
      terms: royaltyConfirmation.nullable(),
      unreadable: longText.nullable(),
    })
    .nullish(),
  cids: z.int(),
  /** Kept as whole files, and as the archives of their blocks. */
  files: z.int(),
  archives: z.int(),
  /** Of both, on this computer. */
  bytes: z.int(),
  /** Those that no gateway gave; a later run asks again. */
  missing: listOf(z.object({ cid: shortText, message: longText })),
  /** Addresses whose folder has no such file. */
  broken: listOf(shortText),
  places: listOf(adoptedAt),
  /** Everything is here, and pinned at as many places as are needed. */
  isWhole: z.boolean(),
})
export type AdoptionReport = z.output<typeof adoptionReport>

export const adoptionProgress = z.object({
  step: z.enum(['tokens', 'fetch', 'pin']),
  done: z.int(),
  total: z.int(),
  /** Fetched in this run. */
  bytes: z.int(),
  /** Of tokens or CIDs in a second. */
  rate: z.number(),
  secondsLeft: z.number().nullable(),
})
export type AdoptionProgress = z.output<typeof adoptionProgress>

const policy = z.object({ policyId: shortText, network: z.enum(networks) })

/** The policy that is being adopted, and the last run of each. */
export const adoptions = z.object({
  running: policy.extend({ progress: adoptionProgress }).nullable(),
  /** Why the run before ended early, unless the user stopped it. */
  failed: policy.extend({ message: longText }).nullable(),
  reports: listOf(adoptionReport),
})
export type AdoptionsView = z.output<typeof adoptions>

export const adoptionCalls = {
  'adoptions.state': { reads: true, input: z.null(), output: adoptions },
  /** Starts to keep and pin a policy's images. The event `adoptions.changed` says how far it is. */
  'adoptions.start': {
    answers: { of: 'adoptions.state' },
    input: policy.extend({
      policyId: shortText.regex(/^[0-9a-f]{56}$/u, 'A policy ID has 56 digits of hex.'),
      target: longText,
      /** IPFS gateways, asked in this order. */
      gateways: z.array(serviceAddress).min(1, 'Name an IPFS gateway.').max(16),
    }),
    output: adoptions,
  },
  'adoptions.stop': {
    answers: { of: 'adoptions.state' },
    input: z.null(),
    output: adoptions,
  },
} as const satisfies WindowCalls

export const adoptionEvents = {
  'adoptions.changed': { answers: { of: 'adoptions.state' }, payload: adoptions },
} as const satisfies WindowEvents
