import { constants } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { basename } from 'node:path'
import { errnoOf, reasonOf, Refusal } from './refusal.ts'

/** Bytes of an image file; beyond this no picture is worth the memory. Audio and video have no limit. */
export const maxImageFileBytes = 200 * 1000 * 1000

export type SourceFile = {
  readonly path: string
  /** The file's own name, for sentences. */
  readonly name: string
  readonly size: number
  readonly handle: FileHandle
}

/**
 * Opens a regular file for reading. `O_NONBLOCK`, because opening a named pipe would wait for
 * its writer forever.
 * @throws Refusal `image_missing`, `image_unreadable`, `image_empty`
 */
export const openSource = async (path: string): Promise<SourceFile> => {
  const name = basename(path)
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(
    (error: unknown) => {
      throw unopened(name, error)
    },
  )
  try {
    const status = await handle.stat()
    if (!status.isFile())
      throw new Refusal(
        'image_unreadable',
        `${name} is not a regular file. Put the image itself in its place.`,
      )
    if (status.size === 0)
      throw new Refusal('image_empty', `${name} is empty (0 bytes). Export or copy it again.`)
    return { path, name, size: status.size, handle }
  } catch (error) {
    await handle.close()
    throw error
  }
}

const unopened = (name: string, error: unknown): Refusal =>
  errnoOf(error) === 'ENOENT'
    ? new Refusal(
        'image_missing',
        `${name} is no longer where it was. Put it back, or scan the folder again.`,
      )
    : new Refusal(
        'image_unreadable',
        `${name} cannot be opened (${reasonOf(error)}). Check its permissions and the disk that it is on.`,
      )

/** The first bytes, in which every known format shows itself. */
export const readHead = async ({ handle, name }: SourceFile): Promise<Uint8Array> => {
  const head = new Uint8Array(4100)
  const { bytesRead } = await handle.read(head, 0, head.length, 0).catch((error: unknown) => {
    throw unreadable(name, error)
  })
  return head.subarray(0, bytesRead)
}

/** @throws Refusal `image_too_large`, `image_unreadable` */
export const readImage = async ({ handle, name, size }: SourceFile): Promise<Buffer> => {
  if (size > maxImageFileBytes)
    throw new Refusal(
      'image_too_large',
      `${name} has ${megabytes(size)} MB; at most ${megabytes(maxImageFileBytes)} MB are allowed for an image. Export a smaller version.`,
    )
  const bytes = Buffer.allocUnsafeSlow(size)
  let filled = 0
  while (filled < size) {
    const { bytesRead } = await handle
      .read(bytes, filled, size - filled, filled)
      .catch((error: unknown) => {
        throw unreadable(name, error)
      })
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return bytes.subarray(0, filled)
}

const unreadable = (name: string, error: unknown): Refusal =>
  new Refusal(
    'image_unreadable',
    `${name} cannot be read (${reasonOf(error)}). Check the disk that it is on, or copy it to another one.`,
  )

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(bytes % 1e6 === 0 ? 0 : 1)
