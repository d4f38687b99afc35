import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import {
  readFileIfThere,
  removeFile,
  renameDurably,
  replaceFile,
  writeDurably,
} from '#platform/disk/durable-file.ts'
import { folderTest as it } from '../../support/folder-test.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

describe('replaceFile', () => {
  it('leaves the new bytes, for their owner alone, and nothing beside them', async ({ folder }) => {
    const path = join(folder, 'a.txt')
    await writeFile(path, 'old', { mode: 0o644 })
    await replaceFile(path, bytes('new'))
    expect(await readFile(path, 'utf8')).toBe('new')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(await readdir(folder)).toEqual(['a.txt'])
  })

  it('names the file that cannot be written, and leaves nothing half written', async ({
    folder,
  }) => {
    const path = join(folder, 'taken')
    await mkdir(join(path, 'full'), { recursive: true })
    await expect(replaceFile(path, bytes('new'))).rejects.toMatchObject({
      code: 'internal',
      message: expect.stringContaining(path),
    })
    expect(await readdir(folder)).toEqual(['taken'])
  })
})

describe('writeDurably', () => {
  it('removes what could not be finished', async ({ folder }) => {
    const path = join(folder, 'half')
    const work = writeDurably(path, async (write) => {
      await write(bytes('half'))
      throw new Error('the source broke off')
    })
    await expect(work).rejects.toThrow('broke off')
    expect(await readdir(folder)).toEqual([])
  })
})

describe('writeDurably over a file that is there', () => {
  it('refuses, and leaves that file as it is', async ({ folder }) => {
    const path = join(folder, 'there')
    await writeFile(path, 'mine')
    await expect(writeDurably(path, (write) => write(bytes('theirs')))).rejects.toThrow('EEXIST')
    expect(await readFile(path, 'utf8')).toBe('mine')
  })
})

describe('renameDurably', () => {
  it('makes the folders that are missing', async ({ folder }) => {
    await writeFile(join(folder, 'a'), 'a')
    await renameDurably(join(folder, 'a'), join(folder, 'x', 'y', 'a'))
    expect(await readFile(join(folder, 'x', 'y', 'a'), 'utf8')).toBe('a')
  })
})

describe('a file that is not there', () => {
  it('is read as none and removed without an error; one that cannot be read is named', async ({
    folder,
  }) => {
    const path = join(folder, 'none')
    expect(await readFileIfThere(path)).toBeUndefined()
    await removeFile(path)
    await expect(readFileIfThere(folder)).rejects.toMatchObject({
      code: 'internal',
      message: expect.stringContaining(folder),
    })
  })
})
