import { signingErrors } from '#contract/signing/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { z } from 'zod'
import { ColdpressError } from '#values/errors/errors.ts'
import { limits } from '#values/bounds/limits.ts'

/**
 * A file as it crosses by QR codes (docs/signing-request.md): one line of JSON that tells what it is, then
 * its bytes, deflated. What is in hex, as in all of these files, becomes half as long by that.
 */

/** Deflated bytes of a file, which are what the codes carry; more would take minutes of holding still. */
export const maxQrFileBytes = 32 * 1024

/** What the codes carry inflates to no more than this. */
const maxInflatedBytes = limits.qrFileBytes

/** The line of JSON with all that it may hold. */
const maxOverheadBytes = 1024

/** Above this a message cannot be a file of ours, however it was packed. */
export const maxQrMessageBytes = maxQrFileBytes + maxOverheadBytes

export const qrFileKinds = ['request', 'transaction', 'witness', 'policy'] as const
export type QrFileKind = (typeof qrFileKinds)[number]

export type QrFile = {
  readonly kind: QrFileKind
  /** Without folders. */
  readonly name: string
  readonly bytes: Uint8Array
}

const header = z.object({
  coldpress: z.literal(1),
  kind: z.enum(qrFileKinds),
  name: z
    .string()
    .max(100)
    .regex(/^[^\p{C}/\\:]+$/u)
    .refine((name) => !/^\.+$/u.test(name)),
  bytes: z.int().min(1),
  /** Of the file's own bytes, in hex. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/u),
})

const lineEnd = 0x0a

/**
 * @throws ColdpressError `too_large` above 32 KiB deflated, `invalid` for an empty file or a name that is none
 */
export const packQrFile = ({ kind, name, bytes }: QrFile): Uint8Array => {
  const deflated = deflateRawSync(bytes, { level: 9 })
  if (deflated.length > maxQrFileBytes || bytes.length > maxInflatedBytes)
    throw qrTooLarge(`${name} has ${deflated.length} bytes when deflated`)
  const stated = header.safeParse({
    coldpress: 1,
    kind,
    name,
    bytes: bytes.length,
    sha256: bytesToHex(sha256(bytes)),
  })
  if (!stated.success)
    throw new ColdpressError(
      'invalid',
      'file: it is empty, or its name has more than 100 characters or such as no file should have. Give it another name.',
    )
  const line = new TextEncoder().encode(JSON.stringify(stated.data))
  return Buffer.concat([line, Uint8Array.of(lineEnd), deflated])
}

/**
 * @throws ColdpressError `invalid` for what is no file of Coldpress, or is not whole; `too_large`
 */
export const unpackQrFile = (message: Uint8Array): QrFile => {
  const end = message.subarray(0, maxOverheadBytes).indexOf(lineEnd)
  const read = header.safeParse(jsonOf(message.subarray(0, Math.max(0, end))))
  if (!read.success) throw notOurs()
  const { kind, name, bytes: length, sha256: hash } = read.data
  // before anything is inflated
  if (length > maxInflatedBytes)
    throw qrTooLarge(`The file that these codes carry would have ${length} bytes`)
  const bytes = inflated(message.subarray(end + 1), length)
  if (bytes.length !== length || bytesToHex(sha256(bytes)) !== hash) throw damaged()
  return { kind, name, bytes }
}

const inflated = (packed: Uint8Array, maxOutputLength: number): Uint8Array => {
  try {
    return Uint8Array.from(inflateRawSync(packed, { maxOutputLength }))
  } catch {
    throw damaged()
  }
}

const jsonOf = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

export const qrTooLarge = (what: string): ColdpressError =>
  errorBy(
    signingErrors,
    'qr_size',
    { limit: maxQrFileBytes },
    `${what}; at most ${maxQrFileBytes} deflated bytes can cross by QR codes. Carry the file itself, on a memory stick for example.`,
  )

const notOurs = (): ColdpressError =>
  errorBy(
    signingErrors,
    'qr_kind',
    {},
    'The codes were read, but what they carry is no file of Coldpress. Show the codes of a signing request, a transaction, a witness or a public policy file.',
  )

const damaged = (): ColdpressError =>
  errorBy(
    signingErrors,
    'qr_integrity',
    {},
    'The codes were read, but the file in them is not the one that was packed. Scan them again from the beginning.',
  )
