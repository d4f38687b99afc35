/** A signal that follows another after a while, for what had better come to its end. */
export const graceAfter = (
  signal: AbortSignal,
  graceMs: number,
): { readonly signal: AbortSignal; readonly end: () => void } => {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const onAbort = (): void => {
    timer = setTimeout(() => controller.abort(signal.reason), graceMs)
  }
  signal.addEventListener('abort', onAbort, { once: true })
  return {
    signal: controller.signal,
    end: () => {
      signal.removeEventListener('abort', onAbort)
      clearTimeout(timer)
    },
  }
}
