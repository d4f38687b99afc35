import { closeSync, constants, fstatSync, open, read } from 'node:fs'
import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import type { SourceRead } from '../image-job.ts'
import { accessReason } from '#platform/disk/access-reason.ts'
import { errnoOf, ImageError } from './image-error.ts'

/** Bytes of an image file; beyond this no image is worth the memory. Audio and video have no limit. */
export const maxImageFileBytes = 200 * 1000 * 1000

/** Of a 3D scene as text (glTF), this much is read. One that holds its shapes is large, and may name what it is at its end. */
export const sceneBytes = 64 * 1024 * 1024

/** Large enough for most images, so that one call reads them: each call wakes a thread. */
const firstReadBytes = 1024 * 1024
/** Enough for every known format to be recognised. */
const headBytes = 4100

export type SourceFile = {
  readonly path: string
  /** The file's own name, for sentences. */
  readonly name: string
  readonly size: number
  /** Its first bytes, until `close`. */
  readonly head: Uint8Array
  /** Its first mebibyte, until `close`: what a file of text says of itself. */
  readonly start: Uint8Array
  /** Its first bytes, at most so many, until `close`. @throws Error `image_unreadable` */
  readonly readStart: (most: number) => Promise<Buffer>
  /** All of it, until `close`. @throws Error `image_too_large`, `image_unreadable` */
  readImage(): Promise<Buffer>
  /** The file's current state; `bytes` counts those that were read. */
  describe(bytes: Buffer | null): SourceRead
  close(): void
}

/** Unused buffers for first bytes: new ones would stay in memory until V8 collects them. */
const idleBuffers: Buffer[] = []

const opened = promisify(open)
const readInto = promisify(read)

/**
 * Opens a regular file for reading. `O_NONBLOCK`, because opening a named pipe would wait for
 * its writer forever.
 * @throws Error `image_missing`, `image_unreadable`, `image_empty`
 */
export const openSource = async (path: string): Promise<SourceFile> => {
  const name = basename(path)
  const descriptor = await opened(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(
    (error: unknown) => {
      throw unopened(name, error)
    },
  )
  const firstBytes = idleBuffers.pop() ?? Buffer.allocUnsafeSlow(firstReadBytes)
  const close = (): void => {
    closeSync(descriptor)
    idleBuffers.push(firstBytes)
  }
  try {
    const size = sizeOf(descriptor, name)
    const room = firstBytes.subarray(0, size)
    const filled = await fill(room, descriptor, 0, name)
    const readStart = async (most: number): Promise<Buffer> => {
      const wanted = Math.min(most, size)
      if (wanted <= room.length) return room.subarray(0, Math.min(wanted, filled))
      const read = Buffer.allocUnsafeSlow(wanted)
      room.copy(read)
      return read.subarray(0, await fill(read, descriptor, filled, name))
    }
    return {
      path,
      name,
      size,
      head: firstBytes.subarray(0, Math.min(filled, headBytes)),
      start: firstBytes.subarray(0, filled),
      readStart,
      readImage: async () => {
        if (size > maxImageFileBytes) throw tooLarge(name, size)
        return readStart(size)
      },
      describe: (bytes) => {
        const { size: sizeNow, mtimeMs, ino } = fstatSync(descriptor)
        const sha256 = bytes && createHash('sha256').update(bytes).digest('hex')
        return { size: sizeNow, mtimeMs, inode: String(ino), sha256 }
      },
      close,
    }
  } catch (error) {
    close()
    throw error
  }
}

const sizeOf = (descriptor: number, name: string): number => {
  const status = fstatSync(descriptor)
  if (!status.isFile())
    throw new ImageError(
      'image_unreadable',
      `${name} is not a regular file. Put the image itself in its place.`,
    )
  if (status.size === 0)
    throw new ImageError('image_empty', `${name} is empty (0 bytes). Export or copy it again.`)
  return status.size
}

/**
 * Reads on from byte `from`.
 * @returns how many bytes there are now: fewer than there is room for where the file became shorter
 */
const fill = async (
  bytes: Buffer,
  descriptor: number,
  from: number,
  name: string,
): Promise<number> => {
  let at = from
  while (at < bytes.length) {
    const { bytesRead } = await readInto(descriptor, bytes, at, bytes.length - at, at).catch(
      (error: unknown) => {
        throw unreadable(name, error)
      },
    )
    if (bytesRead === 0) break
    at += bytesRead
  }
  return at
}

const tooLarge = (name: string, size: number): ImageError =>
  new ImageError(
    'image_too_large',
    `${name} has ${megabytes(size)} MB; at most ${megabytes(maxImageFileBytes)} MB are allowed for an image. Export a smaller version.`,
  )

const unopened = (name: string, error: unknown): ImageError =>
  errnoOf(error) === 'ENOENT'
    ? new ImageError(
        'image_missing',
        `${name} is no longer where it was. Put it back, or scan the folder again.`,
      )
    : new ImageError('image_unreadable', `${name} cannot be opened: ${accessReason(error)}.`)

const unreadable = (name: string, error: unknown): ImageError =>
  new ImageError('image_unreadable', `${name} cannot be read: ${accessReason(error)}.`)

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(bytes % 1e6 === 0 ? 0 : 1)
