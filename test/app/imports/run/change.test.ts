import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { ColdpressError } from '#values/errors/errors.ts'
import type { MintingClient } from '#app/api/client.ts'
import { clientAt, makeFolder, openImporter, requestFor } from '../harness.ts'
import { importTest as it } from '../import-test.ts'

type Changed = Pick<MintingClient, 'tokens'>

const namesIn = async (client: Changed, collectionId: string) =>
  Object.fromEntries(
    (await Array.fromAsync(client.tokens(collectionId, { order: 'asc', size: 100 }))).map(
      ({ asset_name: assetName, name }) => [assetName, name],
    ),
  )

const editTable = async (folder: string, rows: readonly string[]): Promise<string> => {
  const csv = join(folder, 'edit.csv')
  await writeFile(csv, `${rows.join('\n')}\n`)
  return csv
}

const changeOf = (csv: string, collectionId: string) =>
  requestFor('', collectionId, { purpose: 'change', csv })

it('a table changes the tokens that it names, and nothing that it does not say', async ({
  folder,
  studio: { client, collectionId },
  importer: { imports },
}) => {
  await makeFolder(folder, 3)
  await imports.start(requestFor(folder, collectionId))
  const before = await Array.fromAsync(client.tokens(collectionId, { order: 'asc' }))
  const csv = await editTable(folder, [
    'asset_name,name,custom:Mood,price_ada',
    'Token1,Renamed,calm,5',
    'Token2,Token no 2,,',
  ])
  const request = changeOf(csv, collectionId)

  expect((await imports.plan(request)).counts).toMatchObject({ change: 1, done: 1, priced: 1 })
  const summary = await imports.start(request)

  expect(summary).toMatchObject({ purpose: 'change', state: 'done', total: 1, added: 1 })
  const after = await Array.fromAsync(client.tokens(collectionId, { order: 'asc' }))
  const [first] = before
  expect(after[0]).toMatchObject({
    name: 'Renamed',
    price: 5_000_000,
    image: first?.image,
    metadata_attributes: first?.metadata_attributes,
    custom_attributes: { Mood: 'calm' },
  })
  expect(after.slice(1)).toEqual(before.slice(1))

  expect(await imports.undo(summary.job)).toEqual({ changed: 1, failed: [] })
  const undone = await Array.fromAsync(client.tokens(collectionId, { order: 'asc' }))
  expect(undone.map((token) => ({ ...token, updated_at: '' }))).toEqual(
    before.map((token) => ({ ...token, updated_at: '' })),
  )
})

it('numbers and lists of a token stay such where the table leaves them as they are', async ({
  folder,
  studio: { client, collectionId },
  importer: { imports },
}) => {
  await makeFolder(folder, 1)
  await imports.start(requestFor(folder, collectionId))
  const [token] = await Array.fromAsync(client.tokens(collectionId))
  const custom = { Edition: 7, Tools: ['pen', 'ink'] }
  await client.updateToken(collectionId, token?.id ?? '', { custom_attributes: custom })
  const csv = await editTable(folder, ['asset_name,custom:Edition,custom:Mood', 'Token1,7,calm'])
  await imports.start(changeOf(csv, collectionId))
  const [changed] = await Array.fromAsync(client.tokens(collectionId))
  expect(changed?.custom_attributes).toEqual({ ...custom, Mood: 'calm' })
})

it('a table names tokens that are there, and leaves their images', async ({
  folder,
  studio: { collectionId },
  importer: { imports },
}) => {
  await makeFolder(folder, 2)
  await imports.start(requestFor(folder, collectionId))
  const csv = await editTable(folder, [
    'asset_name,name,image',
    'Nobody,Some name,1.png',
    'Token1,Other name,ipfs://QmPZ9gcCEpqKTo6aq61g2nXGUhM4iCL3ewB6LDXZCtioEB',
    'Token2,Other name,2.png',
  ])
  const { issues, counts } = await imports.plan(changeOf(csv, collectionId))
  expect(issues.map(({ rule, row }) => `${rule} ${row}`)).toEqual(
    expect.arrayContaining(['no_such_token 2', 'image_stays 3', 'images_unread 1']),
  )
  expect(counts).toMatchObject({ change: 1, errors: 2 })
  await expect(imports.start(changeOf(csv, collectionId))).rejects.toMatchObject({
    code: 'invalid',
  })
})

