import { createFairTurns } from './fair-turns.ts'

/** Work that stops after each small piece, so that whoever runs it can let others go on. */
export type Pieces<T> = Generator<void, T>

/** Does all pieces at once. */
export const runPieces = <T>(pieces: Pieces<T>): T => {
  for (;;) {
    const piece = pieces.next()
    if (piece.done === true) return piece.value
  }
}

/**
 * Does the pieces in turns of some milliseconds, so that the process stays responsive. Rejects with
 * the signal's reason once aborted.
 */
export const inTurns = async <T>(pieces: Pieces<T>, signal?: AbortSignal): Promise<T> => {
  const fairTurn = createFairTurns()
  for (;;) {
    signal?.throwIfAborted()
    const piece = pieces.next()
    if (piece.done === true) return piece.value
    await fairTurn()
  }
}
