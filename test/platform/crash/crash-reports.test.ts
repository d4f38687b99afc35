import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import {
  type Crash,
  crashFolder,
  dismissCrashReports,
  newCrashReports,
  writeCrashReport,
} from '#platform/crash/crash-reports.ts'
import { crashFolderVariable, leaveTrace, takeTrace } from '#platform/crash/crash-trace.ts'
import { stackOf } from '#platform/crash/stack.ts'
import { homeTest as it } from '../../support/folder-test.ts'

const crash = (trace: string): Crash => ({
  process: 'keys',
  what: 'The keys process ended unexpectedly.',
  trace,
  versions: { coldpress: '0.1.0', node: '24' },
  logLines: ['2026-11-24T00:00:00.000Z info vault: The vault was unlocked.'],
})

it('a crash report holds kind, stack, versions and the end of the log, for its user alone, and not the text of the error', ({
  home,
}) => {
  const error = new SyntaxError('Unexpected token in ed25519_sk1secret')
  const path = writeCrashReport(home, crash(stackOf(error))) ?? ''
  expect(statSync(path).mode & 0o077).toBe(process.platform === 'win32' ? 0o066 : 0)
  const [report] = newCrashReports(home)
  expect(report?.file).toBe(path)
  for (const part of [
    'SyntaxError',
    'crash-reports.test.ts',
    'coldpress 0.1.0',
    'The vault was unlocked.',
  ])
    expect(report?.text).toContain(part)
  expect(report?.text).not.toContain('ed25519_sk1secret')
})

it('a line of the error’s text that looks like a frame of its stack stays out too', () => {
  const error = new RangeError(
    'cannot use\n    at ed25519_sk1secret (/home/me/x.ts:1:1)\n    at ed25519_sk1secret',
  )
  const stack = stackOf(error)
  expect(stack).toContain('crash-reports.test.ts')
  expect(stack).not.toContain('ed25519_sk1secret')
  // The text that was there when the stack was made; V8 writes it into the stack.
  error.message = 'another text'
  error.name = 'ed25519_sk1secret in a name'
  expect(stackOf(error)).toMatch(/^Error\n/u)
  expect(stackOf(error)).not.toMatch(/at ed25519_sk1secret$/mu)
})

it('crash reports are at most ten, newest first, until they are dismissed; the same crash is reported once a minute', ({
  home,
}) => {
  const at = (seconds: number) => new Date(1_764_000_000_000 + seconds * 1000)
  for (let count = 0; count < 12; count += 1)
    writeCrashReport(home, crash(`Error ${home} ${count}`), at(count))
  expect(writeCrashReport(home, crash(`Error ${home} 11`), at(30))).toBeUndefined()
  const reports = newCrashReports(home)
  expect(reports).toHaveLength(10)
  expect(reports[0]?.text).toContain(`${home} 11`)
  dismissCrashReports(reports)
  expect(newCrashReports(home)).toEqual([])
  expect(readdirSync(crashFolder(home))).toHaveLength(10)
})

it('a dying child process leaves its trace for the main process, which takes it once', ({
  home,
}) => {
  const folder = join(home, 'crashes')
  leaveTrace('keys', new TypeError('with a secret'), { [crashFolderVariable]: folder })
  const trace = takeTrace(folder, 'keys')
  expect(trace).toContain('TypeError')
  expect(trace).not.toContain('with a secret')
  expect(takeTrace(folder, 'keys')).toBe('')
  leaveTrace('keys', new Error('nowhere to write'), {})
})
