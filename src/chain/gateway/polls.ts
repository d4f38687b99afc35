import { AsyncLocalStorage } from 'node:async_hooks'

const polls = new AsyncLocalStorage<true>()

/**
 * Runs work that asks a gateway again and again by itself. While the gateway is busy its calls fail at
 * once and are not repeated: each poll tries once, and the rate does not rise. Others wait.
 */
export const asPoll = <T>(work: () => T): T => polls.run(true, work)

export const isPoll = (): boolean => polls.getStore() === true
