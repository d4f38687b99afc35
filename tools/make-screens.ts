import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

/**
 * `npm run screens`: drives the window through its specification and keeps what it looked like, light
 * and dark, under docs/screens. The small window's pictures stay in .cache for whoever looks closer.
 */
const root = join(import.meta.dirname, '..')
const taken = join(root, '.cache', 'screens')
const kept = join(root, 'docs', 'screens')

rmSync(taken, { recursive: true, force: true })
const { status } = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    '--project',
    'e2e',
    '--project',
    'journeys',
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, COLDPRESS_SHOTS: taken } },
)
if (status !== 0) {
  console.error('The specification failed: docs/screens stays as it was.')
  process.exit(1)
}

rmSync(kept, { recursive: true, force: true })
mkdirSync(kept, { recursive: true })
for (const file of readdirSync(taken)) {
  const large = /^(?<name>.+)-1200-(?<scheme>light|dark)\.png$/u.exec(file)?.groups
  if (large === undefined) continue
  await sharp(join(taken, file))
    .webp({ quality: 70, effort: 6 })
    .toFile(join(kept, `${large['name']}-${large['scheme']}.webp`))
}
console.log(`${readdirSync(kept).length} pictures in docs/screens.`)
