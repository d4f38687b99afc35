import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { Database } from '#platform/db/database.ts'
import { startOf } from '#platform/disk/running-process.ts'
import { createJobs } from '#app/imports/journal/jobs.ts'
import { importsSchema } from '#app/imports/journal/journal-schema.ts'
import { openJournal } from '#app/imports/journal/journal.ts'
import {
  type LeaseOptions,
  leaseTiming,
  liveLease,
  acquireLease,
} from '#app/imports/journal/lease.ts'
import { sampleJob } from './sample-job.ts'

let db: Database
let job: string
let time: number
const now = () => new Date(time)

beforeEach(() => {
  time = Date.parse('2027-01-01T00:00:00Z')
  db = new Database(':memory:', [importsSchema])
  job = createJobs(db, now).create(sampleJob).id
})

const owner = (pid: number, change: Partial<LeaseOptions['owner']> = {}): LeaseOptions => ({
  now,
  owner: { host: 'here', pid, start: '1', ...change },
  isRunning: () => true,
})
const acquire = (pid: number, change: Partial<LeaseOptions> = {}) =>
  acquireLease(db, job, { ...owner(pid), ...change })

describe('the lease of a job', () => {
  it('refuses a second process and names the first', () => {
    acquire(41)
    expect(() => acquire(42)).toThrow(
      expect.objectContaining({
        code: 'conflict',
        details: { rule: 'import_running', job, pid: 41, host: 'here' },
      }),
    )
    expect(() => acquire(41)).toThrow(/process 41 on here/u)
  })

  it('is free again once released', () => {
    acquire(41).release()
    expect(liveLease(db, job, owner(42))).toBeUndefined()
    acquire(42)
  })

  // Fault 5 of docs/faults.md.
  it('is free for its own process also when its release could not be written', () => {
    const lease = acquire(41)
    db.script(
      "CREATE TRIGGER full BEFORE DELETE ON import_leases BEGIN SELECT RAISE(ABORT, 'full'); END",
    )
    expect(() => lease.release()).toThrow('full')
    acquire(41)
  })

  it('stays while its process runs on this machine, and is free at once when that has died', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1_000)'])
    onTestFinished(() => void child.kill('SIGKILL'))
    await once(child, 'spawn')
    const pid = child.pid ?? 0
    const holder = acquireLease(db, job, { now, owner: { host: 'here', pid, start: startOf(pid) } })
    const other = { now, owner: { host: 'here', pid: process.pid, start: '1' } }
    expect(() => acquireLease(db, job, other)).toThrow(
      expect.objectContaining({
        code: 'conflict',
        details: { rule: 'import_running', job, pid, host: 'here' },
      }),
    )
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    expect(liveLease(db, job, other)).toBeUndefined()
    acquireLease(db, job, other)
    expect(() => holder.assertHeld()).toThrow(
      expect.objectContaining({ details: expect.objectContaining({ pid: process.pid }) }),
    )
  })

  // Windows does not say when a process started
  it.skipIf(process.platform === 'win32')(
    "is free at once when another program has its process's number",
    () => {
      acquireLease(db, job, { now, owner: { host: 'here', pid: process.ppid, start: 'earlier' } })
      const other = { now, owner: { host: 'here', pid: process.pid, start: '1' } }
      expect(liveLease(db, job, other)).toBeUndefined()
      acquireLease(db, job, other)
    },
  )

  it('is free at once when this very process number belonged to an earlier process', () => {
    acquire(41)
    const again = { owner: { host: 'here', pid: 41, start: '2' } }
    expect(() => acquire(41, again)).not.toThrow()
  })

  it('of another machine counts as live by its heartbeat alone', () => {
    acquire(41, { owner: { host: 'there', pid: 41, start: '1' } })
    const dead = { isRunning: () => false }
    time += leaseTiming.expiresMs
    expect(() => acquire(42, dead)).toThrow(/on there/u)
    time += 1
    acquire(42, dead)
  })

  it('is kept by beating, and tells a holder that lost it', () => {
    const first = acquire(41)
    time += leaseTiming.expiresMs
    expect(first.beat()).toBe(true)
    time += leaseTiming.expiresMs
    expect(() => acquire(42)).toThrow(/41/u)
    time += 1
    acquire(42)
    expect(first.beat()).toBe(false)
    expect(() => first.assertHeld()).toThrow(
      expect.objectContaining({ details: expect.objectContaining({ pid: 42 }) }),
    )
    first.release()
    expect(liveLease(db, job, owner(43))).toEqual({ pid: 42, host: 'here' })
  })

  it('guards the journal: who lost it writes nothing more', () => {
    const first = acquire(41)
    const journal = openJournal(db, job, { now, guard: () => first.assertHeld() })
    journal.intend([{ assetNames: [], bodyHash: 'hash' }])
    time += leaseTiming.expiresMs + 1
    acquire(42)
    expect(() => journal.intend([{ assetNames: [], bodyHash: 'hash' }])).toThrow(
      expect.objectContaining({ code: 'conflict' }),
    )
    expect(journal.openBatches()).toHaveLength(1)
  })
})
