import { mkdir, readdir, rename } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { basename, join } from 'node:path'
import sharp, { type Sharp } from 'sharp'

/** A flat print: a few coloured shapes, as collections are drawn, different for each number. */
const drawing = (number: number, side = 2000): Buffer => {
  let state = number * 2_654_435_761 + 1
  const random = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state % below
  }
  const shapes = Array.from({ length: 24 }, () => {
    const colour = `rgb(${random(256)},${random(256)},${random(256)})`
    return `<circle cx="${random(side)}" cy="${random(side)}" r="${Math.round(((50 + random(350)) * side) / 2000)}" fill="${colour}" opacity="0.8"/>`
  })
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><rect width="100%" height="100%" fill="#f4efe4"/>${shapes.join('')}<text x="${side * 0.04}" y="${side * 0.95}" font-size="${side * 0.06}">${number}</text></svg>`,
  )
}

/** Makes `count` square PNGs in `folder`, once: what is there is kept. Answers their paths. */
export const makeImages = async (
  folder: string,
  count: number,
  side = 2000,
): Promise<readonly string[]> => {
  await mkdir(folder, { recursive: true })
  const there = new Set(await readdir(folder))
  const names = Array.from(
    { length: count },
    (_, index) => `${String(index + 1).padStart(5, '0')}.png`,
  )
  const missing = names.filter((name) => !there.has(name))
  if (missing.length > 0) console.error(`Drawing ${missing.length} images …`)
  await onEveryCore(missing, async (name) => {
    const temporary = join(folder, `.${name}`)
    await sharp(drawing(Number.parseInt(name, 10), side))
      .png({ compressionLevel: 6 })
      .toFile(temporary)
    await rename(temporary, join(folder, name))
  })
  return names.map((name) => join(folder, name))
}

/** Photographs of 12 megapixels, half of the files, and PNG and WebP drawings of 2000², once. */
export const makeMixture = async (folder: string, count: number): Promise<readonly string[]> => {
  await mkdir(folder, { recursive: true })
  const endings = ['jpg', 'png', 'jpg', 'webp'] as const
  const names = Array.from(
    { length: count },
    (_, index) => `${String(index + 1).padStart(5, '0')}.${endings[index % 4] ?? 'jpg'}`,
  )
  const there = new Set(await readdir(folder))
  const missing = names.filter((name) => !there.has(name))
  if (missing.length > 0) console.error(`Drawing ${missing.length} images …`)
  await onEveryCore(missing, async (name) => {
    const temporary = join(folder, `.${name}`)
    const number = Number.parseInt(name, 10)
    const image = name.endsWith('.jpg') ? await photograph(number) : sharp(drawing(number))
    await image.toFile(temporary)
    await rename(temporary, join(folder, name))
  })
  return names.map((name) => join(folder, name))
}

/** A drawing with the grain of a sensor, which makes a JPEG as large as a camera's. */
const photograph = async (number: number): Promise<Sharp> => {
  const [width, height] = [4000, 3000]
  const grain = await sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 12 },
    },
  })
    .png()
    .toBuffer()
  const pixels = await sharp(drawing(number))
    .resize(width, height, { fit: 'fill' })
    .composite([{ input: grain, blend: 'soft-light' }])
    .removeAlpha()
    .raw()
    .toBuffer()
  return sharp(pixels, { raw: { width, height, channels: 3 } }).jpeg({ quality: 88 })
}

/** What an import with `--resize 1024` would keep of them, in `folder` under the same names. */
export const resizeImages = async (paths: readonly string[], folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true })
  await onEveryCore(paths, async (path) => {
    await sharp(path)
      .resize(1024, 1024, { fit: 'inside' })
      .png()
      .toFile(join(folder, basename(path)))
  })
}

/** As many at once as there are cores. */
const onEveryCore = async (
  items: readonly string[],
  work: (item: string) => Promise<void>,
): Promise<void> => {
  const rest = items.values()
  const worker = async (): Promise<void> => {
    for (const item of rest) await work(item)
  }
  await Promise.all(Array.from({ length: availableParallelism() }, worker))
}
