import { expect } from 'vitest'
import { ColdpressError } from '#values/errors/errors.ts'
import { summaryError } from '#app/imports/summary.ts'
import { inlineImage } from '#app/imports/pipeline/inline-image.ts'
import { createPinRecords } from '#media/pinning/pin-records.ts'
import { createServiceUpload } from '#media/pinning/service-upload/service-upload.ts'
import { pinningSchema } from '#media/pinning/pin-targets.ts'
import { Database } from '#platform/db/database.ts'
import { Cid } from '#media/content/cid.ts'
import { clientAt, contentsOf, makeFolder, openImporter, requestFor } from '../harness.ts'
import { importTest } from '../import-test.ts'

const shop = { name: 'Shop', url: 'https://shop.example', isHosted: true }

/** An importer for a public network that has nothing but the service's own upload. */
const it = importTest.extend('uploading', async ({ home, folder, studio }, { onCleanup }) => {
  const db = new Database(':memory:', [pinningSchema])
  const records = createPinRecords(db)
  const client = clientAt(studio.baseUrl)
  const sent: string[] = []
  let change = (image: string | null): string | null => image
  const importer = await openImporter(`${home}/creator`, studio.baseUrl, {
    pinSet: async () => createServiceUpload(shop, records),
    mayStayLocal: () => false,
    clientFor: async () => ({
      ...client,
      addTokens: async (id, tokens, options) => {
        sent.push(...tokens.map(({ image }) => String(image)))
        const added = await client.addTokens(id, tokens, options)
        return added.map((token) => ({ ...token, image: change(String(token.image)) }))
      },
    }),
  })
  onCleanup(async () => {
    await importer.close()
    db.close()
  })
  return {
    importer,
    records,
    sent,
    answer: (other: typeof change) => void (change = other),
    start: () => importer.imports.start(requestFor(folder, studio.collectionId)),
  }
})

it('a hosted service takes the bytes of each image with its token, and is exempt from the question about images on this computer', async ({
  folder,
  studio,
  uploading,
}) => {
  await makeFolder(folder, 3)
  const summary = await uploading.start()
  expect(summary).toMatchObject({ state: 'done', added: 3, unpinned: 0 })
  expect(summary.places).toEqual([{ place: 'Shop', held: 3, total: 3, error: null }])
  // PNG's first bytes, without the prefix of a data: address
  for (const image of uploading.sent) expect(image).toMatch(/^iVBORw0KGgo/u)
  const [token] = await contentsOf(studio.client, studio.collectionId)
  const cid = Cid(String(token?.image).slice('ipfs://'.length))
  expect(uploading.importer.store.get(cid)).toBeDefined()
  expect(uploading.records.of(cid)).toMatchObject([{ kind: 'service', url: shop.url }])
})

it('an image that the service keeps under another address is named, and the import is not done', async ({
  folder,
  uploading,
}) => {
  await makeFolder(folder, 2)
  const foreign = 'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'
  uploading.answer(() => foreign)
  const summary = await uploading.start()
  expect(summary).toMatchObject({ state: 'failed', added: 2, failed: 0, unpinned: 2 })
  expect(summary.places).toMatchObject([{ place: 'Shop', held: 0, total: 2 }])
  expect(summaryError(summary)?.message).toContain(
    `Shop keeps 2 images under another address than that of the bytes that it was sent: ${foreign}`,
  )
})

it('an image whose address the service has not said yet is asked for by the next run', async ({
  folder,
  uploading,
}) => {
  await makeFolder(folder, 1)
  uploading.answer(() => null)
  expect(await uploading.start()).toMatchObject({ state: 'failed', unpinned: 1 })
  expect(await uploading.start()).toMatchObject({ state: 'done', added: 0, already: 1 })
  expect(uploading.sent).toHaveLength(1)
})

// Fault 12 of docs/faults.md.
it('a lost answer to a request with images makes no token twice', async ({
  folder,
  studio,
  uploading,
}) => {
  await makeFolder(folder, 2)
  let isLost = false
  uploading.answer((image) => {
    if (isLost) return image
    isLost = true
    throw new ColdpressError('timeout', 'No answer.', { details: { mayHaveArrived: true } })
  })
  expect(await uploading.start()).toMatchObject({ state: 'done', added: 2, unpinned: 0 })
  expect(uploading.sent).toHaveLength(2)
  expect(await contentsOf(studio.client, studio.collectionId)).toHaveLength(2)
})

it('the upload of a Local studio is refused: its images stay on this computer', () => {
  expect(() => createServiceUpload({ ...shop, isHosted: false }, undefined)).toThrow(
    expect.objectContaining({ code: 'invalid', details: { rule: 'service_keeps_here' } }),
  )
})

it('an image that is too large for one request fails alone, with what to do', async () => {
  const cid = Cid('QmbFMke1KXqnYyBBWxB74N4c5SBnJMVAiMNRcGu6x1AwQH')
  const ofSize = (size: number) =>
    inlineImage({ recover: async () => ({ cid, size, mediaType: null, sha256: '' }) }, cid)
  expect(await ofSize(49_000_000)).toEqual({ cid, size: 49_000_000 })
  await expect(ofSize(50_000_000)).rejects.toMatchObject({
    code: 'too_large',
    message: expect.stringContaining('at most 49 MB'),
    details: { final: 'image' },
  })
})
