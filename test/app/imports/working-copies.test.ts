import { readdir, readFile, stat, symlink, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readTable } from '#app/imports/table/table.ts'
import { createWorkingCopies } from '#app/imports/working-copies.ts'
import { sampleJob } from './journal/sample-job.ts'
import { writeCsv } from './table/write-csv.ts'
import { freshFolder, removeFolder } from './harness.ts'

let home: string
beforeEach(async () => {
  home = await freshFolder()
})
afterEach(() => removeFolder(home))

const jobOf = (table: string) => ({
  id: table,
  folder: '/f',
  table_path: table,
  own_table: '/f/t.csv',
  purpose: 'add' as const,
  format: null,
  names: null,
  asset_names: null,
  sheet: null,
  header_row: null,
  encoding: null,
  collection_id: 'c',
  account_id: 'a',
  settings: sampleJob.settings,
  pinner: 'local',
  accepts_local_images: false,
  state: 'paused' as const,
  reason: null,
  created_at: '',
  updated_at: '',
})

/** @param needed tables that unfinished jobs run from */
const copies = (folder = home, needed: readonly string[] = []) =>
  createWorkingCopies({
    home: folder,
    imports: {
      jobs: () => needed.map(jobOf),
      status: () => {
        throw new Error('A copy was judged by the rows of its job.')
      },
    },
    onError: (error) => {
      throw error
    },
  })
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

it('go when no job needs them, also when there are none', async () => {
  await copies().release('one')
  await copies().write('one', table)
  await copies(home, ['/imports/one.csv']).release('one')
  expect(await readdir(join(home, 'imports'))).toEqual(['one.csv'])
  await copies(home, ['/imports/other.csv']).release('one')
  expect(await readdir(join(home, 'imports'))).toEqual([])
})

it('are swept when no job needs them, but not just after they were written', async () => {
  await copies().sweep()
  const needed = await copies().write('needed', table)
  const left = await copies().write('left', table)
  await copies().write('fresh', table)
  for (const path of [needed, left]) await utimes(path, old, old)
  await copies(home, [needed]).sweep()
  expect((await readdir(join(home, 'imports'))).sort()).toEqual(['fresh.csv', 'needed.csv'])
})
