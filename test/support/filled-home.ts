import { join } from 'node:path'
import { z } from 'zod'
import { openContentStore } from '#media/content/store.ts'
import { Secret } from '#platform/secret/secret.ts'
import { startHomeStudio } from '#studio/home/home-studio.ts'
import { herbarium } from './prints.ts'
import { sample, sampleImages } from './resources.ts'
import { testSeals } from './test-seals.ts'

const apiKey = 'a key for filling'
const batchSize = 25

const noKeys = () => Promise.reject(new Error('nothing is signed here'))

/**
 * Fills the Local studio of a data folder, before an app opens it, with a collection of this many
 * tokens that show the sample's images.
 */
export const fillHome = async (home: string, name: string, count: number): Promise<void> => {
  const content = await openContentStore({ dir: join(home, 'content') })
  const studio = await startHomeStudio({
    home,
    content,
    network: 'devnet',
    apiKey: Secret.ofText(apiKey),
    keys: {
      storeKeys: () => Promise.resolve(),
      revealKeys: noKeys,
      watchedWallet: async () => undefined,
      keptWallet: async () => undefined,
      createWallet: noKeys,
      availability: async () => ({ isOpen: true, missing: [] }),
      witness: noKeys,
      ...testSeals,
    },
  })
  const post = async (path: string, body: object): Promise<unknown> => {
    const answer = await fetch(`${studio.baseUrl}/${studio.appId}/v1/nft/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(await answer.text())
    return answer.json()
  }
  try {
    const cids: string[] = []
    for (const file of sampleImages) cids.push((await content.addFile(join(sample, file))).cid)
    const made = await post('collections', { ...herbarium, name })
    const { id } = z.object({ id: z.string() }).parse(made)
    for (let start = 0; start < count; start += batchSize) {
      const tokens = Array.from({ length: Math.min(batchSize, count - start) }, (_, offset) => ({
        asset_name: `Leaf${start + offset}`,
        name: `Leaf no. ${start + offset}`,
        media_type: 'image/jpeg',
        image: `ipfs://${cids[(start + offset) % cids.length] ?? ''}`,
        metadata_attributes: [{ tag: '<ink>', value: `ink ${(start + offset) % 7}` }],
      }))
      await post(`collections/${id}/tokens`, { tokens })
    }
  } finally {
    await studio.close()
    content.close()
  }
}
