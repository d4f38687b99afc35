import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const folder = join(import.meta.dirname, '..', '..', 'resources')

/** The JSON of a resource. */
export const resourceJson = (name: string) =>
  z.looseObject({}).parse(JSON.parse(readFileSync(join(folder, name), 'utf8')))

/** The folder of the sample collection. */
export const sample = join(folder, 'sample')

/** The names of its images, in order. */
export const sampleImages: readonly string[] = readdirSync(sample)
  .filter((name) => !name.endsWith('.csv'))
  .toSorted()
