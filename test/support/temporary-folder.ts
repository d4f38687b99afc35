import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The variables that name the folder of temporary files: of POSIX, and two of Windows. */
const variables = ['TMPDIR', 'TEMP', 'TMP']

/**
 * Vitest runs this once around all tests. Whatever they, the programs that they start, and the
 * browser leave among the temporary files lies in one folder, which is removed at the end. Its name
 * is short: a socket's path has at most 103 bytes on macOS.
 */
export const setup = (): (() => void) => {
  const folder = mkdtempSync(join(tmpdir(), 'coldpress-'))
  // Open to all, as the system's is: what a closed folder protects is tested by folders in it.
  chmodSync(folder, 0o755)
  for (const name of variables) process.env[name] = folder
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
