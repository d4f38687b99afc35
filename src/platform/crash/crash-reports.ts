import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { arch, platform, release } from 'node:os'
import { join } from 'node:path'

/** What crashed, for a report that stays on this computer. */
export type Crash = {
  readonly process: 'main' | 'window' | 'keys' | 'studio' | 'images'
  /** A sentence. */
  readonly what: string
  /** Kind and stack of the error, without its text, which may quote a secret. */
  readonly trace: string
  /** Coldpress's version and those of what it runs in. */
  readonly versions: Readonly<Record<string, string>>
  /** The last lines of the app's log. */
  readonly logLines: readonly string[]
}

export type CrashReport = { readonly file: string; readonly text: string }

export const crashFolder = (home: string): string => join(home, 'crashes')

/** More say nothing new. */
const maxReports = 10
const maxChars = 64_000
/** An error that comes again and again is reported once a minute. */
const quietMs = 60_000

const reported = new Map<string, number>()

/**
 * Writes a report for the user alone (mode 600): text, never a memory dump, which may hold a typed
 * passphrase. It is shown at the next start and sent nowhere. Never throws.
 * @returns its path; undefined where it repeats the last one, or cannot be written
 */
export const writeCrashReport = (
  home: string,
  crash: Crash,
  now = new Date(),
): string | undefined => {
  const key = `${crash.process} ${crash.trace}`
  if (now.getTime() - (reported.get(key) ?? Number.NEGATIVE_INFINITY) < quietMs) return undefined
  reported.set(key, now.getTime())
  try {
    const folder = crashFolder(home)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const stamp = now.toISOString().replaceAll(/[:.]/gu, '-')
    const path = join(folder, `${stamp}-${crash.process}.txt`)
    writeFileSync(path, textOf(crash, now), { mode: 0o600, flag: 'wx' })
    for (const name of reportNames(folder).slice(0, -maxReports)) rmSync(join(folder, name))
    return path
  } catch {
    return undefined
  }
}

const textOf = ({ process, what, trace, versions, logLines }: Crash, now: Date): string =>
  [
    `Coldpress: ${process} process, ${now.toISOString()}`,
    what,
    `Versions: ${Object.entries(versions)
      .map(([name, version]) => `${name} ${version}`)
      .join(', ')}`,
    `System: ${platform()} ${release()} ${arch()}`,
    '',
    'Error',
    trace === '' ? '  unknown' : trace,
    '',
    `Log, its newest ${logLines.length} entries`,
    ...logLines.map((line) => `  ${line}`),
    '',
  ]
    .join('\n')
    .slice(0, maxChars)

/** Oldest first. */
const reportNames = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => /^\d{4}-.*\.txt$/u.test(name))
    .toSorted()

const seen = /\.seen\.txt$/u

/** The reports that the user has not dismissed yet, the newest first. */
export const newCrashReports = (home: string): readonly CrashReport[] => {
  try {
    const folder = crashFolder(home)
    return reportNames(folder)
      .filter((name) => !seen.test(name) && statSync(join(folder, name)).isFile())
      .toReversed()
      .map((name) => {
        const file = join(folder, name)
        return { file, text: readFileSync(file, 'utf8').slice(0, maxChars) }
      })
  } catch {
    return []
  }
}

/** They stay in their folder. */
export const dismissCrashReports = (reports: readonly CrashReport[]): void => {
  for (const { file } of reports)
    if (existsSync(file)) renameSync(file, file.replace(/\.txt$/u, '.seen.txt'))
}
