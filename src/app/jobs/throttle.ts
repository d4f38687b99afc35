export type Throttle = {
  readonly pass: () => void
  /** Forgets what waits. */
  readonly cancel: () => void
}

/** Sends the first at once, and later the newest, once in `everyMs` at most. */
export const createThrottle = (everyMs: number, send: () => void): Throttle => {
  let timer: NodeJS.Timeout | undefined
  let isWaiting = false
  const pass = (): void => {
    isWaiting = timer !== undefined
    if (isWaiting) return
    timer = setTimeout(() => {
      timer = undefined
      if (isWaiting) pass()
    }, everyMs).unref()
    send()
  }
  return {
    pass,
    cancel: () => {
      clearTimeout(timer)
      timer = undefined
      isWaiting = false
    },
  }
}
