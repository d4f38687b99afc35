import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stackOf } from './stack.ts'

/** Names the folder of crash reports to the app's child processes. */
export const crashFolderVariable = 'COLDPRESS_CRASHES'

/** What a dying child process leaves for the main process, which writes the report. Never throws. */
export const leaveTrace = (process: string, error: unknown, env = globalThis.process.env): void => {
  const folder = env[crashFolderVariable]
  if (folder === undefined || folder === '') return
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, `${process}-${globalThis.process.pid}.trace`)
    writeFileSync(path, stackOf(error), { mode: 0o600 })
  } catch {
    // It is dying; what it was doing is told in its standard error.
  }
}

/** The trace that a process of this name left, which is removed; empty where it left none. */
export const takeTrace = (folder: string, process: string): string => {
  try {
    const names = readdirSync(folder).filter(
      (name) => /^(\w+)-\d+\.trace$/u.exec(name)?.[1] === process,
    )
    const traces = names.map((name) => readFileSync(join(folder, name), 'utf8').slice(0, 16_000))
    for (const name of names) rmSync(join(folder, name), { force: true })
    return traces.at(-1) ?? ''
  } catch {
    return ''
  }
}
