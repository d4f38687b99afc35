import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { longText } from '#values/bounds/bounded.ts'
import { ColdpressError, messageOf } from '#values/errors/errors.ts'
import type { Studio, StudioOptions } from '../options.ts'

/** Why the studio cannot work, or not whole, in words for its owner. */
export const healthFailure = z.object({
  what: z.enum(['database', 'sale_addresses', 'content', 'disk', 'log', 'gateway']),
  message: longText,
})
type HealthFailure = z.output<typeof healthFailure>

/** Less is not enough for the next sale: its rows, its log lines and SQLite's own files. */
const minFreeBytes = 1024 * 1024

/** A check that took longer than this many milliseconds is not made again for so many times its time. */
const pace = { quickMs: 50, times: 20 }

/**
 * Makes the check of what a studio needs: each call tries a write of its own. Calls at the same time
 * share one check.
 */
export const createHealthCheck = (
  studio: Pick<Studio, 'database' | 'givenAddresses' | 'content' | 'chain' | 'network'>,
  { database: path, log }: Pick<StudioOptions, 'database' | 'log'>,
): (() => Promise<readonly HealthFailure[]>) => {
  const findDamage = paceWork(() => studio.database.findDamage())
  const requireSound = async (): Promise<void> => {
    const damaged = await findDamage()
    if (damaged.length > 0)
      throw new ColdpressError(
        'corrupt',
        `${path} is damaged: ${damaged.join(', ')}. Stop the studio and copy the whole data folder before you try anything; then import the last backup of the data folder. Do not put back a copy of this file alone.`,
      )
  }
  const checks: readonly (readonly [HealthFailure['what'], () => void | Promise<void>])[] = [
    ['database', () => studio.database.tryWrite()],
    ['database', requireSound],
    ['sale_addresses', () => studio.givenAddresses.tryWrite()],
    ['content', () => studio.content.tryWrite()],
    ['disk', () => requireRoom(path)],
    ['log', () => requireLog(log)],
    ['gateway', () => requireGateway(studio)],
  ]
  return shared(async () => {
    const failures: HealthFailure[] = []
    for (const [what, check] of checks) {
      try {
        await check()
      } catch (error) {
        failures.push({ what, message: messageOf(error) })
      }
    }
    return failures
  })
}

/** A database can write into the room that it has, and the rest of a full disk still fails. */
const requireRoom = (path: string): void => {
  if (path === ':memory:') return
  const { bavail, bsize } = statfsSync(dirname(path))
  const free = bavail * bsize
  if (free >= minFreeBytes) return
  throw new ColdpressError(
    'disk_full',
    `The disk of ${dirname(path)} has ${free} bytes left, and the studio needs at least ${minFreeBytes}. Free some space: it goes on by itself.`,
  )
}

const requireLog = (log: StudioOptions['log']): void => {
  const lost = log?.lost?.()
  if (lost === undefined) return
  const { lines, since, reason } = lost
  throw new ColdpressError(
    'internal',
    `The log could not be written (${reason}): ${lines} lines were lost since ${since.toISOString()}. It is tried again with each line.`,
  )
}

/** Without one a public network can be prepared for, and neither payments nor mints are seen. */
const requireGateway = ({ chain, network }: Pick<Studio, 'chain' | 'network'>): void => {
  if (chain !== undefined || network === 'devnet') return
  throw new ColdpressError(
    'conflict',
    `The studio has no gateway to ${network}: it sees no payment and mints nothing. Set a gateway for that network, then start the studio again.`,
  )
}

/** Callers at the same time get one answer. */
const shared = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let running: Promise<T> | undefined
  return () => {
    running ??= work().finally(() => {
      running = undefined
    })
    return running
  }
}

/** Work whose time grows with the database takes at most a twentieth of all time, however often it is asked for. */
const paceWork = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let last: { readonly result: T; readonly until: number } | undefined
  return async () => {
    const start = performance.now()
    if (last !== undefined && start < last.until) return last.result
    const result = await work()
    const end = performance.now()
    const took = end - start
    last = { result, until: took > pace.quickMs ? end + took * pace.times : end }
    return result
  }
}
