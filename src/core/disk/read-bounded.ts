import { open, type FileHandle } from 'node:fs/promises'

/**
 * A whole file, or what a pipe gives. It may be a secret: the caller wipes it, and what it was put
 * together from is wiped here.
 * @throws what the system says, and RangeError above `maxBytes`: `/dev/zero` would fill the memory
 */
export const readBounded = async (path: string, maxBytes: number): Promise<Buffer> => {
  const file = await open(path)
  try {
    return await readAll(file, maxBytes)
  } finally {
    await file.close()
  }
}

const readAll = async (file: FileHandle, maxBytes: number): Promise<Buffer> => {
  const pieces: Buffer[] = []
  let length = 0
  try {
    for (;;) {
      const piece = Buffer.alloc(64 * 1024)
      pieces.push(piece)
      const { bytesRead } = await file.read(piece)
      if (bytesRead === 0) return Buffer.concat(pieces, length)
      pieces.splice(-1, 1, piece.subarray(0, bytesRead))
      length += bytesRead
      if (length > maxBytes) throw new RangeError(`it is larger than ${maxBytes} bytes`)
    }
  } finally {
    for (const piece of pieces) piece.fill(0)
  }
}
