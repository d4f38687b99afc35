import { setTimeout as sleep } from 'node:timers/promises'
import { abortable } from '../../core/submission/abortable.ts'
import type { Studio } from '../options.ts'
import { mintRoyaltyIfPaid } from '../royalty/royalty.ts'
import { signHere } from './sign.ts'
import { chainOf } from './chain.ts'
import { collectionsAwaitingRoyalty, parkedMints } from './store.ts'

/** How often parked mints are offered to the vault, which costs nothing. */
const pauseMs = 1_000
/** How often a public gateway is asked for payments: it counts every call. */
const publicPaymentsMs = 30_000

/**
 * Follows every transaction to its end, signs what was parked as soon as the vault can, and mints
 * royalty tokens that were paid for. It begins where the last run stopped, or was killed.
 * @param failed told of everything that is nobody's request to answer
 * @returns ends it; what is on its way then goes on with the next start
 */
export const followMints = (
  studio: Studio,
  failed: (error: unknown) => void,
): (() => Promise<void>) => {
  const stop = new AbortController()
  const { submissions } = chainOf(studio)
  let told = ''
  const running = Promise.all([
    submissions.follow(stop.signal, ({ fault }) => {
      const text = fault === undefined ? '' : `${fault.code}: ${fault.message}`
      if (text !== told && text !== '') failed(new Error(text))
      told = text
    }),
    tend(studio, stop.signal, failed),
  ])
  return async () => {
    stop.abort()
    await running
  }
}

const tend = async (
  studio: Studio,
  signal: AbortSignal,
  failed: (error: unknown) => void,
): Promise<void> => {
  const paymentsMs = studio.network === 'devnet' ? pauseMs : publicPaymentsMs
  let paymentsAt = 0
  const last = new Map<string, string>()
  const attempt = async (name: string, work: () => Promise<void>): Promise<void> => {
    if (signal.aborted) return
    try {
      await abortable(work(), signal)
      last.delete(name)
    } catch (error) {
      if (signal.aborted) return
      // What stays the same is told once.
      if (last.get(name) !== String(error)) failed(error)
      last.set(name, String(error))
    }
  }
  while (!signal.aborted) {
    for (const { id } of parkedMints(studio.database)) await attempt(id, () => signHere(studio, id))
    if (performance.now() >= paymentsAt) {
      for (const id of collectionsAwaitingRoyalty(studio.database))
        await attempt(id, () => mintRoyaltyIfPaid(studio, id, { again: false }))
      paymentsAt = performance.now() + paymentsMs
    }
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
  }
}
