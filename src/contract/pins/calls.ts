import { z } from 'zod'
import type { Effect, WindowCalls, WindowEvents } from '../window/call.ts'
import { listOf, longText, shortText } from '#values/bounds/bounded.ts'
import { providerView, providerSettings } from '../providers/providers.ts'
import { countedProgress } from '../fields.ts'
import { pinCheckResult, pinTarget, pinTargetName } from './pin-target.ts'
import { secretText } from '../window/secret-text.ts'

/** The check of a pin target that runs, and the last of each. */
export const pinChecks = z.object({
  running: countedProgress.extend({ name: longText, step: z.enum(['check', 'repair']) }).nullable(),
  results: listOf(pinCheckResult),
})
export type PinChecksView = z.output<typeof pinChecks>

const changedChecks = {
  answers: { of: 'pins.checks' },
  changes: [{ area: 'heldAt' }],
} as const satisfies Effect

export const pinCalls = {
  'pins.list': { reads: true, input: z.null(), output: listOf(pinTarget) },
  /** The kinds that can be set up. */
  'pins.providers': { reads: true, input: z.null(), output: listOf(providerView) },
  /** Where an image is, as the places last answered. */
  'pins.heldAt': {
    reads: 'heldAt',
    input: z.object({ cid: shortText }),
    output: z.object({
      isHere: z.boolean(),
      places: listOf(z.object({ name: longText, answeredAt: shortText })),
    }),
  },
  'pins.use': {
    changes: [{ area: 'pins' }],
    secret: true,
    input: z.object({
      name: pinTargetName,
      kind: longText,
      settings: providerSettings,
      secret: secretText.nullable(),
    }),
    output: pinTarget,
  },
  'pins.checks': { reads: 'alone', input: z.null(), output: pinChecks },
  /**
   * Starts to read every file here and at the target; with `repairs`, what is missing is sent
   * again. The event `pins.checked` says how far it is.
   */
  'pins.check': {
    ...changedChecks,
    input: z.object({ name: longText, repairs: z.boolean() }),
    output: pinChecks,
  },
  /**
   * Makes one folder of a collection's images and works at a pin target with a view of files. The
   * event `pins.folderMade` says how far it is.
   */
  'pins.makeFolder': {
    changes: [],
    input: z.object({ accountId: shortText, collectionId: shortText, name: longText }),
    output: z.object({
      cid: shortText,
      path: longText,
      files: z.int(),
      /** Files of its tokens that are not on this computer. */
      elsewhere: z.int(),
      places: listOf(z.object({ place: longText, cid: shortText, isSame: z.boolean() })),
    }),
  },
  'pins.stopFolder': { changes: [], input: z.null(), output: z.null() },
  /** Asks the network who has some content; strangers learn of the question. */
  'pins.find': {
    reads: true,
    input: z.object({ cid: shortText, name: longText }),
    output: z.object({
      answers: listOf(z.object({ asked: longText, isFound: z.boolean(), text: longText })),
    }),
  },
  'pins.stopCheck': { ...changedChecks, input: z.null(), output: pinChecks },
  /**
   * Succeeds when the target answers and accepts our credentials; otherwise fails with the reason.
   */
  'pins.test': { reads: true, input: z.object({ name: longText }), output: z.null() },
} as const satisfies WindowCalls

export const pinEvents = {
  'pins.checked': { ...changedChecks, payload: pinChecks },
  /** How far the making of a folder is: files that were read, then files that are in it. */
  'pins.folderMade': { changes: [], payload: countedProgress },
} as const satisfies WindowEvents
