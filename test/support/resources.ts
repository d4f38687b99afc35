import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const folder = join(import.meta.dirname, '..', '..', 'resources')

/** The JSON of a resource, and the folder of the sample collection. */
export const resourcesOf = Object.assign(
  (name: string) => z.looseObject({}).parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))),
  { sample: join(folder, 'sample') },
)
