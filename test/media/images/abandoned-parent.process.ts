/** Has the image process at work on the file named, and lives until it is killed. */
import { createImageProcess } from '#media/images/process.ts'
import { asIs } from './bench-of-files.ts'

const [source = ''] = process.argv.slice(2)
const images = createImageProcess({
  script: new URL('./failing-child.process.ts', import.meta.url).pathname,
})
await images.inspect(source)
process.stdout.write('working\n')
await images.process({
  source,
  target: `${source}.target`,
  settings: { ...asIs, maxPixels: 9_000 },
})
