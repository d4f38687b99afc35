import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canBeReadAgain } from '#cli/files.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'coldpress-files-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('Whether a passphrase file can be read once more', () => {
  it.each(['/dev/stdin', '/dev/fd/63', '/proc/self/fd/0', '/dev/null'])('not %s', async (path) => {
    expect(await canBeReadAgain(path)).toBe(false)
  })

  it('not a named pipe', async () => {
    const path = join(folder, 'pipe')
    expect(spawnSync('mkfifo', [path]).status).toBe(0)
    expect(await canBeReadAgain(path)).toBe(false)
  })

  it('a file, and one that is not there yet', async () => {
    const path = join(folder, 'passphrase.txt')
    expect(await canBeReadAgain(path)).toBe(true)
    writeFileSync(path, 'x')
    expect(await canBeReadAgain(path)).toBe(true)
  })
})
