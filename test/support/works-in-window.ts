import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Frame, Locator, Page } from 'playwright-core'
import { text } from '#renderer/text/en.ts'
import { sample } from './resources.ts'
import { makeCollection } from './make-collection.ts'
import { openView, uiTimeout, importStep } from './window-actions.ts'

/** A small real file, about a second long; where it is from stands beside it. */
export const clip = (ending: 'webm' | 'mp4' | 'mp3' | 'flac' | 'ogg' | 'opus' | 'avif'): string =>
  join(import.meta.dirname, '..', 'fixtures', 'media', `clip.${ending}`)

/** A folder with one token: an image, and these files beside it, named `art` with their endings. */
export const worksFolder = (
  folder: string,
  works: Readonly<Record<string, Buffer | string>>,
  image?: Buffer,
) => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'art.webp'), image ?? readFileSync(join(sample, '02-olive.webp')))
  const names = Object.entries(works).map(([ending, bytes]) => {
    const name = `art.${ending}`
    writeFileSync(join(folder, name), bytes)
    return name
  })
  const headers = names.map((_, index) => (index === 0 ? 'work' : `work_${index + 1}`))
  const table = [
    ['asset_name', 'name', 'image', ...headers],
    ['Art1', 'Art 1', 'art.webp', ...names],
  ]
  writeFileSync(join(folder, 'tokens.csv'), table.map((cells) => `${cells.join(',')}\n`).join(''))
  return folder
}

/** Makes a collection with a place for this many works, and opens the import of the folder into it. */
export const openWorks = async (page: Page, folder: string, count: number): Promise<Locator> => {
  const headers = Array.from({ length: count }, (_, index) =>
    index === 0 ? 'work' : `work_${index + 1}`,
  )
  await makeCollection(page, {
    name: 'Moving',
    metadata: {
      name: '<name>',
      image: '<image>',
      media_type: '<media_type>',
      files: headers.map((word) => ({
        name: '<name>',
        media_type: `<${word}_type>`,
        src: `<${word}>`,
      })),
    },
  })
  const { newImport, draft, title } = text.importing
  await openView(page, title)
  const collection = page.getByRole('combobox', { name: newImport.collection })
  await collection.waitFor({ timeout: uiTimeout })
  await page.getByLabel(newImport.path).fill(folder)
  await page.getByRole('button', { name: newImport.open, exact: true }).click()
  await importStep(page, 'pictures').click({ timeout: uiTimeout })
  await page
    .getByRole('article')
    .first()
    .getByRole('button', { name: draft.preview.details })
    .click()
  return page.getByRole('list', { name: text.common.works.label })
}

/** The frame in which a work is shown, once its document is there. */
export const workFrame = async (page: Page): Promise<Frame> => {
  const isWork = (frame: Frame): boolean => /^(?:work:|https:\/\/shown\.work\.)/u.test(frame.url())
  for (;;) {
    const found = page.frames().find(isWork)
    if (found !== undefined) {
      await found.waitForLoadState()
      return found
    }
    await page.waitForEvent('framenavigated', { timeout: uiTimeout })
  }
}
