import { expect, it } from 'vitest'
import { Cid } from '#media/content/cid.ts'
import { requirePublicImages } from '#media/content/images-only-here.ts'
import { imagesToMint, splitLocal } from '#app/mints/images-to-mint.ts'
import type { MintingClient } from '#app/api/client.ts'

const here = Cid('Qmf412jQZiuVUtdgnB36FXFX7xg5V6KEbSJ4dpQuhkLyfD')
const elsewhere = Cid('QmbFMke1KXqnYyBBWxB74N4c5SBnJMVAiMNRcGu6x1AwQH')

const tokens = [
  { id: '1', status: 'OPEN', image: `ipfs://${here}` },
  { id: '2', status: 'OPEN', image: `ipfs://${elsewhere}` },
  { id: '3', status: 'OPEN', image: 'https://art.example/3.png' },
  { id: '4', status: 'OPEN', image: [`ipfs://${here}`, '/4.png'] },
]
const clientWith = (listed: readonly object[]) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  ({
    tokens: async function* all() {
      yield* listed
    },
  }) as unknown as Pick<MintingClient, 'tokens'>
const client = clientWith(tokens)
const onlyHere = (cids: readonly Cid[]) => cids.filter((cid) => cid === here)
const imagesOf = async (wanted: Partial<Parameters<typeof imagesToMint>[1]>) => {
  const asked = { collectionId: 'c', tokens: 'all', chain: 'preprod', ...wanted } as const
  return splitLocal(await imagesToMint(client, asked), onlyHere)
}

it('images of tokens to be minted that exist on this computer only are found outside the devnet', async () => {
  const whole = { cid: elsewhere, path: '' }
  const both = { local: [here], elsewhere: [whole, { cid: here, path: '/4.png' }] }
  expect(await imagesOf({})).toEqual(both)
  expect(await imagesOf({ chain: undefined })).toEqual(both)
  expect(await imagesOf({ tokens: ['2', '3'] })).toEqual({ local: [], elsewhere: [whole] })
  expect(await imagesOf({ chain: 'devnet' })).toEqual({ local: [], elsewhere: [] })
})

it('works beside the image are asked for as images are, each once', async () => {
  const files = [
    { name: 'itself', mediaType: 'image/png', src: `ipfs://${elsewhere}` },
    { name: 'film', mediaType: 'video/mp4', src: [`ipfs://${here.slice(0, 20)}`, here.slice(20)] },
    { name: 'page', mediaType: 'text/html', src: 'data:text/html;base64,PGI+' },
  ]
  const film = {
    id: '5',
    asset_name: 'Film',
    status: 'OPEN',
    image: `ipfs://${elsewhere}`,
    metadata: { 721: { policy: { Film: { name: 'Film', files } }, version: '1.0' } },
  }
  const asked = { collectionId: 'c', tokens: 'all', chain: 'preprod' } as const
  expect(splitLocal(await imagesToMint(clientWith([film]), asked), onlyHere)).toEqual({
    local: [here],
    elsewhere: [{ cid: elsewhere, path: '' }],
  })
})

it('an image on this computer only is an error with a rule of its own', () => {
  expect(() => requirePublicImages(0)).not.toThrow()
  expect(() => requirePublicImages(2)).toThrow(
    expect.objectContaining({
      code: 'conflict',
      message: expect.stringContaining('2 files of these tokens exist on this computer only'),
      details: { rule: 'images_only_here', images: 2 },
    }),
  )
})
