import { createWriteStream, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** About 20,000 requests. A log that is longer at the start becomes the older one, `<path>.1`. */
const longestLog = 5 * 1024 * 1024

type LogFile = { write(line: string): void; close(): void }

/** A file that lines are added to, for its owner alone; several processes may write it. */
const openLogFile = (path: string): LogFile => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > longestLog) {
    renameSync(path, `${path}.1`)
  }
  const file = createWriteStream(path, { flags: 'a', mode: 0o600 })
  // A full disk must not end a service that could still answer.
  file.on('error', () => undefined)
  return {
    write: (line) => void file.write(line),
    close: () => void file.end(),
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
