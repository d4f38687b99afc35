import { closeSync, fstatSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { systemCode } from './disk-error.ts'

/** About 20,000 requests. A log that has become longer is the older one, `<path>.1`, from then on. */
const longestLog = 5 * 1024 * 1024

/** Lines that a log could not take, while it cannot. */
export type LostLines = {
  readonly lines: number
  readonly since: Date
  /** The system's name of the last error, such as ENOSPC. */
  readonly reason: string
}

export type LogFile = {
  /** Never throws: a full disk must not end a service that could still answer. */
  readonly write: (line: string) => void
  /** Undefined while lines are written. */
  readonly lost: () => LostLines | undefined
  readonly close: () => void
}

type Opened = { readonly descriptor: number; readonly inode: bigint }

/**
 * A file that lines are added to, for its owner alone; several processes may write it. After an error
 * each next line opens it again, and the first that is written follows one that counts those lost.
 */
export const openLogFile = (path: string, longest = longestLog): LogFile => {
  let opened: Opened | undefined
  let lost: LostLines | undefined
  let isCutOff = false

  const close = (): void => {
    const descriptor = opened?.descriptor
    opened = undefined
    if (descriptor !== undefined) closeSync(descriptor)
  }
  const append = (text: string): void => {
    const bytes = Buffer.from(isCutOff ? `\n${text}` : text)
    if (!isStillThere(path, opened, longest)) close()
    opened ??= open(path)
    const written = writeSync(opened.descriptor, bytes)
    isCutOff = written < bytes.length
    if (isCutOff) throw Object.assign(new Error('the line was cut off'), { code: 'ENOSPC' })
  }
  const write = (line: string): void => {
    try {
      append(lost === undefined ? line : `${lostLine(lost)}${line}`)
      lost = undefined
    } catch (error) {
      const { lines = 0, since = new Date() } = lost ?? {}
      lost = { lines: lines + 1, since, reason: systemCode(error) ?? 'unknown' }
      attempt(close)
    }
  }
  return { write, lost: () => lost, close: () => attempt(close) }
}

/**
 * Whether the open file is that of the path and takes more lines: somebody who clears old logs, or
 * another process, may have moved it. One that has become too long is moved here.
 */
const isStillThere = (path: string, opened: Opened | undefined, longest: number): boolean => {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  if (found === undefined || found.size <= BigInt(longest)) return found?.ino === opened?.inode
  // Another process may have moved it just now, and begun the next one.
  attempt(() => {
    if (statSync(path, { bigint: true, throwIfNoEntry: false })?.ino === found.ino)
      renameSync(path, `${path}.1`)
  })
  return false
}

const open = (path: string): Opened => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  // A pipe without a reader would hold up whoever opens it.
  if (statSync(path, { throwIfNoEntry: false })?.isFIFO() === true)
    throw Object.assign(new Error('it is a pipe'), { code: 'EINVAL' })
  const descriptor = openSync(path, 'a', 0o600)
  return { descriptor, inode: fstatSync(descriptor, { bigint: true }).ino }
}

/** In the shape of the other lines: level 40 is a warning, as those of the studio's own have it. */
const lostLine = ({ lines, since, reason }: LostLines): string =>
  `${JSON.stringify({ level: 40, time: Date.now(), msg: 'log', lost: lines, since: since.toISOString(), reason })}\n`

const attempt = (work: () => void): void => {
  try {
    work()
  } catch {
    // The next line meets the same error, and counts as lost.
  }
}

/** Starts a service that writes to the log file at a path until it is closed. */
export const startWithLog = async <T extends { close(): Promise<void> }>(
  path: string,
  start: (log: LogFile) => Promise<T>,
): Promise<T> => {
  const log = openLogFile(path)
  try {
    const running = await start(log)
    const close = async (): Promise<void> => {
      await running.close()
      log.close()
    }
    return { ...running, close }
  } catch (error) {
    log.close()
    throw error
  }
}
