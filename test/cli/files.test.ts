import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { canBeReadAgain } from '#cli/files.ts'
import { folderTest as it } from '../support/folder-test.ts'

describe('Whether a passphrase file can be read once more', () => {
  it.for(['/dev/stdin', '/dev/fd/63', '/proc/self/fd/0', '/dev/null'])(
    'a passphrase is not read again from %s',
    async (path) => {
      expect(await canBeReadAgain(path)).toBe(false)
    },
  )

  it('a passphrase is not read again from a named pipe', async ({ folder }) => {
    const path = join(folder, 'pipe')
    expect(spawnSync('mkfifo', [path]).status).toBe(0)
    expect(await canBeReadAgain(path)).toBe(false)
  })

  it('a file, and one that is not there yet', async ({ folder }) => {
    const path = join(folder, 'passphrase.txt')
    expect(await canBeReadAgain(path)).toBe(true)
    writeFileSync(path, 'x')
    expect(await canBeReadAgain(path)).toBe(true)
  })
})
