import { afterEach, beforeEach, vi } from 'vitest'

/** What each test of the file writes to the terminal, of which nothing is shown. */
export const captureOutput = () => {
  const output = { stdout: '', stderr: '' }
  let exitCode: typeof process.exitCode
  beforeEach(() => {
    exitCode = process.exitCode
    for (const name of ['stdout', 'stderr'] as const) {
      output[name] = ''
      vi.spyOn(process[name], 'write').mockImplementation((text) => {
        output[name] += String(text)
        return true
      })
    }
  })
  afterEach(() => {
    vi.restoreAllMocks()
    process.exitCode = exitCode
  })
  return output
}
