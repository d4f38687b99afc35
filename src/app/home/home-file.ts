import { unusableFileErrors } from '#contract/home/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { createTarDecoder, createTarPacker } from 'modern-tar'
import { z } from 'zod'
import { isoTime, longText, shortText } from '#values/bounds/bounded.ts'
import { ColdpressError, isColdpressError } from '#values/errors/errors.ts'
import { jsonOf } from '#values/text/json-of.ts'
import { printable } from '#values/text/printable.ts'
import { diskError, fileError, systemCode } from '#platform/disk/disk-error.ts'
import { readPieces } from '#platform/disk/read-pieces.ts'
import type { Secret } from '#platform/secret/secret.ts'
import { decrypterUnder, encrypterUnder, isWrongPassphrase } from '#keys/vault/age.ts'
import { isUnderPassphrase, workFactorOf } from '#keys/vault/age-text.ts'

/**
 * A data folder in one file: a tar archive inside of an age file under the vault's passphrase. age
 * encrypts in chunks of 64 KiB, each with its number and the last one marked, so that nothing can be
 * changed, left out, put elsewhere or cut off. `age -d FILE | tar x` opens it without Coldpress.
 */
export const homeHeader = z.object({
  format: z.literal('coldpress-home'),
  version: z.int(),
  /** Coldpress's version. */
  coldpress: shortText,
  created: isoTime,
  /** Where the data folder was. */
  home: longText,
  files: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  hasImages: z.boolean(),
  /** Whether the data folder stayed in use, so that it may have gone on after this. */
  isBackup: z.boolean().default(false),
})
export type HomeHeader = Readonly<z.output<typeof homeHeader>>

export const homeFileVersion = 1

/** The archive's first entry. */
const headerName = 'coldpress-home.json'

/** `bytes` where it is no file of the disk. */
export type HomeEntry = {
  readonly name: string
  readonly size: number
  readonly source: string | Uint8Array
}

type Write = (chunk: Uint8Array) => Promise<void>

/** Writes the file's bytes. @param workFactor base-2 logarithm of scrypt's cost */
export const writeHomeFile = async (
  header: HomeHeader,
  entries: readonly HomeEntry[],
  {
    passphrase,
    workFactor,
    write,
    onBytes,
    signal,
  }: {
    readonly passphrase: Secret
    readonly workFactor: number
    readonly write: Write
    readonly onBytes: (bytes: number) => void
    readonly signal?: AbortSignal | undefined
  },
): Promise<void> => {
  const { readable, controller } = createTarPacker()
  const encrypted = await encrypterUnder(passphrase, workFactor).encrypt(readable)
  const written = (async () => {
    for await (const chunk of encrypted) await write(chunk)
  })()
  const json = new TextEncoder().encode(`${JSON.stringify(header, null, 2)}\n`)
  const pack = async (): Promise<void> => {
    for (const entry of [{ name: headerName, size: json.length, source: json }, ...entries]) {
      signal?.throwIfAborted()
      const body = controller.add({ name: entry.name, size: entry.size, type: 'file', mode: 0o600 })
      const writer = body.getWriter()
      for await (const piece of piecesOf(entry)) {
        signal?.throwIfAborted()
        await writer.write(piece)
        onBytes(piece.length)
      }
      await writer.close()
    }
    controller.finalize()
  }
  const packed = pack().catch((error: unknown) => {
    controller.error(error)
    throw error
  })
  const [packing, writing] = await Promise.allSettled([packed, written])
  // An error while packing also ends the writing; it is the cause.
  if (packing.status === 'rejected' && !isStreamError(packing.reason)) throw packing.reason
  if (writing.status === 'rejected') throw writing.reason
  if (packing.status === 'rejected') throw packing.reason
}

const isStreamError = (error: unknown): boolean => systemCode(error) === 'ABORT_ERR'

/** No more than its size: a log or a table may grow meanwhile. */
async function* piecesOf({ name, size, source }: HomeEntry): AsyncGenerator<Uint8Array> {
  if (typeof source !== 'string') {
    yield source
    return
  }
  let left = size
  for await (const piece of readPieces(source)) {
    const wanted = piece.subarray(0, left)
    left -= wanted.length
    if (wanted.length > 0) yield wanted
    if (left === 0) break
  }
  if (left > 0)
    throw new ColdpressError(
      'conflict',
      `${name} became shorter while it was being read. Try again when nothing changes it.`,
    )
}

/** Receives the parts of a file in order. The body must be read to its end. */
export type HomeReader = {
  readonly onHeader: (header: HomeHeader) => Promise<void>
  readonly onFile: (name: string, size: number, body: AsyncIterable<Uint8Array>) => Promise<void>
}

/**
 * Reads a file to its end: nothing of it may be used before this has returned.
 * @throws ColdpressError `wrong_passphrase`; `invalid` with a `rule` for a file that is damaged, cut
 * off, of a newer version, or something else
 */
