import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { TestHome } from '../support/coldpress.ts'
import { herbarium, makePrints } from '../support/prints.ts'

const created = z.object({ id: z.string() })

let home: TestHome
let into: readonly string[]
beforeAll(async () => {
  home = await TestHome.withVault()
  const file = home.file('collection.json', JSON.stringify(herbarium))
  const made = await home.json(['collection', 'create', '--file', file])
  into = ['--collection', created.parse(made.document).id]
  const folder = await makePrints(join(home.dir, 'prints'), 2)
  await home.json(['import', folder, ...into])
})
afterAll(() => home.remove())

const exported = async (format: string, more: readonly string[]): Promise<string> => {
  const folder = join(home.dir, [format, ...more].join(''))
  const isFile = format !== 'nmkr' && more.length === 0
  if (isFile) mkdirSync(folder)
  const file = format === 'cip25' ? 'tokens.json' : 'tokens.csv'
  const out = isFile ? join(folder, file) : folder
  await home.json(['collection', 'export', '--format', format, '--out', out, ...more, ...into])
  return folder
}

const withFiles = ['--with-files']

it.each([
  { format: 'csv', more: [] },
  { format: 'csv', more: withFiles },
  { format: 'cip25', more: [] },
  { format: 'nmkr', more: [] },
  { format: 'nmkr', more: withFiles },
])('The dry run of an export says that its tokens exist: $format $more', async (given) => {
  const dryRun = ['import', await exported(given.format, given.more), '--dry-run', ...into]
  expect(await home.json(dryRun)).toMatchObject({
    code: 0,
    document: { errors: 0, new: 0, compare: 0, done: 2 },
  })
  expect((await home.run(dryRun)).stdout).toContain('2 tokens already in the collection')
})

it.each([{ more: [] }, { more: withFiles }])(
  'The dry run of an export without asset names says which tokens they are, and so does the fix: $more',
  async ({ more }) => {
    const folder = await exported('opensea', more)
    const found = await home.run(['import', folder, '--dry-run', ...into])
    expect(found.stdout).toContain(
      'Row 2, asset_name: the collection has this token already, under the asset name "Print1".',
    )
    const fix = ['--fix', 'token_under_other_name', '--fixed', `${folder}-fixed.csv`]
    expect(await home.json(['import', folder, '--dry-run', ...fix, ...into])).toMatchObject({
      code: 0,
      document: { errors: 0, new: 0, compare: 0, done: 2 },
    })
  },
)

it('The dry run says that it compares the images of tokens where it would make others', async () => {
  const folder = await exported('csv', ['--with-files', '--safe-cells'])
  const found = await home.run(['import', folder, '--dry-run', '--resize', '20', ...into])
  expect(found.stdout).toContain(
    '2 tokens there with the same texts, whose images the import compares',
  )
})
