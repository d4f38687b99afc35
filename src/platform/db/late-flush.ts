/** Of a kill, this much is lost. */
const waitingMs = 250

/** Writes what waits in memory a moment later: only for what can be made again. */
export interface LateFlush {
  /** Flushes soon, if that is not to come already. */
  ask(): void
  /** It is flushed now, or never. */
  cancel(): void
}

/** @param flush what it cannot write stays, and fails again where somebody hears it */
export const createLateFlush = (flush: () => void): LateFlush => {
  let timer: NodeJS.Timeout | undefined
  const cancel = (): void => {
    clearTimeout(timer)
    timer = undefined
  }
  const tryFlush = (): void => {
    cancel()
    try {
      flush()
    } catch {
      // see `flush`
    }
  }
  return {
    ask: () => {
      timer ??= setTimeout(tryFlush, waitingMs).unref()
    },
    cancel,
  }
}
