import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf } from '#values/errors/errors.ts'
import { bundler, ensureBuilt } from './start/build.ts'

/**
 * `npm run build`: the bundles of the app and of the command line, unless they are of these sources
 * already. With `--if-possible`, for npm's own `prepare`, nothing is built where only what runs is
 * installed (`npm ci --omit=dev`). No failure there is one of the installation (`|| exit 0`): when a
 * build fails the command line runs from its sources, and where packages are installed before the
 * sources are there (a container's layers) not even this file is found.
 */
const root = join(import.meta.dirname, '..')
const isOptional = process.argv.includes('--if-possible')

if (isOptional && !existsSync(bundler(root))) process.exit(0)
try {
  const built = await ensureBuilt(root)
  console.log(
    built ? 'The bundles are in out.' : 'The bundles in out are of these sources already.',
  )
} catch (cause) {
  console.error(messageOf(cause))
  process.exit(1)
}
