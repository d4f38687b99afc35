import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../../../support/folder-test.ts'
import { until } from '../../../support/until.ts'
import { clientAt, contentsOf, openImporter, openStudio, requestFor } from '../harness.ts'

const count = 300
const image = 'ipfs://QmbQDvKJeo2NgGcGdnUiUFibTzuKNK5Uij7jzmK8ZccmWp'

it.each([
  ['a service elsewhere gets several requests at once', false, 8],
  ['the studio of this computer gets one after the other, in the order of rows', true, 1],
])('%s', async (_title, isOwnStudio, atOnce) => {
  const home = temporaryFolder()
  const studio = await openStudio(home)
  onTestFinished(studio.close)
  const rows = Array.from({ length: count }, (_, at) => `Far${at + 1},Far ${at + 1},${image},red`)
  await writeFile(
    join(home, 'tokens.csv'),
    ['asset_name,name,image,colour', ...rows, ''].join('\n'),
  )
  let underWay = 0
  let most = 0
  const client = clientAt(studio.baseUrl)
  const importer = await openImporter(join(home, 'importer'), studio.baseUrl, {
    clientFor: async () => ({
      ...client,
      isOwnStudio,
      addTokens: async (...given: Parameters<typeof client.addTokens>) => {
        underWay += 1
        most = Math.max(most, underWay)
        // All that may be under way at once come before the first ends; one too many would come then.
        await until(() => most >= atOnce)
        await delay(20)
        const added = await client.addTokens(...given)
        underWay -= 1
        return added
      },
    }),
  })
  onTestFinished(importer.close)
  const summary = await importer.imports.start(requestFor(home, studio.collectionId))
  expect(summary).toMatchObject({ added: count, state: 'done' })
  expect(most).toBe(atOnce)
  const names = (await contentsOf(studio.client, studio.collectionId)).map((one) => one.asset_name)
  const inOrder = Array.from({ length: count }, (_, at) => `Far${at + 1}`)
  expect(isOwnStudio ? names : names.toSorted()).toEqual(isOwnStudio ? inOrder : inOrder.toSorted())
})
