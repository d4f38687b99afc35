import { signingErrors } from '#contract/signing/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { basename } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { z } from 'zod'
import { documentText, listOf, longText } from '#values/bounds/bounded.ts'
import type { ColdpressError } from '#values/errors/errors.ts'
import { jsonOf } from '#values/text/json-of.ts'
import { limits } from '#values/bounds/limits.ts'
import { jsonTextOf } from '#values/text/read-json-text.ts'
import { envelopeKind } from '#cardano/envelope-kind.ts'
import { nameForMessage } from '#cardano/text-envelope.ts'
import { looksLikePublicPolicy, publicPolicyFrom } from '#cardano/public-policy.ts'
import { maxQrFileBytes, type QrFile, type QrFileKind, qrTooLarge } from './qr-file.ts'
import { requestFormat } from './request-schema.ts'

const envelope = z.object({ type: longText, cborHex: documentText })
const witness = envelope.refine((one) => envelopeKind(one) === 'witness')
const witnessList = z.array(witness).min(1).max(limits.witnessesPerFile)
const request = z.looseObject({ format: z.literal(requestFormat) })
const shortenable = request.extend({
  thumbnails: listOf(z.unknown()).default([]),
  parents: listOf(documentText).default([]),
})

/** A file reduced to fit codes, and what was left out. */
export type FittedQrFile = {
  readonly file: QrFile
  /** Number of thumbnails left out of a signing request. */
  readonly thumbnailsLeftOut: number
  /** Number of parents left out: the receiver cannot verify the inputs that they prove. */
  readonly parentsLeftOut: number
}

/**
 * Identifies a file by its content, so that only these kinds are ever shown to a camera: a signing
 * key is a text envelope too.
 * @throws ColdpressError `invalid` for any file that is not a signing request, transaction, witness
 * or public policy file
 */
export const qrFileOf = (path: string, bytes: Uint8Array): QrFile => {
  const text = jsonTextOf(bytes) ?? ''
  // UTF-16 would take twice the codes.
  return {
    kind: kindOf(jsonOf(text)),
    name: basename(path),
    bytes: new TextEncoder().encode(text),
  }
}

/**
 * Reduces a signing request above 32 KiB (deflated): removes thumbnails, then the longest parents
 * as needed. Its transactions stay.
 * @throws ColdpressError `too_large` when it stays above 32 KiB
 */
export const fitForCodes = (file: QrFile): FittedQrFile => {
  if (fits(file.bytes)) return { file, thumbnailsLeftOut: 0, parentsLeftOut: 0 }
  const read = shortenable.safeParse(jsonOf(new TextDecoder().decode(file.bytes)))
  if (!read.success)
    throw qrTooLarge(`${file.name} has ${deflatedBytes(file.bytes)} bytes deflated`)
  const { thumbnails, parents } = read.data
  const shortest = parents.toSorted((a, b) => a.length - b.length)
  const shortened = (count: number): Uint8Array => {
    const stored = new Set(shortest.slice(0, count))
    return new TextEncoder().encode(
      `${JSON.stringify({ ...read.data, thumbnails: [], parents: parents.filter((parent) => stored.has(parent)) })}\n`,
    )
  }
  const count = mostThat((some) => fits(shortened(some)), parents.length)
  if (count === undefined)
    throw qrTooLarge(
      `${file.name} has ${deflatedBytes(shortened(0))} deflated bytes without thumbnails and parents`,
    )
  return {
    file: { ...file, bytes: shortened(count) },
    thumbnailsLeftOut: thumbnails.length,
    parentsLeftOut: parents.length - count,
  }
}

const deflatedBytes = (bytes: Uint8Array): number => deflateRawSync(bytes, { level: 9 }).length

const fits = (bytes: Uint8Array): boolean => deflatedBytes(bytes) <= maxQrFileBytes

/**
 * The largest number up to `most` for which `holds` is true, by bisection; undefined if 0 fails.
 */
const mostThat = (holds: (count: number) => boolean, most: number): number | undefined => {
  if (!holds(0)) return undefined
  let [low, high] = [0, most]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (holds(middle)) low = middle
    else high = middle - 1
  }
  return low
}

const kindOf = (value: unknown): QrFileKind => {
  if (request.safeParse(value).success) return 'request'
  if (looksLikePublicPolicy(value)) {
    // Only what such a file may hold: nothing else of it must be shown.
    publicPolicyFrom(value)
    return 'policy'
  }
  if (witnessList.safeParse(value).success) return 'witness'
  const read = envelope.safeParse(value)
  if (!read.success) throw notForCameras('it is none of these')
  const kind = envelopeKind(read.data)
  if (kind === 'transaction' || kind === 'witness') return kind
  throw notForCameras(`its type is ${nameForMessage(read.data.type)}`)
}

const notForCameras = (why: string): ColdpressError =>
  errorBy(
    signingErrors,
    'qr_kind',
    {},
    `file: only signing requests, transactions, witnesses and public policy files are shown as codes; ${why}. Any screen with codes can be filmed: keys never go that way.`,
  )
