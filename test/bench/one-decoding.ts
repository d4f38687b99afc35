import { join } from 'node:path'
import type { ImageSettings } from '#contract/imports/image-settings.ts'
import { thumbnailSide } from '#media/images/image-job.ts'
import { createImageProcess, type ImageProcess } from '#media/images/process.ts'
import { benchFolder, newFolder } from './bench-home.ts'
import { makeMixture } from './images.ts'
import type { Measure } from './main.ts'
import { median } from './median.ts'

const count = 80
/** An odd number: the median counts. */
const rounds = 7
const settings: ImageSettings = { maxPixels: 1024, format: 'keep', quality: 90 }
const small: ImageSettings = { maxPixels: thumbnailSide, format: 'webp', quality: 80 }

type Work = (images: ImageProcess, source: string, target: string) => Promise<unknown>

/** What a run does where nobody looks: the floor. */
const resize: Work = (images, source, target) => images.process({ source, target, settings })

const allTogether: Work = (images, source, target) =>
  images.check(source, undefined, { target, settings, thumbnail: `${target}-small` })

/** A check, a preview, the run and a thumbnail, each of which decodes. */
const oneByOne: Work = async (images, source, target) => {
  await images.check(source)
  await images.process({ source, target, settings })
  await images.process({ source, target, settings })
  await images.process({ source: target, target: `${target}-small`, settings: small })
}

/** Seconds for all files, as many at a time as the image process takes. */
const timeOf = async (images: ImageProcess, paths: readonly string[], work: Work) => {
  const folder = newFolder('one-decoding')
  const waiting = paths.entries()
  const started = performance.now()
  await Promise.all(
    Array.from({ length: images.inFlight }, async () => {
      for (const [index, path] of waiting) await work(images, path, join(folder, String(index)))
    }),
  )
  return (performance.now() - started) / 1000
}

export const benchOneDecoding = async (): Promise<readonly Measure[]> => {
  const paths = await makeMixture(join(benchFolder, 'mixture'), count)
  const images = createImageProcess()
  try {
    await timeOf(images, paths, allTogether)
    const together: number[] = []
    const apart: number[] = []
    const alone: number[] = []
    for (let round = 1; round <= rounds; round += 1) {
      const before = await timeOf(images, paths, resize)
      const all = await timeOf(images, paths, allTogether)
      const after = await timeOf(images, paths, resize)
      const floor = (before + after) / 2
      alone.push(floor)
      together.push(all / floor)
      apart.push((await timeOf(images, paths, oneByOne)) / floor)
    }
    return [
      {
        what: `check, resizing, preview, thumbnail and look of ${count} images, half of them photographs of 12 MP, from one decoding, beside resizing alone (${((median(alone) / count) * 1000).toFixed(0)} ms an image)`,
        value: `${median(together).toFixed(2)} times`,
        goal: '≤ 1.10 times',
        met: median(together) <= 1.1,
      },
      {
        what: 'the same with a decoding for each',
        value: `${median(apart).toFixed(2)} times`,
        goal: 'none',
        met: true,
      },
    ]
  } finally {
    await images.close()
  }
}
