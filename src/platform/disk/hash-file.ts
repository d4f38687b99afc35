import { createHash, type Hash } from 'node:crypto'
import { readPieces } from './read-pieces.ts'

/** A hash of all that a file holds now, which can take what is appended to it. */
export const hashFile = async (algorithm: 'sha256' | 'sha512', path: string): Promise<Hash> => {
  const hash = createHash(algorithm)
  for await (const piece of readPieces(path)) hash.update(piece)
  return hash
}
