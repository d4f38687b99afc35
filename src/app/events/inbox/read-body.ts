import type { IncomingMessage } from 'node:http'

const maxBytes = 1024 ** 2
/** Slightly more is read and discarded: a sender that is cut off while it sends gets no answer. */
const maxDrainedBytes = 8 * maxBytes

/** A whole body of at most 1 MiB. */
export const readBody = async (
  request: IncomingMessage,
): Promise<Uint8Array | 'too large' | 'cut off'> => {
  if (Number(request.headers['content-length'] ?? 0) > maxDrainedBytes) return 'too large'
  let pieces: Uint8Array[] = []
  let length = 0
  return new Promise((resolve) => {
    request.on('data', (piece: Uint8Array) => {
      length += piece.length
      if (length <= maxBytes) pieces.push(piece)
      else pieces = []
      if (length <= maxDrainedBytes) return
      request.pause()
      resolve('too large')
    })
    request.on('end', () => resolve(length > maxBytes ? 'too large' : Buffer.concat(pieces)))
    request.on('error', () => resolve('cut off'))
    request.on('close', () => resolve('cut off'))
  })
}
