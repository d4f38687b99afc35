import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { Database } from '#platform/db/database.ts'
import { isRunning, startOf } from '#platform/disk/running-process.ts'
import { createJobs } from '#app/imports/journal/jobs.ts'
import { importsSchema } from '#app/imports/journal/journal-schema.ts'
import { acquireLease, liveLease } from '#app/imports/journal/lease.ts'
import { lockHome } from '#keys/vault/vault-file.ts'
import { homeTest as test } from '../support/folder-test.ts'
import { sampleJob } from '../app/imports/journal/sample-job.ts'

/**
 * Runs a program under a parent that never asks how it ended: killed, it stays as a zombie.
 * @returns its number, once it has written a line
 */
const orphaned = async (...program: string[]): Promise<number> => {
  const parent = spawn('sh', ['-c', '"$@" & echo $!; exec sleep 60', 'sh', ...program], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let text = ''
  parent.stdout.setEncoding('utf8')
  while (!/^\d+\nready\n|^ready\n\d+\n/u.test(text))
    text += String(await once(parent.stdout, 'data'))
  const pid = Number(/\d+/u.exec(text)?.[0])
  onTestFinished(() => {
    process.kill(pid, 'SIGKILL')
    parent.kill('SIGKILL')
  })
  return pid
}

const zombie = async (...program: string[]): Promise<number> => {
  const pid = await orphaned(...program)
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => isRunning(pid)).toBe(false)
  // The system still knows the number, which is all that once was asked.
  process.kill(pid, 0)
  return pid
}

const now = () => new Date('2027-01-01T00:00:00Z')

const jobHeldBy = (pid: number, start: string) => {
  const db = new Database(':memory:', [importsSchema])
  const { id } = createJobs(db, now).create(sampleJob)
  acquireLease(db, id, { now, owner: { host: 'here', pid, start } })
  return () => liveLease(db, id, { now, owner: { host: 'here', pid: 0, start: 'other' } })
}

const waits = ['node', '-e', 'console.log("ready"); setInterval(() => {}, 1000)']

// Fault 16 of docs/faults.md.
test('the lease of an import whose process is a zombie is free at once', async () => {
  const pid = await zombie(...waits)
  expect(jobHeldBy(pid, 'its start')()).toBeUndefined()
})

test('the lease of an import whose process number belongs to another program is free at once', async () => {
  const pid = await orphaned(...waits)
  expect(jobHeldBy(pid, startOf(pid))()).toEqual({ host: 'here', pid })
  expect(jobHeldBy(pid, startOf(process.pid))()).toBeUndefined()
})

test('the lock of a home whose process is a zombie is free at once', async ({ home }) => {
  const holder = `
    const { DatabaseSync } = require('node:sqlite')
    const db = new DatabaseSync(process.argv[1])
    db.exec('BEGIN EXCLUSIVE')
    console.log('ready')
    setInterval(() => db.isOpen, 1000)`
  const path = join(home, 'vault.lock')
  await zombie('node', '--no-warnings', '-e', holder, path)
  const release = await lockHome(home, 1_000)
  release()
})
