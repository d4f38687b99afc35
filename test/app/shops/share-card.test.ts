import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { sparseCollection } from '#contract/collections/collection.ts'
import { sparseToken } from '#contract/tokens/token.ts'
import { Cid } from '#media/content/cid.ts'
import type { ImageCard } from '#media/images/image-job.ts'
import { shareCard } from '#app/shops/share-card.ts'
import { folderTest as it } from '../../support/folder-test.ts'
import { sampleCollection, sampleToken } from '../api/samples.ts'

const image = Cid('QmRhTTbUrPYEw3mJGGhQqQST9k86v1DPBiTTWJGKDJsVFw')
const wanted = { collectionId: 'c', tokenId: 't' }

const fakes = (folder: string, { link, isHere = true }: { link: string; isHere?: boolean }) => {
  const drawn: ImageCard[] = []
  const token = { ...sampleToken, name: 'Fern', image: `ipfs://${image}`, price: 25_000_000 }
  return {
    drawn,
    account: { network: 'testnet', chain: 'preprod' } as const,
    client: {
      getToken: async () => sparseToken.parse({ ...token, payment_link: link }),
      getCollection: async () =>
        sparseCollection.parse({ ...sampleCollection, name: 'Night Garden' }),
    },
    content: {
      get: (cid: Cid) =>
        isHere ? { cid, size: 1, sha256: '', mediaType: 'image/png' } : undefined,
      path: (cid: Cid) => join(folder, cid),
      tempPath: () => join(folder, 'card'),
    },
    images: () => ({
      drawCard: async (card: ImageCard) => {
        drawn.push(card)
        await writeFile(card.target, 'png')
      },
    }),
  }
}

it('a card says name, price and collection, and leads to a page that others reach', async ({
  folder,
}) => {
  const link = 'https://shop.example.com/pay/token/t'
  const { drawn, ...context } = fakes(folder, { link })
  const { name, png } = await shareCard(context, wanted)
  expect([name, String(png)]).toEqual(['Fern', 'png'])
  expect(drawn).toMatchObject([{ title: 'Fern', line: '25 test ADA · Night Garden', link }])
})

it('a card leads to no page of this computer alone', async ({ folder }) => {
  for (const link of ['http://127.0.0.1:4800/pay/token/t', 'https://localhost/pay/token/t']) {
    const { drawn, ...context } = fakes(folder, { link })
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await shareCard(context, wanted)
    expect(drawn[0]).not.toHaveProperty('link')
  }
})

it('a card needs the image on this computer', async ({ folder }) => {
  const context = fakes(folder, { link: '', isHere: false })
  await expect(shareCard(context, wanted)).rejects.toThrow('Fern is not on this computer')
})
