import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { text } from '#renderer/text/en.ts'
import {
  closeByEscape,
  closeWhatIsLeft,
  createVault,
  openSection,
  openView,
  uiTimeout,
} from '../support/window-actions.ts'
import { type RunningApp, startApp } from '../support/app.ts'
import { axeViolations } from '../support/axe.ts'
import { dropPath } from '../support/drop-path.ts'
import { sample, sampleImages } from '../support/resources.ts'
import { screenshot } from '../support/screens.ts'

const words = text.collections.new
const { question } = text.drop
const home = mkdtempSync(join(tmpdir(), 'coldpress-pictures-'))

/** A folder of images alone, with these names. */
const imagesAlone = (name: string, stems: readonly string[]): string => {
  const folder = join(home, name)
  mkdirSync(folder)
  for (const [at, stem] of stems.entries()) {
    const image = sampleImages[at] ?? ''
    copyFileSync(join(sample, image), join(folder, `${stem}.${image.split('.').at(-1)}`))
  }
  return folder
}
const garden = imagesAlone('night-garden', ['Casa Blanca 1', 'Casa Blanca 2', 'Tuberose 3'])
const meadow = imagesAlone('noon-meadow', ['Clover 1', 'Clover 2'])

let running: RunningApp
let page: Page

const capture = async (name: string): Promise<void> => {
  await page.mouse.move(0, 0)
  await screenshot(page, `pictures-${name}`)
  expect(await axeViolations(page)).toEqual([])
}
const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const wall = () => page.getByRole('list', { name: words.folder.wall })
const preview = (name: string) => page.getByRole('article', { name })
const viewer = (name: string) =>
  page.getByRole('dialog', { name: text.collections.token.imageOf(name) })
const asked = (folder: string) =>
  page.getByRole('dialog', { name: question.title(basename(folder)) })
const wrong = () => page.locator('[aria-invalid="true"]').count()
/** The pixels of each such image are there. */
const expectDrawn = async (images: string): Promise<void> => {
  const areDrawn = `(() => {
    const images = [...document.querySelectorAll('${images}')]
    return images.length > 0 && images.every(({ naturalWidth }) => naturalWidth > 0)
  })()`
  await expect.poll(() => page.evaluate(areDrawn), { timeout: uiTimeout }).toBe(true)
}

beforeAll(async () => {
  running = await startApp()
  page = running.page
  await heading(/./u).waitFor()
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail')
    await screenshot(page, `pictures-failed-${task.name.length}`).catch(() => undefined)
  await closeWhatIsLeft(page)
})
afterAll(async () => {
  await running.kill()
  rmSync(home, { recursive: true, force: true })
})

test('a folder alone that is dropped shows its pictures with their names at once', async () => {
  await dropPath(page.getByRole('main'), garden)
  await heading(words.title).waitFor()
  await page.getByText(words.folder.foundImages(3)).waitFor()
  const tiles = wall().getByRole('listitem')
  await expect
    .poll(() => tiles.allTextContents())
    .toEqual(['Casa Blanca 1', 'Casa Blanca 2', 'Tuberose 3'])
  await expectDrawn('main [role=list] img')
  expect(await wrong()).toBe(0)
  expect(await page.getByLabel(words.name).first().inputValue()).toBe('Night Garden')
  await capture('folder')
})

test('the preview is one of the artworks, and the others are beside it', async () => {
  const first = preview('Casa Blanca 1')
  await expectDrawn('main article img')
  await first.getByText('Night Garden').waitFor()
  expect(await page.getByText('"721"').count()).toBe(0)
  await page.getByLabel(words.showJson).check()
  await page.getByText(/"name": "Casa Blanca 1"/u).waitFor()
  await page.getByRole('button', { name: text.collections.token.next }).click()
  await preview('Casa Blanca 2').waitFor()
  await page.getByText(/"name": "Casa Blanca 2"/u).waitFor()
  await page.getByLabel(words.showJson).uncheck()
})

test('Space on a picture shows it over the whole window, arrows lead to the next, Space closes it', async () => {
  const { keyboard } = page
  await wall().getByRole('button').first().focus()
  await keyboard.press('Space')
  const { imageOf } = text.collections.token
  const image = viewer('Casa Blanca 1').getByRole('img', { name: imageOf('Casa Blanca 1') })
  await image.waitFor()
  await expectDrawn('[role=dialog] img')
  const box = await viewer('Casa Blanca 1').boundingBox()
  expect([box?.width, box?.height]).toEqual(await page.evaluate('[innerWidth, innerHeight]'))
  await keyboard.press('ArrowRight')
  await viewer('Casa Blanca 2').waitFor()
  await keyboard.press('ArrowLeft')
  await viewer('Casa Blanca 1').waitFor()
  const width = async () => (await image.boundingBox())?.width ?? 0
  await expectDrawn('[role=dialog] img')
  const fitted = await width()
  await page.mouse.move(600, 400)
  await page.mouse.wheel(0, -600)
  await expect.poll(width).toBeGreaterThan(fitted)
  await capture('viewer')
  await keyboard.press('0')
  await expect.poll(width).toBe(fitted)
  await keyboard.press('Space')
  await viewer('Casa Blanca 1').waitFor({ state: 'hidden' })
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Casa Blanca 1')
})

test('what was not filled in is said once it is sent, and leads to the first field', async () => {
  const name = page.getByLabel(words.name).first()
  await name.fill('')
  await button(words.create).click()
  const status = page.getByRole('status').filter({ hasText: text.common.wrongFields(1) })
  await status.waitFor()
  // What a later choice adds is not wrong before it was filled in.
  await openSection(page, words.royalty)
  await page.getByLabel(words.hasRoyalty).check()
  await page.getByLabel(words.royaltyToPayout).uncheck()
  await name.fill('N')
  await name.fill('')
  await status.getByRole('button', { name: words.name }).click()
  await page.locator('input:focus').and(name).waitFor()
  expect(await wrong()).toBe(1)
  await page.getByLabel(words.hasRoyalty).uncheck()
  await name.fill('Night Garden')
  await expect.poll(wrong).toBe(0)
})

test('becomes a collection as it stands, without a choice', async () => {
  await button(words.create).click()
  await createVault(page)
  await heading(text.importing.draft.title('Night Garden')).waitFor({ timeout: uiTimeout })
})

test('where there is a collection, a dropped folder asks what it is for', async () => {
  await openView(page, text.frame.policies)
  await dropPath(page.getByRole('main'), meadow)
  const add = asked(meadow).getByRole('button', { name: question.add('Night Garden') })
  await add.waitFor()
  await capture('question')
  await closeByEscape(asked(meadow))
  await heading(text.frame.policies).waitFor()

  // By keyboard: the first choice has the focus, the collection that is shown is the next.
  await openView(page, text.collections.title)
  await button('Night Garden').click()
  await heading('Night Garden').waitFor()
  await dropPath(page.getByRole('main'), meadow)
  await asked(meadow).getByText(question.isShown).waitFor()
  await asked(meadow).locator('button:focus', { hasText: question.newCollection }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await heading(text.importing.draft.title('Night Garden')).waitFor({ timeout: uiTimeout })

  await openView(page, text.frame.policies)
  await dropPath(page.getByRole('main'), meadow)
  await asked(meadow).getByRole('button', { name: question.newCollection }).click()
  await heading(words.title).waitFor()
  await page.getByText(words.folder.foundImages(2)).waitFor()
})
