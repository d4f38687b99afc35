import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it as plainIt, vi } from 'vitest'
import { readFolderTable } from '#app/imports/inputs/inputs.ts'
import { readFolder } from '#app/imports/inputs/open-source.ts'
import { readAnyTable } from '#app/imports/table/read-any-table.ts'
import { readTable } from '#app/imports/table/table.ts'
import { readInProcess } from '#app/imports/table/table-process.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { folderTest as it } from '../../../support/folder-test.ts'
import { ended, pidIn } from '../../../support/running-process.ts'
import { textSheet, xlsxOf } from '../../../support/workbook.ts'
import { writeCsv } from './write-csv.ts'

const script = fileURLToPath(new URL('./failing-child.process.ts', import.meta.url))

vi.setConfig({ testTimeout: 120_000 })

describe('the process that reads a table', () => {
  const readBy = (folder: string, sheet: string, signal?: AbortSignal) =>
    readInProcess(Buffer.from(folder), { sheet, signal }, { script })

  it('may die: the error says so, and the next table is read', async ({ folder }) => {
    await expect(readBy(folder, 'crash')).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('The table ended the program that read it'),
      details: { rule: 'table_crashed', reason: expect.stringContaining('SIGKILL') },
    })
    const table = await readAnyTable(xlsxOf({ One: textSheet(['asset_name'], ['Bean1']) }))
    expect(table.rows).toEqual([{ row: 2, cells: ['Bean1'] }])
  })

  for (const [behaviour, error] of [
    ['babble', { details: { rule: 'table_crashed' } }],
    ['backwards', { code: 'internal', message: expect.stringContaining('out of order') }],
    ['endless', { details: { rule: 'csv_too_large' } }],
  ] as const)
    it(`is not believed where it answers as ${behaviour} does, and is ended`, async ({
      folder,
    }) => {
      await expect(readBy(folder, behaviour)).rejects.toMatchObject(error)
      await ended(await pidIn(folder))
    })

  it('is ended by the signal, whatever it does, and a reading that waits for it goes on', async ({
    folder,
  }) => {
    const stop = new AbortController()
    const reading = readBy(folder, 'hang', stop.signal)
    const waiting = readInProcess(Buffer.from('a\nb'), {})
    const pid = await pidIn(folder)
    const reason = new Error('stopped')
    stop.abort(reason)
    await expect(reading).rejects.toBe(reason)
    await ended(pid)
    expect((await waiting).rows).toHaveLength(2)
  })

  it('is ended with the reading of the folder that its table is in', async ({ folder }) => {
    await writeFile(join(folder, 'tokens.xlsx'), folder)
    const stop = new AbortController()
    const reading = readFolderTable(
      { folder, sheet: 'hang' },
      { signal: stop.signal },
      (...given) =>
        readFolder(...given, async (bytes, form, signal) => {
          await readInProcess(bytes, { ...form, signal }, { script })
          return readTable(bytes)
        }),
    )
    const pid = await pidIn(folder)
    const reason = new ColdpressError('cancelled', 'Reading the folder was stopped.')
    stop.abort(reason)
    await expect(reading).rejects.toBe(reason)
    await ended(pid)
  })

  it('is ended when it has no result in time', async ({ folder }) => {
    await expect(
      readInProcess(Buffer.from(folder), { sheet: 'hang' }, { script, timeoutMs: 1 }),
    ).rejects.toMatchObject({ code: 'invalid', details: { rule: 'table_timeout' } })
  })

  plainIt('that cannot be started says so', async () => {
    await expect(
      readInProcess(Buffer.from('a'), {}, { nodePath: '/nowhere/node' }),
    ).rejects.toMatchObject({ code: 'internal', details: { rule: 'table_process' } })
  })

  plainIt('has a limit to its memory', async () => {
    const rows = Array.from({ length: 300_000 }, (_, at) => `A text of row number ${at},${at}`)
    await expect(
      readInProcess(Buffer.from(rows.join('\n')), {}, { heapMiB: 48 }),
    ).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('more than the 48 MiB of memory that reading it gets'),
      details: { rule: 'table_crashed' },
    })
  })
})

describe('a table that a process of its own has read', () => {
  plainIt('is the one that this process would have read', async () => {
    const cells = (at: number) => [`Bean${at}`, `"quoted" ${at}\nü\u{1F331}`, ` ${at % 3} `, '']
    const rows = Array.from({ length: 9_000 }, (_, at) => (at % 100 === 7 ? [''] : cells(at)))
    const bytes = writeCsv([['asset_name', 'name', 'kind', ''], ...rows])
    expect(bytes.length).toBeGreaterThan(256 * 1024)
    expect(await readAnyTable(bytes)).toEqual(readTable(bytes))
  })

  plainIt('keeps the rule and the row of what is wrong', async () => {
    const lines = Array.from({ length: 60_000 }, (_, at) => `${at},"a"`)
    const bytes = Buffer.from([...lines, 'x,a"b'].join('\n'))
    await expect(readAnyTable(bytes)).rejects.toMatchObject({
      code: 'invalid',
      details: { rule: 'csv_quote', row: 60_001, column: 'B' },
    })
  })
})
