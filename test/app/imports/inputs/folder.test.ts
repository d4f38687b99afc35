import { execFileSync } from 'node:child_process'
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect } from 'vitest'
import { readTableFile, scanFolder } from '#app/imports/inputs/folder.ts'
import { hashEqualSizes } from '#app/imports/inputs/inputs.ts'
import { folderTest as it, temporaryFolder } from '../../../support/folder-test.ts'

const add = async (folder: string, name: string, content = name) => {
  const path = join(folder, name)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
  return path
}

const filesOf = async (folder: string) => (await scanFolder(folder)).files

const names = async (folder: string) => (await filesOf(folder)).map(({ name }) => name)

describe('scanFolder', () => {
  it('lists files with their facts, in natural order, also those in folders inside', async ({
    folder,
  }) => {
    for (const name of ['10.png', '2.png', 'art/1.png', 'art/deep/Über.png', 'tokens.csv'])
      await add(folder, name)
    expect(await names(folder)).toEqual([
      '2.png',
      '10.png',
      'art/1.png',
      'art/deep/Über.png',
      'tokens.csv',
    ])
    const [first] = await filesOf(folder)
    expect(first).toMatchObject({ name: '2.png', size: 5 })
    expect(first?.mtimeMs).toBeGreaterThan(0)
    expect(first?.path.endsWith('/2.png')).toBe(true)
  })

  it('can be stopped after the last file too, before the files are in order', async ({
    folder,
  }) => {
    for (const name of ['1.png', '2.png', '3.png']) await add(folder, name)
    const stop = new AbortController()
    const reason = new Error('stopped')
    const scanning = scanFolder(folder, stop.signal, (files) => {
      if (files === 3) stop.abort(reason)
    })
    await expect(scanning).rejects.toBe(reason)
  })

  it('lists each of more files than are asked about at once, with its own facts', async ({
    folder,
  }) => {
    const many = Array.from({ length: 150 }, (_, index) => `${index + 1}.png`)
    await Promise.all(many.map((name, index) => add(folder, name, 'x'.repeat(index))))
    const found = await filesOf(folder)
    expect(found.map(({ name, size }) => [name, size])).toEqual(
      many.map((name, index) => [name, index]),
    )
  })

  it('passes over hidden files and what operating systems leave behind', async ({ folder }) => {
    const junk = ['.DS_Store', '._1.png', 'Thumbs.db', 'Desktop.ini', '__MACOSX/1.png', '.git/x']
    for (const name of [...junk, '~$tokens.csv', '1.png']) await add(folder, name)
    expect(await names(folder)).toEqual(['1.png'])
  })

  it('follows a link to a file of the folder, and none that leads out of it', async ({
    folder,
  }) => {
    const outside = temporaryFolder()
    await writeFile(join(outside, 'secret.png'), 'secret')
    const inside = await add(folder, 'real.png')
    await symlink(inside, join(folder, 'alias.png'))
    await symlink(join(outside, 'secret.png'), join(folder, 'leak.png'))
    await symlink(outside, join(folder, 'leaks'))
    await symlink(folder, join(folder, 'loop'))
    await symlink(join(folder, 'gone.png'), join(folder, 'broken.png'))
    expect(await names(folder)).toEqual(['alias.png', 'real.png'])
    expect((await filesOf(folder))[0]?.size).toBe('real.png'.length)
    expect((await scanFolder(folder)).passedOver).toEqual([
      { name: 'broken.png', why: 'link_broken' },
      { name: 'leak.png', why: 'link_out' },
      { name: 'leaks', why: 'link_out' },
      { name: 'loop', why: 'link_out' },
    ])
  })

  it('says what it passes over', async ({ folder }) => {
    await add(folder, '.art/1.png')
    await add(folder, 'art/1.png')
    await symlink(join(folder, 'art'), join(folder, 'same'))
    const hasPipes = process.platform !== 'win32'
    if (hasPipes) execFileSync('mkfifo', [join(folder, 'pipe.png')])
    expect(await scanFolder(folder)).toMatchObject({
      files: [{ name: 'art/1.png' }],
      passedOver: [
        { name: '.art', why: 'hidden' },
        ...(hasPipes ? [{ name: 'pipe.png', why: 'no_file' }] : []),
        { name: 'same', why: 'link_to_folder' },
      ],
    })
  })

  it('refuses what is no folder', async ({ folder }) => {
    const file = await add(folder, '1.png')
    await expect(scanFolder(file)).rejects.toMatchObject({ code: 'invalid' })
    await expect(scanFolder(join(folder, 'none'))).rejects.toMatchObject({ code: 'invalid' })
  })

  it('stops when it is told to', async ({ folder }) => {
    await add(folder, '1.png')
    await expect(scanFolder(folder, AbortSignal.abort())).rejects.toThrow('aborted')
    await mkdir(join(folder, 'empty', 'too'), { recursive: true })
    const folders = join(folder, 'empty')
    await expect(scanFolder(folders, AbortSignal.abort())).rejects.toThrow('aborted')
  })
})

describe('readTableFile', () => {
  it('reads a file, and refuses what is none', async ({ folder }) => {
    const table = await add(folder, 'tokens.csv', 'asset_name')
    expect(new TextDecoder().decode(await readTableFile(table))).toBe('asset_name')
    for (const path of [folder, join(folder, 'none.csv'), '/dev/zero'])
      await expect(readTableFile(path)).rejects.toMatchObject({
        code: 'invalid',
        details: { rule: 'table_missing' },
      })
  })

  it('refuses a table that would fill the memory', async ({ folder }) => {
    const table = await add(folder, 'tokens.csv', 'asset_name')
    expect(await readTableFile(table, 10)).toHaveLength(10)
    await expect(readTableFile(table, 9)).rejects.toMatchObject({
      code: 'too_large',
      message: expect.stringContaining('larger than 9 bytes'),
      details: { rule: 'table_too_large', path: table },
    })
  })
})

describe('hashEqualSizes', () => {
  it('hashes only files that have the size of another', async ({ folder }) => {
    await add(folder, 'a.png', 'same')
    await add(folder, 'b.png', 'same')
    await add(folder, 'c.png', 'else')
    await add(folder, 'd.png', 'alone')
    await add(folder, 'e.png', '')
    await add(folder, 'f.png', '')
    const [a, b, c, d, e] = await hashEqualSizes(await filesOf(folder))
    // sha256sum of "same", from coreutils.
    expect(a?.sha256).toBe('0967115f2813a3541eaef77de9d9d5773f1c0c04314b0bbfe4ff3b3b1c55b5d5')
    expect(b?.sha256).toBe(a?.sha256)
    expect(c?.sha256).not.toBe(a?.sha256)
    expect([d, e].map((file) => file?.sha256)).toEqual([undefined, undefined])
  })

  it('leaves a file that vanished to the run, and stops when it is told to', async ({ folder }) => {
    const path = await add(folder, 'a.png', 'same')
    await add(folder, 'b.png', 'same')
    const files = await filesOf(folder)
    await rm(path)
    expect((await hashEqualSizes(files))[0]?.sha256).toBeUndefined()
    const stopped = hashEqualSizes(files, { signal: AbortSignal.abort() })
    await expect(stopped).rejects.toThrow('aborted')
  })
})
