import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { configureLibrary, readMetadata } from '#core/images/child/library.ts'
import { noise } from './images.ts'

const images = new Map<string, Buffer>()
const dir = mkdtempSync(join(tmpdir(), 'coldpress-library-'))
beforeAll(async () => {
  for (const format of ['png', 'jpeg', 'webp', 'gif', 'avif', 'tiff'] as const)
    images.set(format, await noise(8, 8).toFormat(format).toBuffer())
  await noise(8, 8).toFile(join(dir, 'file.png'))
  configureLibrary()
  return () => rmSync(dir, { recursive: true })
})

const image = (format: string): Buffer => images.get(format) ?? Buffer.alloc(0)

describe('the decoders', () => {
  it.each(['png', 'jpeg', 'webp', 'gif', 'avif'])('take %s from memory', async (format) => {
    expect((await readMetadata(image(format))).width).toBe(8)
  })

  it('take no TIFF and no SVG, even when nobody asked before', async () => {
    await expect(readMetadata(image('tiff'))).rejects.toThrow('unsupported')
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>'
    await expect(readMetadata(Buffer.from(svg))).rejects.toThrow('unsupported')
  })

  it('take nothing by its path', async () => {
    await expect(sharp(join(dir, 'file.png')).metadata()).rejects.toThrow('unsupported')
  })
})

it('leaves one thread to each image and keeps nothing', () => {
  expect(sharp.concurrency()).toBe(1)
  expect(sharp.cache()).toMatchObject({ memory: { max: 0 }, items: { max: 0 }, files: { max: 0 } })
})