export const readHomeFile = async (
  path: string,
  passphrase: Secret,
  reader: HomeReader,
  signal?: AbortSignal,
): Promise<HomeHeader> => {
  await requireHomeFile(path)
  const stream = Readable.toWeb(createReadStream(path, signal === undefined ? {} : { signal }))
  try {
    const plain = await decrypterUnder(passphrase).decrypt(stream as ReadableStream<Uint8Array>)
    return await readEntries(plain.pipeThrough(createTarDecoder({ strict: true })), reader)
  } catch (error) {
    if (signal?.aborted === true) throw signal.reason
    throw readingError(path, error)
  }
}

const readEntries = async (
  entries: ReadableStream<{
    readonly header: {
      readonly name: string
      readonly size: number
      readonly type?: string | undefined
    }
    readonly body: ReadableStream<Uint8Array>
  }>,
  { onHeader, onFile }: HomeReader,
): Promise<HomeHeader> => {
  let home: HomeHeader | undefined
  let files = 0
  let bytes = 0
  for await (const { header: entry, body } of entries) {
    const { name, size } = entry
    if (home === undefined) {
      home = await readHeader(name, size, body)
      await onHeader(home)
      continue
    }
    requireFileOfHome(name, entry.type)
    files += 1
    bytes += size
    if (bytes > home.bytes || files > home.files)
      throw unusable('contents', 'It holds more than its first entry says.')
    await onFile(name, size, body)
  }
  if (home === undefined) throw unusable('format', 'There is no data folder in it.')
  if (files === home.files && bytes === home.bytes) return home
  throw unusable('contents', 'It holds less than its first entry says.')
}

const maxHeaderBytes = 64 * 1024
const heading = z.looseObject({ format: shortText, version: z.int() })

const readHeader = async (
  name: string,
  size: number,
  body: ReadableStream<Uint8Array>,
): Promise<HomeHeader> => {
  if (name !== headerName || size > maxHeaderBytes)
    throw unusable('format', 'There is something else than a data folder in it.')
  const pieces: Uint8Array[] = []
  for await (const piece of body) pieces.push(piece)
  const json = jsonOf(Buffer.concat(pieces).toString('utf8'))
  const head = heading.safeParse(json)
  if (head.success && head.data.format === 'coldpress-home' && head.data.version > homeFileVersion)
    throw unusable(
      'version',
      'A newer version of Coldpress made it. Update Coldpress on this computer.',
    )
  const read = homeHeader.safeParse(json)
  // They are shown: as text of a file from elsewhere.
  if (read.success)
    return {
      ...read.data,
      coldpress: printable(read.data.coldpress),
      home: printable(read.data.home),
    }
  throw unusable('format', 'There is something else than a data folder in it.')
}

/** Names come from a file: none may lead out of the folder that they are written to. */
const requireFileOfHome = (name: string, type: string | undefined): void => {
  if (isPortable(name) && (type === 'file' || type === undefined)) return
  throw unusable('contents', 'It holds something that no data folder has.')
}

/** Whether every system can have a file of this name below a folder, and nowhere else. */
export const isPortable = (name: string): boolean => {
  const parts = name.split('/')
  return (
    parts.length <= 32 &&
    parts.every((part) => /^[^\\:*?"<>|\p{Cc}]{1,200}$/u.test(part) && !/^\.+$/u.test(part))
  )
}

/** scrypt's cost of a file from elsewhere: each step doubles memory and time. */
const maxWorkFactor = 19

const requireHomeFile = async (path: string): Promise<void> => {
  let head = new Uint8Array()
  try {
    for await (const piece of readPieces(path)) {
      head = Uint8Array.from(piece.subarray(0, 200))
      break
    }
  } catch (error) {
    throw fileError(path, 'read', error)
  }
  if (!isUnderPassphrase(head))
    throw unusable(
      'not_age',
      'It is not a file that Coldpress exported, or its beginning is damaged.',
    )
  if ((workFactorOf(head) ?? 0) > maxWorkFactor)
    throw unusable(
      'work_factor',
      'Opening it would take gigabytes of memory. Coldpress never writes such a file.',
    )
}

export const unusable = (
  rule: keyof typeof unusableFileErrors,
  sentence: string,
  cause?: unknown,
): ColdpressError =>
  errorBy(
    unusableFileErrors,
    rule,
    {},
    `The exported file cannot be used. ${sentence} Nothing was changed.`,
    cause,
  )

const readingError = (path: string, error: unknown): unknown => {
  const named = diskError(error)
  if (isColdpressError(named)) return named
  if (isWrongPassphrase(error))
    return new ColdpressError(
      'wrong_passphrase',
      'The passphrase does not open this file. It is the one that the vault had when the file was exported.',
    )
  if (systemCode(error) !== undefined) return fileError(path, 'read', error)
  return unusable('damaged', 'It is damaged or cut short. Copy it once more.', error)
}
