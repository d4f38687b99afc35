import { join } from 'node:path'
import { writeFileSync } from 'node:fs'
import sharp from 'sharp'
import { beforeAll, describe, expect } from 'vitest'
import { configureLibrary, readMetadata } from '#media/images/child/library.ts'
import { noise } from './images.ts'
import { folderTest as it } from '../../support/folder-test.ts'

const images = new Map<string, Buffer>()
beforeAll(async () => {
  for (const format of ['png', 'jpeg', 'webp', 'gif', 'avif', 'tiff'] as const)
    images.set(format, await noise(8, 8).toFormat(format).toBuffer())
  configureLibrary()
})

const image = (format: string): Buffer => images.get(format) ?? Buffer.alloc(0)

describe('the decoders', () => {
  it.for(['png', 'jpeg', 'webp', 'gif', 'avif'])(
    'the image decoders take %s from memory',
    async (format) => {
      expect((await readMetadata(image(format))).width).toBe(8)
    },
  )

  it('take no TIFF and no SVG, even when nobody asked before', async () => {
    await expect(readMetadata(image('tiff'))).rejects.toThrow('unsupported')
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>'
    await expect(readMetadata(Buffer.from(svg))).rejects.toThrow('unsupported')
  })

  it('take nothing by its path', async ({ folder }) => {
    writeFileSync(join(folder, 'file.png'), image('png'))
    await expect(sharp(join(folder, 'file.png')).metadata()).rejects.toThrow('unsupported')
  })
})

it('leaves one thread to each image and keeps nothing', () => {
  expect(sharp.concurrency()).toBe(1)
  expect(sharp.cache()).toMatchObject({ memory: { max: 0 }, items: { max: 0 }, files: { max: 0 } })
})
