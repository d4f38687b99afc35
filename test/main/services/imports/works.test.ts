import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { walletContentOf } from '#contract/tokens/wallet-content.ts'
import { glb } from '../../../media/images/works.ts'
import { makePicture } from '../../../app/imports/harness.ts'
import { passphrase } from '../open-services.ts'
import { endOf, header, openImports, print, writeTable } from './open-imports.ts'

it('a draft adds files for works to the collection, and its tokens show them', async () => {
  const harness = await openImports()
  const { call, collectionId, folder, logged, open } = harness
  await makePicture(folder, 1)
  await writeFile(join(folder, '1.glb'), glb())
  await writeTable(folder, [
    [...header, 'work'],
    [...print(1), '1.glb'],
  ])
  const { id: draftId, rules } = await open()
  expect(rules.map(({ rule }) => rule)).toContain('no_files_template')
  await call('vault.lock', null)
  await expect(call('imports.placeWorks', { draftId })).rejects.toMatchObject({
    code: 'vault_locked',
  })
  await call('vault.unlock', { passphrase })
  const ref = { accountId: 'local', collectionId }
  expect((await call('collections.get', ref)).metadata?.files).toBeUndefined()
  const added = await call('imports.placeWorks', { draftId })
  expect(added.counts.errors).toBe(0)
  expect(logged('collection').join()).toContain('got files for work')
  const { tokens } = await call('imports.tokens', { draftId, offset: 0, limit: 1 })
  expect(tokens.map((token) => walletContentOf(token).files)).toMatchObject([
    [{ name: 'Print no 1', mediaType: 'model/gltf-binary' }],
  ])
  const { job } = await call('imports.start', { draftId })
  expect(await endOf(harness, job)).toMatchObject({ state: 'done', added: 1 })
  const page = { accountId: 'local', collectionId, cursor: null }
  const [row] = (await call('tokens.page', page)).tokens
  expect(row?.attributes).toEqual([{ name: 'Ink', value: 'blue' }])
})
