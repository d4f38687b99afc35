import { fileURLToPath } from 'node:url'
import { describe, expect, vi } from 'vitest'
import { readAnyFolder } from '#app/imports/inputs/folder-process.ts'
import { readFolderTable } from '#app/imports/inputs/inputs.ts'
import { readFolder } from '#app/imports/inputs/open-source.ts'
import { readAnyTable } from '#app/imports/table/read-any-table.ts'
import { folderTest as it } from '../../../support/folder-test.ts'
import { ended, pidIn } from '../../../support/running-process.ts'
import { images, writeFiles } from '../formats/fixture.ts'

const script = fileURLToPath(new URL('../table/failing-child.process.ts', import.meta.url))

vi.setConfig({ testTimeout: 120_000 })

/** More than is read in this process. */
const count = 6_000

const tokens = Array.from({ length: count }, (_, at) => ({
  name: `Reed "${at}"`,
  description: '',
  image: `${at % 3}.png`,
  attributes: [{ trait_type: 'Water\u{1F331}', value: at % 7 }, ...(at === 5 ? [{ odd: {} }] : [])],
}))

const large = { 'tokens.json': JSON.stringify(tokens), ...images('0.png', '1.png', '2.png') }

const byThisProcess: Parameters<typeof readFolderTable>[2] = (...given) =>
  readFolder(...given, readAnyTable)

/** A process that cannot be started shows that none was. */
const withoutProcess = readAnyFolder({ nodePath: '/nowhere/node' })

describe('a folder with large metadata', () => {
  it.for([
    ['a list of tokens', large],
    [
      'CIP-25 metadata and a file that is not read',
      {
        'all.json': JSON.stringify({
          721: {
            ab: Object.fromEntries(
              tokens.map(({ name, image }, at) => [`R${at}`, { name, image, Water: ['a', 'b'] }]),
            ),
          },
        }),
        'broken.json': '{"name": }',
        ...images('0.png'),
      },
    ],
    [
      'a large file beside a table',
      {
        'tokens.csv': 'asset_name,name,image\nReed,Reed\nFog,Fog,0.png,x\n',
        'data/rarity.json': JSON.stringify(tokens),
        ...images('0.png'),
      },
    ],
  ] as const)(
    'is read by a process of its own as by this one: %s',
    async ([, files], { folder }) => {
      await writeFiles(folder, files)
      const request = { folder, opensAll: true }
      const settled = async (reading: Promise<unknown>): Promise<unknown> => {
        const [result] = await Promise.allSettled([reading])
        if (result.status === 'fulfilled') return result.value
        return { ...result.reason, said: String(result.reason) }
      }
      const here = await settled(readFolderTable(request, {}, byThisProcess))
      expect(await settled(readFolderTable(request))).toEqual(here)
      await expect(readFolderTable(request, {}, withoutProcess)).rejects.toMatchObject({
        details: { rule: 'table_process' },
      })
    },
  )

  it('is named where it is broken, with line and column', async ({ folder }) => {
    await writeFiles(folder, { ...large, 'tokens.json': `${large['tokens.json'].slice(0, -2)},]` })
    await expect(readFolderTable({ folder, opensAll: true })).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringMatching(/tokens\.json: it is not valid JSON: line 1, column \d{6}/u),
      details: { rule: 'tokens_undescribed', files: ['tokens.json'] },
    })
  })

  it('is named where it takes too much memory, and the next folder is read', async ({ folder }) => {
    await writeFiles(folder, { 'tokens.json': Array.from({ length: 5 }, () => tokens).flat() })
    const reading = readFolderTable({ folder }, {}, readAnyFolder({ heapMiB: 32 }))
    await expect(reading).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringMatching(/^tokens\.json needs more than the 32 MiB of memory/u),
      details: { rule: 'table_crashed' },
    })
    await writeFiles(folder, large)
    expect((await readFolderTable({ folder })).table.rows).toHaveLength(count)
  })

  it('is named where it ends the process that reads it', async ({ folder }) => {
    await writeFiles(folder, large)
    await expect(
      readFolderTable({ folder, sheet: 'crash' }, {}, readAnyFolder({ script })),
    ).rejects.toMatchObject({
      message: expect.stringMatching(/^tokens\.json ended the program that read it\. Divide it/u),
    })
  })

  it('is no longer read once the reading is stopped', async ({ folder }) => {
    await writeFiles(folder, large)
    const stop = new AbortController()
    const reading = readFolderTable(
      { folder, sheet: 'hang' },
      { signal: stop.signal },
      readAnyFolder({ script }),
    )
    const pid = await pidIn(folder)
    const reason = new Error('stopped')
    stop.abort(reason)
    await expect(reading).rejects.toBe(reason)
    await ended(pid)
  })
})

it('a folder of many small files of metadata is read without another process', async ({
  folder,
}) => {
  const files = tokens.slice(0, 500).flatMap((token, at) => [
    [`${at}.json`, JSON.stringify(token)],
    [`${at}.png`, ''],
  ])
  await writeFiles(folder, Object.fromEntries(files))
  const { table } = await readFolderTable({ folder }, {}, withoutProcess)
  expect(table.rows).toHaveLength(500)
})
