import { z } from 'zod'
import { documentText, listOf, longText, recordOf, shortText } from '#values/bounds/bounded.ts'
import { imageSettings } from '#contract/imports/image-settings.ts'
import { checkedImageRules, rasters, thumbnailTypes } from './image-job.ts'

/** Messages between the parent and the image process; each side parses what it receives. */

const id = z.int().nonnegative()

const making = z.object({
  target: longText,
  settings: imageSettings,
  thumbnail: longText.optional(),
})

const limits = { timeoutMs: z.int().positive() }

export const imageRequest = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('process'), id, source: longText, ...making.shape, ...limits }),
  z.object({
    kind: z.literal('check'),
    id,
    source: longText,
    making: making.optional(),
    ...limits,
  }),
  z.object({ kind: z.literal('inspect'), id, source: longText, ...limits }),
  z.object({ kind: z.literal('read-codes'), id, source: longText, ...limits }),
  z.object({
    kind: z.literal('card'),
    id,
    source: longText,
    target: longText,
    title: longText,
    line: longText,
    link: shortText.optional(),
    ...limits,
  }),
  /** The request itself is still answered. */
  z.object({ kind: z.literal('cancel'), id }),
])
export type ImageRequest = z.output<typeof imageRequest>

/** The part of an invalid request that allows answering it. */
export const requestId = z.object({ id })

const sides = { width: z.int().positive().nullable(), height: z.int().positive().nullable() }

const source = z.object({
  size: z.int().nonnegative(),
  mtimeMs: z.number(),
  inode: shortText,
  sha256: z.hash('sha256').nullable(),
})

const outcome = z.object({
  mediaType: shortText,
  bytes: z.int().nonnegative(),
  ...sides,
  untouched: z.boolean(),
  source,
  notes: listOf(longText),
  thumbnail: z.enum(thumbnailTypes).optional(),
})

/** Stored with what is remembered of a file, too. */
export const soundImage = z.object({
  mediaType: shortText,
  header: z
    .object({
      raster: z.enum(rasters),
      width: z.int().positive(),
      height: z.int().positive(),
      frames: z.int().positive(),
      upright: z.boolean(),
      inks: z.boolean().optional(),
      otherProfile: z.boolean().optional(),
      deep: z.boolean().optional(),
    })
    .nullable(),
  hasGps: z.boolean(),
  look: z
    .string()
    .regex(/^[0-9a-f]{16}$/u)
    .optional(),
  loads: longText.optional(),
  source,
})

const details = z.object({
  mediaType: shortText,
  bytes: z.int().nonnegative(),
  ...sides,
  animated: z.boolean(),
})

const error = z.object({
  code: z.enum(['invalid', 'internal', 'cancelled']),
  rule: z.enum(checkedImageRules).optional(),
  message: longText,
})
export type ImageErrorInfo = z.output<typeof error>

export const reply = z.discriminatedUnion('kind', [
  /** The first message, once the library is loaded. */
  z.object({ kind: z.literal('ready'), versions: recordOf(longText) }),
  /** The job waits for memory; its timeout is paused. */
  z.object({ kind: z.literal('waiting'), id }),
  z.object({ kind: z.literal('working'), id }),
  z.object({ kind: z.literal('processed'), id, outcome }),
  z.object({
    kind: z.literal('checked'),
    id,
    image: soundImage.extend({ made: outcome.optional() }),
  }),
  z.object({ kind: z.literal('inspected'), id, summary: details }),
  /** The texts of the QR codes in it, one for each image that has one. */
  z.object({ kind: z.literal('codes'), id, texts: listOf(documentText) }),
  z.object({ kind: z.literal('drawn'), id }),
  z.object({ kind: z.literal('failed'), id, error }),
])
export type ImageReply = z.output<typeof reply>
