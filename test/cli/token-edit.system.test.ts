import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { TestHome } from '../support/coldpress.ts'
import { herbarium, makePrints } from '../support/prints.ts'
import { writeFileSync } from 'node:fs'

let home: TestHome
beforeAll(async () => {
  home = await TestHome.withVault()
})
afterAll(() => home.remove())

const names = async (inIt: readonly string[]): Promise<readonly string[]> =>
  z
    .array(z.looseObject({ name: z.string() }))
    .parse((await home.json(['token', 'list', ...inIt])).document)
    .map(({ name }) => name)

it('token edit changes the tokens that a table names, and gives them back what they were', async () => {
  const folder = await makePrints(join(home.dir, 'prints'), 2)
  const rows = ['Print1,Print 1,1.png,sepia', 'Print2,Print 2,2.png,sepia']
  writeFileSync(
    join(folder, 'prints.csv'),
    `${['asset_name,name,image,ink', ...rows].join('\n')}\n`,
  )
  const file = home.file('collection.json', JSON.stringify(herbarium))
  const { document } = await home.json(['collection', 'create', '--file', file])
  const { id } = z.looseObject({ id: z.string() }).parse(document)
  const inIt = ['--collection', id]
  await home.json(['import', folder, ...inIt])

  const csv = home.file('edit.csv', 'asset_name,name\nPrint1,Print one\nPrint2,Print 2\n')
  const edit = ['token', 'edit', ...inIt, '--csv', csv]
  expect((await home.json([...edit, '--dry-run'])).document).toMatchObject({
    change: 1,
    done: 1,
    errors: 0,
    changed: ['Print1'],
  })
  expect(await names(inIt)).toEqual(['Print 1', 'Print 2'])

  const done = await home.run(edit)
  expect(done).toMatchObject({ code: 0, stdout: expect.stringContaining('1 of 1 token changed') })
  expect(await names(inIt)).toEqual(['Print one', 'Print 2'])
  const [, job = ''] = /--undo (\w+)/u.exec(done.stdout) ?? []

  const undone = await home.run(['token', 'edit', ...inIt, '--undo', job])
  expect(undone).toMatchObject({ code: 0, stdout: expect.stringContaining('1 token as before') })
  expect(await names(inIt)).toEqual(['Print 1', 'Print 2'])

  const wrong = home.file('wrong.csv', 'asset_name,name\nNobody,Some name\n')
  const refused = await home.run(['token', 'edit', ...inIt, '--csv', wrong])
  expect(refused).toMatchObject({ code: 3, stdout: expect.stringContaining('"Nobody"') })
})
