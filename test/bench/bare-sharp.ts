import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { availableParallelism } from 'node:os'
import sharp from 'sharp'

/**
 * The floor of the import: nothing but sharp with the import's own settings over the files named
 * on standard input, one a line, as many at once as take the least time: one more made it slower.
 * Its argument is the longest side of the results.
 */
sharp.concurrency(1)
sharp.cache(false)

const side = Number(process.argv[2])
const paths = (await text(process.stdin)).split('\n')
const work = async (): Promise<void> => {
  for (let path = paths.shift(); path !== undefined; path = paths.shift()) {
    await sharp(await readFile(path), {
      limitInputPixels: 1e8,
      failOn: 'warning',
      autoOrient: true,
    })
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer()
  }
}
await Promise.all(Array.from({ length: availableParallelism() + 1 }, work))
