const firstMs = 1_000
const longestMs = 15_000

/** Webhooks that are paused for growing times, because something they need is unavailable. */
export type Backoff = {
  readonly isPaused: (webhookId: string) => boolean
  readonly pause: (webhookId: string) => void
  readonly end: (webhookId: string) => void
}

export const createBackoff = (): Backoff => {
  const backoff = new Map<string, { readonly until: number; readonly ms: number }>()
  return {
    isPaused: (webhookId) => performance.now() < (backoff.get(webhookId)?.until ?? 0),
    pause: (webhookId) => {
      const before = backoff.get(webhookId)
      // Of several concurrent failures only the first counts.
      if (before !== undefined && performance.now() < before.until) return
      const ms = before === undefined ? firstMs : Math.min(before.ms * 2, longestMs)
      backoff.set(webhookId, { until: performance.now() + ms, ms })
    },
    end: (webhookId) => void backoff.delete(webhookId),
  }
}
