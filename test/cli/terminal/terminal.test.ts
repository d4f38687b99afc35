import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { drawProgress } from '#cli/terminal/progress-bar.ts'
import { Terminal } from '#cli/terminal/terminal.ts'
import { captureOutput } from '../../support/captured-output.ts'

const output = captureOutput()
const streams = [process.stdin, process.stdout, process.stderr] as const
const before = streams.map(({ isTTY }) => isTTY)
const { columns, rows } = process.stderr

beforeEach(() => {
  for (const stream of streams) stream.isTTY = true
  Object.assign(process.stderr, { columns: 80, rows: 24 })
})
afterEach(() => {
  for (const [at, stream] of streams.entries()) stream.isTTY = before[at] ?? false
  Object.assign(process.stderr, { columns, rows })
  vi.unstubAllEnvs()
})

const terminal = () => new Terminal({ quiet: false, signal: new AbortController().signal })

describe('the line of progress', () => {
  it('keeps percentage, rate and time left at 80 columns, and leaves out stages', () => {
    const stage = { total: 500, failed: 0, rate: 226.1, secondsLeft: 12 }
    drawProgress(terminal()).update({
      job: '01k',
      stages: [
        { ...stage, stage: 'hash', done: 397 },
        { ...stage, stage: 'image', done: 370 },
        { ...stage, stage: 'pin', done: 369 },
        { ...stage, stage: 'upload', done: 350 },
      ],
    })
    const line = output.stderr.slice('\r\u{1b}[2K'.length)
    expect(line).toMatch(/^74% · 226\.1\/s · 12 s left · looked up 397\/500/u)
    expect(line.length).toBeLessThan(80)
    expect(line).toMatch(/\d\/500$/u)
  })

  it('names no stage in which there is nothing to do', () => {
    const stage = { failed: 0, rate: 1, secondsLeft: null }
    drawProgress(terminal()).update({
      job: '01k',
      stages: [
        { ...stage, stage: 'image', done: 0, total: 0 },
        { ...stage, stage: 'upload', done: 1, total: 4 },
      ],
    })
    expect(output.stderr).toBe('\r\u{1b}[2K25% · uploaded 1/4')
  })

  it('gives way to a message, and says what is being done until it is done', async () => {
    const shown = terminal()
    await shown.showWhile('Opening the vault …', async () => {
      expect(output.stderr).toBe('\r\u{1b}[2KOpening the vault …')
      shown.warn('It is open.')
    })
    expect(output.stderr).toBe('\r\u{1b}[2KOpening the vault …\r\u{1b}[2KIt is open.\n\r\u{1b}[2K')
    output.stderr = ''
    process.stderr.isTTY = false
    await shown.showWhile('Opening the vault …', async () => undefined)
    expect(output.stderr).toBe('')
  })
})

describe('a prompt that is cancelled', () => {
  it('ends its line, so that the error begins one of its own', async () => {
    const stop = new AbortController()
    const asked = new Terminal({ quiet: false, signal: stop.signal }).promptLine('Type "sign": ')
    stop.abort()
    await expect(asked).rejects.toMatchObject({ code: 'declined' })
    expect(output.stderr).toMatch(/Type "sign": [^\n]*\n$/u)
  })
})

describe('a review that is longer than the terminal', () => {
  const all = Array.from({ length: 60 }, (_, at) => `Line ${at + 1} of the review`)

  it('is summed up, and goes to the pager whole', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'coldpress-pager-'))
    const pager = join(folder, 'pager')
    writeFileSync(pager, `#!/bin/sh\ncat > "${join(folder, 'shown')}"\n`)
    chmodSync(pager, 0o700)
    vi.stubEnv('PAGER', pager)
    await terminal().review('altogether  7 transactions', all)
    expect(output.stderr).toContain('altogether  7 transactions\n\nAll of it follows, in 60 lines.')
    expect(output.stderr).not.toContain('Line 2 of')
    expect(readFileSync(join(folder, 'shown'), 'utf8')).toBe(`${all.join('\n')}\n`)
    rmSync(folder, { recursive: true })
  })

  it.each(['', 'cat', '/nowhere/pager', 'false'])(
    'is printed to its last line where no pager shows it: PAGER=%s',
    async (pager) => {
      vi.stubEnv('PAGER', pager)
      await terminal().review('altogether  7 transactions', all)
      for (const line of all) expect(output.stderr).toContain(`${line}\n`)
    },
  )

  it('ends with its pager where the command is stopped, and prints nothing more', async () => {
    vi.stubEnv('PAGER', 'sleep 3600')
    const stop = new AbortController()
    const shown = new Terminal({ quiet: false, signal: stop.signal })
    const reviewed = shown.review('altogether  7 transactions', all)
    stop.abort()
    await reviewed
    expect(output.stderr).not.toContain('Line 2 of')
    await expect(shown.promptLine('Type "sign": ')).rejects.toMatchObject({ code: 'declined' })
  })

  it('is printed alone where it is short', async () => {
    vi.stubEnv('PAGER', 'false')
    await terminal().review('altogether  1 transaction', all.slice(0, 5))
    expect(output.stderr).toBe(`${all.slice(0, 5).join('\n')}\n\n`)
  })
})
