import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import type { ColdpressError } from '#values/errors/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { importErrors } from '#contract/imports/errors.ts'
import type { Database } from '#platform/db/database.ts'
import { isRunning, startOf } from '#platform/disk/running-process.ts'

/** Processes on another machine that shares the folder are judged by their heartbeat only. */
export const leaseTiming = { beatEveryMs: 1_000, expiresMs: 30_000 } as const

/** Identifies a process; `start` distinguishes processes that reuse an id. */
export type LeaseOwner = { readonly host: string; readonly pid: number; readonly start: string }

const thisProcess = (): LeaseOwner => ({
  host: hostname(),
  pid: process.pid,
  start: startOf(process.pid) || String(Math.round(performance.timeOrigin)),
})

/** The right to work on one job, held by one process at a time. */
export interface Lease {
  /** Call it inside every writing transaction: a process that lost the lease must not write. */
  assertHeld(): void
  /**
   * Sends a heartbeat; false if another process holds the lease now, such as after a long sleep.
   */
  beat(): boolean
  release(): void
}

export type LeaseOptions = {
  readonly now: () => Date
  readonly owner?: LeaseOwner
  readonly isRunning?: typeof isRunning
}

/** The process that works on a job. */
export type JobHolder = { readonly pid: number; readonly host: string }

const leaseRow = z.object({
  holder: shortText,
  host: shortText,
  pid: z.int(),
  beat_at: z.int(),
})
type LeaseRow = z.output<typeof leaseRow>

/**
 * Acquires a job's lease. The lease of a dead process on this machine is free at once, any other
 * after 30 seconds without a heartbeat.
 * @throws ColdpressError `conflict` that names the process which holds it
 */
export const acquireLease = (db: Database, job: string, options: LeaseOptions): Lease => {
  const owner = options.owner ?? thisProcess()
  const holder = `${owner.start}.${randomUUID()}`
  const now = (): number => options.now().getTime()
  db.transact(() => {
    const held = liveLease(db, job, options)
    if (held !== undefined) throw alreadyRunning(job, held)
    db.upsert(
      'import_leases',
      { job, holder, host: owner.host, pid: owner.pid, beat_at: now() },
      'job',
    )
  })
  const mine = { job, holder }
  return {
    assertHeld: () => {
      const row = readLease(db, job)
      if (row?.holder !== holder)
        throw alreadyRunning(job, row === undefined ? null : holderOf(row))
    },
    beat: () => db.update('import_leases', { beat_at: now() }, mine) === 1,
    release: () => {
      released.add(holder)
      db.run('DELETE FROM import_leases WHERE job = :job AND holder = :holder', mine)
      released.delete(holder)
    },
  }
}

/** Leases of this process whose release could not be written, such as on a full disk. */
const released = new Set<string>()

/** The process that holds the job's lease now, if any. */
export const liveLease = (
  db: Database,
  job: string,
  options: LeaseOptions,
): JobHolder | undefined => {
  const row = readLease(db, job)
  return row !== undefined && isLive(row, options) ? holderOf(row) : undefined
}

const holderOf = ({ pid, host }: LeaseRow): JobHolder => ({ pid, host })

const readLease = (db: Database, job: string): LeaseRow | undefined =>
  db.get(leaseRow, 'SELECT holder, host, pid, beat_at FROM import_leases WHERE job = :job', { job })

const isLive = (row: LeaseRow, options: LeaseOptions): boolean => {
  if (released.has(row.holder)) return false
  if (options.now().getTime() - row.beat_at > leaseTiming.expiresMs) return false
  const owner = options.owner ?? thisProcess()
  if (row.host !== owner.host) return true
  const start = row.holder.slice(0, row.holder.lastIndexOf('.'))
  // In a container every run may have the same process ID; then the start distinguishes them.
  if (row.pid === owner.pid) return start === owner.start
  return (options.isRunning ?? isRunning)(row.pid, start)
}

/** @param holder by default this process; null: one that has ended meanwhile */
export const alreadyRunning = (
  job: string,
  holder: JobHolder | null = { pid: process.pid, host: hostname() },
): ColdpressError =>
  errorBy(importErrors, 'import_running', { job, ...holder }, heldText(job, holder))

const heldText = (job: string, holder: JobHolder | null): string => {
  if (holder === null) return `Another process took over import ${job}.`
  const { pid, host } = holder
  return pid === process.pid && host === hostname()
    ? `Import ${job} is running already. See how far it is.`
    : `Import ${job} is already running in process ${pid} on ${host}. Wait for it, or stop it first.`
}
