import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { canBeReadAgain, readInputText, requireWritable, writeText } from '#cli/files.ts'
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

describe('A file that a command writes', () => {
  it('is never one that is there already, checked before the work and at its end', async ({
    folder,
  }) => {
    const path = join(folder, 'ranks.csv')
    await requireWritable(path)
    await writeText(path, 'first')
    const refused = { code: 'conflict', message: expect.stringContaining('add --replace') }
    await expect(requireWritable(path)).rejects.toMatchObject(refused)
    await expect(writeText(path, 'second')).rejects.toMatchObject({ code: 'conflict' })
    expect(readFileSync(path, 'utf8')).toBe('first')
  })

  it('may be a pipe, which gets the bytes', async ({ folder }) => {
    const path = join(folder, 'pipe')
    expect(spawnSync('mkfifo', [path]).status).toBe(0)
    await requireWritable(path)
    const reader = spawn('cat', [path])
    await writeText(path, 'through')
    expect(await text(reader.stdout)).toBe('through')
  })

  it('is no folder, and in a folder that is there', async ({ folder }) => {
    mkdirSync(join(folder, 'images'))
    await expect(requireWritable(join(folder, 'images'))).rejects.toMatchObject({ code: 'usage' })
    await expect(requireWritable(join(folder, 'no', 'ranks.csv'))).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining('Name a file in an existing folder'),
    })
  })
})
