/** How far an export or an import is. */
export type MoveProgress = {
  readonly bytes: number
  readonly totalBytes: number
  /** Null while nothing can be said. */
  readonly secondsLeft: number | null
}

const everyMs = 200

/** Counts bytes and reports them, five times a second at most. */
export const measure = (
  totalBytes: number,
  onProgress: ((progress: MoveProgress) => void) | undefined,
): ((bytes: number) => void) => {
  const start = performance.now()
  let done = 0
  let last = Number.NEGATIVE_INFINITY
  return (bytes) => {
    done += bytes
    const now = performance.now()
    if (now - last < everyMs && done < totalBytes) return
    last = now
    const seconds = (now - start) / 1000
    const left = Math.max(0, totalBytes - done)
    const secondsLeft = seconds < 1 || done === 0 ? null : (left * seconds) / done
    onProgress?.({ bytes: Math.min(Math.round(done), totalBytes), totalBytes, secondsLeft })
  }
}
