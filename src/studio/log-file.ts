import { createWriteStream, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** About 20,000 requests. A log that is longer at the start becomes the older one, `<path>.1`. */
const longestLog = 5 * 1024 * 1024

export type StudioLog = { write(line: string): void; close(): void }

/** A file that the studio's log is added to, for its owner alone; several studios may write it. */
export const openStudioLog = (path: string): StudioLog => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > longestLog) {
    renameSync(path, `${path}.1`)
  }
  const file = createWriteStream(path, { flags: 'a', mode: 0o600 })
  // A full disk must not end a studio that could still answer.
  file.on('error', () => undefined)
  return {
    write: (line) => void file.write(line),
    close: () => void file.end(),
  }
}
