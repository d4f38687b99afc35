import { type FileHandle, open } from 'node:fs/promises'
import { diskFault } from './disk-fault.ts'

const longestPiece = 256 * 1024
const afterTheEnd = 4096

/** The bytes of a file. @throws the system's error when it cannot be read. */
export async function* readPieces(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path)
  try {
    yield* piecesOf(file)
  } finally {
    await file.close()
  }
}

/**
 * Reads a finished file that another has written, and brings its bytes to the disk, in one opening.
 * @throws ColdpressError `disk_full`; whatever `read` throws
 */
export const readAndSync = async <T>(
  path: string,
  read: (pieces: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<T> => {
  const file = await open(path, 'r+')
  try {
    const result = await read(piecesOf(file))
    await file.datasync()
    return result
  } catch (error) {
    throw diskFault(error)
  } finally {
    await file.close()
  }
}

/**
 * Each piece in a buffer of its own length. A stream's buffers are all of the same length, mostly
 * empty for a small file: thousands of them keep the garbage collector busy.
 */
async function* piecesOf(file: FileHandle): AsyncGenerator<Uint8Array> {
  let left = (await file.stat()).size
  for (;;) {
    // behind the end that the file had when it was opened it is asked once more, for a little
    const buffer = Buffer.allocUnsafe(left > 0 ? Math.min(left, longestPiece) : afterTheEnd)
    const { bytesRead } = await file.read(buffer)
    if (bytesRead === 0) return
    left -= bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}
