import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { ColdpressError } from '#values/errors/errors.ts'
import { makeFolder, openImporter, requestFor } from '../harness.ts'
import { importTest as it } from '../import-test.ts'

it('prices ask for a rehearsal and an open vault; a resume asks for the vault alone', async ({
  home,
  folder,
  studio,
}) => {
  const rehearsed: number[] = []
  const { imports, close } = await openImporter(home, studio.baseUrl, {
    requireUnpriced: async (_collection, priced) => {
      rehearsed.push(priced)
    },
    requireSealing: () => {
      throw new ColdpressError('vault_locked', 'The vault is locked.')
    },
  })
  onTestFinished(close)
  await makeFolder(folder, 2)
  await writeFile(join(folder, '2.png'), 'no image at all')
  const rows = ['Token1,Token no 1,1.png,red,', 'Token2,Token no 2,2.png,red,25']
  const table = ['asset_name,name,image,colour,price', ...rows].join('\n')
  await writeFile(join(folder, 'tokens.csv'), `${table}\n`)
  const request = requestFor(folder, studio.collectionId)

  await expect(imports.start(request)).rejects.toMatchObject({ code: 'vault_locked' })
  expect(imports.list()).toEqual([])
  expect(rehearsed).toEqual([1])
  await expect(imports.start(request, { skipsRehearsal: true })).rejects.toMatchObject({
    code: 'vault_locked',
  })
  expect(rehearsed).toEqual([1])

  const unsealed: number[] = []
  const onUnsealedPrices = (priced: number) => unsealed.push(priced)
  const failed = await imports.start(request, { onUnsealedPrices })
  expect(failed).toMatchObject({ added: 1, failed: 1 })
  expect(unsealed).toEqual([1])
  expect(rehearsed).toEqual([1, 1])

  await expect(imports.resume(failed.job)).rejects.toMatchObject({ code: 'vault_locked' })
  await imports.resume(failed.job, { onUnsealedPrices })
  expect(unsealed).toEqual([1, 1])
  expect(rehearsed).toEqual([1, 1])
})
