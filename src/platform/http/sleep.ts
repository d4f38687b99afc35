import { setTimeout as delay } from 'node:timers/promises'

/** Rejects with the signal's own reason. */
export const sleep = async (ms: number, signal?: AbortSignal): Promise<void> => {
  try {
    await delay(ms, undefined, signal === undefined ? {} : { signal })
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  }
}
