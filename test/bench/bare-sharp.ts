import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { availableParallelism } from 'node:os'
import sharp from 'sharp'
import { z } from 'zod'

/**
 * The floor of the import: nothing but sharp with the import's own settings over the files named
 * on standard input, as many at once as the import keeps in flight. Prints seconds.
 */
sharp.concurrency(1)
sharp.cache(false)

const paths = z.array(z.string()).parse(JSON.parse(await text(process.stdin)))
const work = async (): Promise<void> => {
  for (let path = paths.shift(); path !== undefined; path = paths.shift()) {
    await sharp(await readFile(path), {
      limitInputPixels: 1e8,
      failOn: 'warning',
      autoOrient: true,
    })
      .resize(1024, 1024, { fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer()
  }
}
const started = performance.now()
await Promise.all(Array.from({ length: availableParallelism() + 1 }, work))
console.log((performance.now() - started) / 1000)
