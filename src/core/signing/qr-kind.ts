import { basename } from 'node:path'
import { z } from 'zod'
import { ColdpressError } from '../../shared/errors.ts'
import { nameForMessage } from '../cardano/text-envelope.ts'
import { maxQrFileBytes, type QrFile, type QrFileKind, tooLarge } from './qr-file.ts'
import { requestFormat } from './request-schema.ts'

const envelope = z.object({ type: z.string(), cborHex: z.string() })
const request = z.looseObject({ format: z.literal(requestFormat) })
const withThumbnails = request.extend({ thumbnails: z.array(z.unknown()).min(1) })

const witnessType = /^TxWitness /u
const transactionType = /^(?:(?:Unwitnessed |Witnessed )?Tx |TxBody|TxUnsigned)/u

/** A file made fit for codes, and what it lost by that. */
export type FittedQrFile = {
  readonly file: QrFile
  /** How many thumbnails were left out of a signing request. */
  readonly thumbnailsLeftOut: number
}

/**
 * What a file is, by what stands in it, so that nothing else is ever shown to a camera: a signing
 * key is a text envelope too.
 * @throws ColdpressError `invalid` for any file that is no signing request, transaction or witness
 */
export const qrFileOf = (path: string, bytes: Uint8Array): QrFile => ({
  kind: kindOf(jsonOf(bytes)),
  name: basename(path),
  bytes,
})

/**
 * Makes a file small enough for codes: a signing request above 16 KiB loses its thumbnails, which
 * nobody signs; its transactions stay as they are.
 * @throws ColdpressError `too_large` when it stays above 16 KiB
 */
export const fitForCodes = (file: QrFile): FittedQrFile => {
  const { bytes } = file
  if (bytes.length <= maxQrFileBytes) return { file, thumbnailsLeftOut: 0 }
  const lavish = withThumbnails.safeParse(jsonOf(bytes))
  if (!lavish.success) throw tooLarge(`${file.name} has ${bytes.length} bytes`)
  const bare = new TextEncoder().encode(`${JSON.stringify({ ...lavish.data, thumbnails: [] })}\n`)
  if (bare.length > maxQrFileBytes)
    throw tooLarge(`${file.name} has ${bare.length} bytes without its thumbnails`)
  return { file: { ...file, bytes: bare }, thumbnailsLeftOut: lavish.data.thumbnails.length }
}

const kindOf = (value: unknown): QrFileKind => {
  if (request.safeParse(value).success) return 'request'
  const read = envelope.safeParse(value)
  if (!read.success) throw notForCameras('it is none of these')
  const { type } = read.data
  if (witnessType.test(type)) return 'witness'
  if (transactionType.test(type)) return 'transaction'
  throw notForCameras(`its type is ${nameForMessage(type)}`)
}

const jsonOf = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

const notForCameras = (why: string): ColdpressError =>
  new ColdpressError(
    'invalid',
    `file: only signing requests, transactions and witnesses are shown as codes; ${why}. Any screen with codes can be filmed: keys never go that way.`,
    { details: { rule: 'qr_kind' } },
  )
