import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { imagesInDocuments } from './screens/images-in-documents.ts'

/**
 * `npm run screens`: runs the window's end-to-end tests and keeps an image of each step, light and
 * dark, in three window sizes and at 125%, in the folder `screens`, which git ignores. The images that a document
 * shows are also written to docs/screens, smaller. `npm run screens -- start import` runs only the
 * test files whose names contain one of these words.
 */
const root = join(import.meta.dirname, '..')
const raw = join(root, '.cache', 'screens')
const all = join(root, 'screens')
const shown = join(root, 'docs', 'screens')

/** Wide enough for a page of text, at about 40 KB each. */
const shownWidth = 1000

rmSync(raw, { recursive: true, force: true })
const { status } = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    '--project',
    'e2e',
    '--project',
    'journeys',
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, COLDPRESS_SHOTS: raw } },
)
if (status !== 0) {
  console.error('The end-to-end tests failed: no image was replaced.')
  process.exit(1)
}

rmSync(all, { recursive: true, force: true })
mkdirSync(all, { recursive: true })
const inDocuments = imagesInDocuments(root)
for (const file of readdirSync(raw)) {
  const image = sharp(join(raw, file))
  const name = file.replace(/\.png$/u, '.webp')
  await image.clone().webp({ quality: 70, effort: 6 }).toFile(join(all, name))
  const large = name.replace('-1200-', '-')
  if (large !== name && inDocuments.has(large))
    await image
      .resize({ width: shownWidth })
      .webp({ quality: 70, effort: 6 })
      .toFile(join(shown, large))
}
rmSync(raw, { recursive: true })
console.log(`${readdirSync(all).length} images in screens, ${inDocuments.size} in docs/screens.`)
