import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { ColdpressError } from '#values/errors/errors.ts'
import type { ShopWork } from '#contract/shops/shop.ts'
import { Cid } from '#media/content/cid.ts'
import { publishShop } from '#app/shops/publish-shop.ts'
import { folderTest as it } from '../../support/folder-test.ts'

const here = Cid('QmRhTTbUrPYEw3mJGGhQqQST9k86v1DPBiTTWJGKDJsVFw')
const damaged = Cid('QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG')

/** A service that notes what it was asked, and an image process that makes a picture of one image. */
const fakes = (folder: string, works: readonly ShopWork[]) => {
  const asked: string[] = []
  let made = 0
  const shop = { collection_id: 'c', is_published: true, link: 'https://x', work_count: 3 }
  return {
    asked,
    client: {
      shopWorks: async function* list() {
        yield* works
      },
      addShopPictures: async (_: string, { pictures }: { pictures: readonly object[] }) => {
        asked.push(JSON.stringify(pictures))
        return { added: pictures.length }
      },
      updateShop: async (_: string, change: object) => {
        asked.push(JSON.stringify(change))
        return shop
      },
    },
    content: {
      get: (cid: Cid) =>
        cid === here || cid === damaged
          ? { cid, size: 1, sha256: '', mediaType: 'image/png' }
          : undefined,
      path: (cid: Cid) => join(folder, cid),
      tempPath: () => join(folder, `made${(made += 1)}`),
    },
    images: () => ({
      process: async ({ source, target }: { source: string; target: string }) => {
        if (source.endsWith(damaged)) throw new ColdpressError('invalid', 'damaged')
        await writeFile(target, 'jpeg')
        const read = { size: 1, mtimeMs: 1, inode: '1', sha256: null }
        const sides = { width: 1, height: 1 }
        return {
          mediaType: 'image/jpeg',
          bytes: 4,
          ...sides,
          untouched: false,
          source: read,
          notes: [],
        }
      },
    }),
  }
}

const work = (id: string, cid: string, hasPicture = false): ShopWork => ({
  token_id: id,
  image: `ipfs://${cid}`,
  has_picture: hasPicture,
})
const elsewhere = 'QmbWqxBEKC3P8tqsKc98xmWNzrzDtRLMiMPL8wBuTGsMnR'

describe('Publishing a shop page', () => {
  it('makes the pictures that are missing, then publishes, and counts the works without one', async ({
    folder,
  }) => {
    const works = [work('a', here, true), work('b', here), work('c', damaged), work('d', elsewhere)]
    const { asked, ...context } = fakes(folder, works)
    const progress: string[] = []
    const { without } = await publishShop(context, 'c', {
      signal: new AbortController().signal,
      onProgress: ({ done, total }) => progress.push(`${done}/${total}`),
    })
    expect(without).toBe(2)
    const jpeg = Buffer.from('jpeg').toString('base64')
    expect(asked).toEqual([`[{"token_id":"b","jpeg":"${jpeg}"}]`, '{"is_published":true}'])
    expect(progress).toEqual(['0/3', '3/3'])
  })

  it('publishes nothing when a picture could not be sent', async ({ folder }) => {
    const { asked, client, ...context } = fakes(folder, [work('b', here)])
    const failing = {
      ...client,
      addShopPictures: async () => {
        throw new ColdpressError('cancelled', 'stopped')
      },
    }
    const control = { signal: new AbortController().signal, onProgress: () => undefined }
    await expect(publishShop({ ...context, client: failing }, 'c', control)).rejects.toThrow(
      'stopped',
    )
    expect(asked).toEqual([])
  })
})
