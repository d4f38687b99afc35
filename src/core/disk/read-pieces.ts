import { open } from 'node:fs/promises'

const longestPiece = 256 * 1024
const afterTheEnd = 4096

/**
 * The bytes of a file, each piece in a buffer of its own length. A stream's buffers are all of the
 * same length, mostly empty for a small file: thousands of them keep the garbage collector busy.
 */
export async function* readPieces(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path)
  try {
    let left = (await file.stat()).size
    for (;;) {
      // behind the end that the file had when it was opened it is asked once more, for a little
      const buffer = Buffer.allocUnsafe(left > 0 ? Math.min(left, longestPiece) : afterTheEnd)
      const { bytesRead } = await file.read(buffer)
      if (bytesRead === 0) return
      left -= bytesRead
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}
