import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { vi } from 'vitest'

/** The ID that a process writes into the file `pid` of a folder, with a line break at its end. */
export const pidIn = (folder: string): Promise<number> =>
  vi.waitFor(() => {
    const [, pid] = /^(\d+)\n$/u.exec(readFileSync(join(folder, 'pid'), 'utf8')) ?? []
    if (pid === undefined) throw new Error('No process has written its ID yet.')
    return Number(pid)
  }, 60_000)

/** Settled once the process has ended. */
export const ended = (pid: number): Promise<void> =>
  vi.waitFor(() => {
    try {
      process.kill(pid, 0)
    } catch {
      return
    }
    throw new Error(`The process ${pid} runs.`)
  }, 60_000)
