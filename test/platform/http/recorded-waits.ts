import type { RetryPolicy } from '#platform/http/retry.ts'

/** Retries that never really sleep; `waits` are the milliseconds that they would have slept. */
export const recordWaits = (options: Partial<RetryPolicy> = {}) => {
  const waits: number[] = []
  const retry: Partial<RetryPolicy> = {
    random: () => 0.5,
    sleep: async (ms) => {
      waits.push(ms)
    },
    now: () => new Date('2026-01-01T00:00:00Z'),
    ...options,
  }
  return { waits, retry }
}
