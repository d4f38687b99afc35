import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { canBeReadAgain, readInputText } from '#cli/files.ts'
import { limits } from '#values/bounds/limits.ts'
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

describe('A file that a command reads whole', () => {
  it('may be as long as a signing request, and no longer', async ({ folder }) => {
    const path = join(folder, 'request.coldpress')
    writeFileSync(path, ' '.repeat(limits.signingRequestBytes))
    expect(await readInputText(path, 'transaction file')).toHaveLength(limits.signingRequestBytes)
    writeFileSync(path, ' '.repeat(limits.signingRequestBytes + 1))
    await expect(readInputText(path, 'transaction file')).rejects.toThrow(
      /The transaction file \S+ cannot be read: .*33554432/u,
    )
  })
})