it('a token that somebody else changed or deleted meanwhile is refused by its name', async ({
  folder,
  studio: { client, collectionId },
  importer: { imports },
}) => {
  await makeFolder(folder, 3)
  await imports.start(requestFor(folder, collectionId))
  const opened = (await imports.inputs(requestFor('', collectionId, { purpose: 'change' }))).opened
  const [one, two] = await Array.fromAsync(client.tokens(collectionId, { order: 'asc' }))
  await client.updateToken(collectionId, one?.id ?? '', { name: 'By somebody else' })
  await client.deleteToken(collectionId, two?.id ?? '')
  const csv = await editTable(folder, [
    'asset_name,name',
    'Token1,First',
    'Token2,Second',
    'Token3,Third',
  ])
  const request = { ...changeOf(csv, collectionId), opened }
  const summary = await imports.start(request)
  expect(summary).toMatchObject({ state: 'failed', added: 1, failed: 2 })
  expect(summary.failures.map(({ message }) => message)).toEqual([
    expect.stringContaining('"Token1" was changed meanwhile'),
    expect.stringContaining('no token "Token2" any more'),
  ])
  expect(await namesIn(client, collectionId)).toEqual({
    Token1: 'By somebody else',
    Token3: 'Third',
  })
})

it('a change that was killed between a request and its answer is made once', async ({
  home,
  folder,
  studio,
  importer,
}) => {
  const { client, collectionId, baseUrl } = studio
  await makeFolder(folder, 4)
  await importer.imports.start(requestFor(folder, collectionId))
  const csv = await editTable(folder, [
    'asset_name,name',
    ...[1, 2, 3, 4].map((n) => `Token${n},Changed ${n}`),
  ])
  const sent: string[] = []
  /** The second request arrives, and its answer is lost with the process; later ones never leave. */
  const { imports, close } = await openImporter(home, baseUrl, {
    clientFor: async () => ({
      ...client,
      updateToken: async (...call: Parameters<MintingClient['updateToken']>) => {
        sent.push(call[1])
        if (sent.length > 2) throw new Error('the process is gone')
        const token = await client.updateToken(...call)
        if (sent.length === 2) throw new Error('the process is gone')
        return token
      },
    }),
  })
  onTestFinished(close)
  await expect(imports.start(changeOf(csv, collectionId))).rejects.toThrow('the process is gone')
  const [open] = imports.list()
  expect(open).toMatchObject({ state: 'paused', failed: 0 })
  const made = Object.values(await namesIn(client, collectionId)).filter((name) =>
    name.startsWith('Changed'),
  )
  expect(made.length).toBeGreaterThan(0)
  expect(made.length).toBeLessThan(4)

  // what arrived is seen in the list, and somebody has changed another of the rest meanwhile
  const tokens = await Array.fromAsync(client.tokens(collectionId, { order: 'asc' }))
  const rest = tokens.filter(({ name }) => !name.startsWith('Changed'))
  await client.updateToken(collectionId, rest[0]?.id ?? '', { name: 'By somebody else' })
  const again: string[] = []
  const resumed = await openImporter(home, baseUrl, {
    clientFor: async () => ({
      ...client,
      updateToken: (...call: Parameters<MintingClient['updateToken']>) => {
        again.push(call[1])
        return client.updateToken(...call)
      },
    }),
  })
  onTestFinished(resumed.close)
  const summary = await resumed.imports.resume(open?.job.id)
  expect(again).toHaveLength(rest.length - 1)
  expect(summary).toMatchObject({ state: 'failed', failed: 1 })
  const names = Object.values(await namesIn(client, collectionId))
  expect(names.filter((name) => name.startsWith('Changed'))).toHaveLength(3)
  expect(names).toContain('By somebody else')
})

it('prices of a change ask for a rehearsal, an open vault and images that others can open', async ({
  home,
  folder,
  studio,
}) => {
  const rehearsed: number[] = []
  let isLocked = true
  const { imports, close } = await openImporter(home, studio.baseUrl, {
    requireUnpriced: async (_collection, priced) => {
      rehearsed.push(priced)
    },
    requireSealing: () => {
      if (isLocked) throw new ColdpressError('vault_locked', 'The vault is locked.')
    },
    countImagesHere: (_collection, tokens) => Promise.resolve(tokens.length),
  })
  onTestFinished(close)
  await makeFolder(folder, 2)
  await imports.start(requestFor(folder, studio.collectionId))
  const csv = await editTable(folder, ['asset_name,price_ada', 'Token1,5', 'Token2,'])
  const request = changeOf(csv, studio.collectionId)
  await expect(imports.start(request)).rejects.toMatchObject({ details: { images: 1 } })
  const accepted = { ...request, acceptsLocalImages: true }
  await expect(imports.start(accepted)).rejects.toMatchObject({ code: 'vault_locked' })
  isLocked = false
  expect(await imports.start(accepted)).toMatchObject({ state: 'done', added: 1 })
  expect(rehearsed).toEqual([1, 1])
  const tokens = await Array.fromAsync(
    clientAt(studio.baseUrl).tokens(studio.collectionId, { order: 'asc' }),
  )
  expect(tokens.map(({ price }) => price ?? null)).toEqual([5_000_000, null])
})
