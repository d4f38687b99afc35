import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

/** Makes the README's picture, a contact sheet of twelve prints: `node tools/make-picture.ts`. */
const root = join(import.meta.dirname, '..')
const sample = join(root, 'resources', 'sample')
const picture = join(root, 'docs', 'pictures', 'sample.webp')

const [columns, rows] = [4, 3]
const cell = 286
const gap = 12

const isImage = (name: string): boolean => /\.(?:jpg|png|webp)$/u.test(name)

const print = async (name: string, index: number) => ({
  input: await sharp(join(sample, name)).resize(cell, cell, { fit: 'cover' }).toBuffer(),
  left: gap + (index % columns) * (cell + gap),
  top: gap + Math.floor(index / columns) * (cell + gap),
})

const names = (await readdir(sample))
  .filter(isImage)
  .toSorted()
  .slice(0, columns * rows)
const sheet = {
  width: columns * (cell + gap) + gap,
  height: rows * (cell + gap) + gap,
  channels: 3 as const,
  background: '#f4f1ea',
}
await mkdir(join(picture, '..'), { recursive: true })
const { width, height, size } = await sharp({ create: sheet })
  .composite(await Promise.all(names.map(print)))
  .webp({ quality: 80 })
  .toFile(picture)
console.log(`${picture}: ${width} × ${height}, ${size} bytes`)
