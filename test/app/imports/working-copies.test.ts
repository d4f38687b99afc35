import { readdir, readFile, stat, symlink, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readTable } from '#app/imports/table/table.ts'
import { createWorkingCopies } from '#app/imports/working-copies.ts'
import { writeCsv } from './table/write-csv.ts'
import { freshFolder, removeFolder } from './harness.ts'

let home: string
beforeEach(async () => {
  home = await freshFolder()
})
afterEach(() => removeFolder(home))

const copies = (of = home) => createWorkingCopies(of, () => new Date())
const table = readTable(
  writeCsv([
    ['name', 'image'],
    ['a', 'b'],
  ]),
)
const old = new Date(Date.now() - 2 * 60 * 60 * 1000)

it('are written whole, for their owner alone, and replaced', async () => {
  const path = await copies().write('one', table)
  expect(readTable(await readFile(path)).rows).toEqual(table.rows)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  await copies().write('one', { ...table, rows: [] })
  expect(readTable(await readFile(path)).rows).toEqual([])
  expect(await readdir(join(home, 'imports'))).toEqual(['one.csv'])
})

it('have one name, whatever links lead to the home folder', async () => {
  await symlink(home, `${home}-link`)
  const path = await copies(`${home}-link`).write('one', table)
  expect(path).toBe(await copies().write('one', table))
  await removeFolder(`${home}-link`)
})

it('go when they are removed, also when there are none', async () => {
  await copies().remove('one')
  await copies().write('one', table)
  await copies().remove('one')
  expect(await readdir(join(home, 'imports'))).toEqual([])
})

it('are swept when no job needs them, but not just after they were written', async () => {
  await copies().sweep(new Set())
  const needed = await copies().write('needed', table)
  const left = await copies().write('left', table)
  await copies().write('fresh', table)
  for (const path of [needed, left]) await utimes(path, old, old)
  await copies().sweep(new Set([needed]))
  expect((await readdir(join(home, 'imports'))).sort()).toEqual(['fresh.csv', 'needed.csv'])
})
