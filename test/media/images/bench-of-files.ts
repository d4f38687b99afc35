import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ImageSettings } from '#contract/imports/image-settings.ts'
import { createImageProcess, type ImageProcessOptions } from '#media/images/process.ts'

export const asIs: ImageSettings = { maxPixels: null, format: 'keep', quality: 80 }

/** A folder of a test's own with an image process that works on it. */
export const createBench = (options: ImageProcessOptions = {}) => {
  const dir = mkdtempSync(join(tmpdir(), 'coldpress-images-'))
  const images = createImageProcess({ inFlight: 2, ...options })
  let targets = 0
  const add = (name: string, bytes: Uint8Array | string): string => {
    writeFileSync(join(dir, name), bytes)
    return join(dir, name)
  }
  const nextTarget = (): string => join(dir, `target-${(targets += 1)}`)
  return {
    dir,
    images,
    add,
    nextTarget,
    /** Puts a file, has it processed, and says where the result is. */
    run: async (
      name: string,
      bytes: Uint8Array | string,
      settings: Partial<ImageSettings> = {},
    ) => {
      const target = nextTarget()
      const outcome = await images.process({
        source: add(name, bytes),
        target,
        settings: { ...asIs, ...settings },
      })
      return { outcome, target }
    },
    close: async (): Promise<void> => {
      await images.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
