import { createCipheriv, createHash } from 'node:crypto'

/**
 * Endlessly many different, always equal byte streams: the ChaCha20 key stream of the seed's
 * SHA-256, as Kubo's own tests make their files (its DeterministicRandomReader).
 */
export async function* generatedBytes(
  size: number,
  seed: string,
  chunkSize = 64 * 1024,
): AsyncGenerator<Uint8Array> {
  const key = createHash('sha256').update(seed).digest()
  const cipher = createCipheriv('chacha20', key, Buffer.alloc(16))
  for (let left = size; left > 0; left -= chunkSize)
    yield cipher.update(Buffer.alloc(Math.min(left, chunkSize)))
}

/** Such as no packing makes shorter, and the same each time. */
export const incompressible = (length: number, seed = 1): Uint8Array =>
  Uint8Array.from(
    createCipheriv('chacha20', Buffer.alloc(32, seed), Buffer.alloc(16)).update(
      Buffer.alloc(length),
    ),
  )

export const collect = async (source: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of source) chunks.push(chunk)
  return Buffer.concat(chunks)
}
