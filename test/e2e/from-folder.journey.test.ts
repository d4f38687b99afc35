import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { text } from '#renderer/text/en.ts'
import {
  answerDialogs,
  closeByEscape,
  createVault,
  fundMint,
  openCollectionForm,
  openSection,
  openView,
  uiTimeout,
} from '../support/window-actions.ts'
import { type RunningApp, startApp } from '../support/app.ts'
import { axeViolations } from '../support/axe.ts'
import { brokenFolder, printsFolder, repairImages } from '../support/import-folders.ts'
import { screenshot } from '../support/screens.ts'

const words = text.collections.new
const home = mkdtempSync(join(tmpdir(), 'coldpress-from-folder-'))
const folder = join(home, 'northern-prints')
const tables = join(home, 'two-tables')
const broken = brokenFolder()

let running: RunningApp
let page: Page

const capture = async (name: string): Promise<void> => {
  await page.mouse.move(0, 0)
  await screenshot(page, `from-folder-${name}`)
  expect(await axeViolations(page)).toEqual([])
}
const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const pick = async (path: string, name: string): Promise<void> => {
  await answerDialogs(running.app, { open: path })
  await button(name).click()
}

/** Constant, varying, with gaps, with blanks in its name, and empty. */
const columns = [
  'asset_name',
  'name',
  'image',
  'Artist',
  'Background',
  'Mood',
  'Wing Colour',
  'Notes',
]

beforeAll(async () => {
  printsFolder(folder, columns, (image, index) => {
    const mood = index === 1 ? '' : 'calm'
    return [
      `North${index}`,
      `North ${index}`,
      image,
      'Ada Press',
      `Shade ${index}`,
      mood,
      `w${index}`,
      '',
    ]
  })
  mkdirSync(tables)
  for (const name of ['first.csv', 'second.csv'])
    writeFileSync(
      join(tables, name),
      'asset_name,name,image,Ink\na1,One,1.png,red\na2,Two,2.png,blue\n',
    )
  running = await startApp()
  page = running.page
  await heading(/./u).waitFor()
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail')
    await screenshot(page, `from-folder-failed-${task.name.length}`).catch(() => undefined)
})
afterAll(async () => {
  await running.kill()
  for (const made of [home, broken]) rmSync(made, { recursive: true, force: true })
})

/** The empty form: what an earlier test typed would stay. */
const openForm = async (): Promise<void> => {
  await openCollectionForm(page)
  await heading(words.title).waitFor()
  await button(words.clear).click()
}

test('a folder fills the form of a new collection, and every field stays editable', async () => {
  await openForm()
  await capture('empty')

  await pick(tables, words.folder.pick)
  await page.getByRole('radio', { name: 'second.csv' }).check()
  await button(text.importing.newImport.useTable).click()
  await page.getByText(words.folder.found(2, 1)).waitFor()
  expect(await page.getByLabel(words.name).first().inputValue()).toBe('Two Tables')

  await pick(folder, words.folder.pickOther)
  await page.getByText(words.folder.found(3, 2)).waitFor()
  await page.getByText(words.folder.noteCount(4)).click()
  await page.getByText(words.folder.notes.blanks('Wing Colour')).waitFor()
  await page.getByText(words.folder.notes.gaps('Mood')).waitFor()
  await page.getByText(words.folder.notes.empty('Notes')).waitFor()
  const valueOf = (label: string) => page.getByLabel(label, { exact: true }).inputValue()
  expect(await page.getByLabel(words.name).first().inputValue()).toBe('North')
  await openSection(page, words.template)
  expect(await valueOf(words.attributeNameOf(1))).toBe('Artist')
  expect(await valueOf(words.attributeTextOf(1))).toBe('Ada Press')
  expect(await valueOf(words.attributeTextOf(2))).toBe('<Background>')
  const isWide = `[...document.querySelectorAll('main form div')].some((element) =>
    getComputedStyle(element).overflowX === 'auto' && element.scrollWidth > element.clientWidth)`
  expect(await page.evaluate(isWide)).toBe(false)
  await capture('proposed')

  await page.getByLabel(words.name).first().fill('Prints of the North')
  await button(words.moveDown('Artist')).click()
  expect(await valueOf(words.attributeNameOf(1))).toBe('Background')
})

test('each column of the attribute editor starts at its header', async () => {
  await openForm()
  await pick(folder, words.folder.pick)
  await page.getByText(words.folder.found(3, 2)).waitFor()
  await openSection(page, words.template)
  const leftOf = async (name: string) =>
    page.evaluate<number>(
      `[...document.querySelectorAll('main form span')].find((one) => one.textContent === ${JSON.stringify(name)}).getBoundingClientRect().x`,
    )
  const fieldLeft = async (label: string) =>
    (await page.getByLabel(label, { exact: true }).boundingBox())?.x ?? Number.NaN
  expect(await leftOf(words.attributeName)).toBeCloseTo(
    await fieldLeft(words.attributeNameOf(1)),
    0,
  )
  expect(await leftOf(words.attributeText)).toBeCloseTo(
    await fieldLeft(words.attributeTextOf(1)),
    0,
  )
})

test('the way from a folder with five kinds of broken image to minted tokens needs no typed address on the devnet', async () => {
  await openForm()
  await pick(broken, words.folder.pick)
  await page.getByText(words.folder.found(7, 4)).waitFor()
  await page.getByLabel(words.name).first().fill('Prints of the North')
  await button(words.testAddress).click()
  const payout = page.getByLabel(words.payout).first()
  await expect.poll(() => payout.inputValue()).toMatch(/^addr_test1/u)
  const address = await payout.inputValue()
  await page.getByText(words.testAddressHint).waitFor()
  await openSection(page, words.royalty)
  await page.getByLabel(words.hasRoyalty).check()
  await page.getByLabel(words.rate).fill('5')
  await page.getByLabel(words.royaltyToPayout).check()
  await page.getByText(words.royaltyConfirms('5', address)).waitFor()
  await capture('ready')
  await button(words.create).click()
  await createVault(page)

  // The folder is read at once, into this collection.
  await heading(text.importing.draft.title('Prints of the North')).waitFor({ timeout: uiTimeout })
  const steps = page.getByRole('navigation', { name: text.importing.draft.steps.label })
  await steps.waitFor({ timeout: uiTimeout })
  await capture('pictures')
  const { draft } = text.importing
  await page.getByText(draft.imageCheck.done(6)).waitFor({ timeout: uiTimeout })
  await steps.getByText(draft.steps.errors(5)).waitFor()
  await steps.getByRole('button', { name: draft.steps.check }).click()
  const rules = page.getByRole('toolbar', { name: draft.issues.rules })
  for (const rule of ['empty_file', 'image_damaged', 'content_not_supported', 'image_too_large'])
    await rules.getByRole('button', { name: draft.issues.ruleName(rule) }).waitFor()
  await capture('broken')
  repairImages(broken)
  await button(text.common.more).click()
  await page.getByRole('menuitem', { name: draft.issues.again }).click()
  await page.getByText(draft.imageCheck.done(7)).waitFor({ timeout: uiTimeout })
  await steps.getByRole('button', { name: draft.steps.cost }).click()
  await button(draft.start.start(7)).click()
  await page
    .getByRole('heading', { name: text.importing.run.imported })
    .waitFor({ timeout: uiTimeout })
  await button(text.importing.run.next.collection).click()
  await heading('Prints of the North').waitFor()

  await button(text.way.royalty.pay).click()
  const royalty = page.getByRole('dialog', { name: text.minting.royalty.title })
  await royalty.getByRole('button', { name: text.minting.royalty.testWallet }).click()
  await royalty.getByText(text.minting.royalty.sentences.minted).waitFor({ timeout: uiTimeout })
  await closeByEscape(royalty)
  await button(text.way.mint.action).click()
  await fundMint(page)
  await button(text.minting.form.build).click({ timeout: uiTimeout })
  await heading(text.minting.mint.titles.held('7 tokens')).waitFor({ timeout: uiTimeout })
  await button(text.minting.mint.signAll('7 tokens')).click()
  await heading(text.minting.mint.titles.completed('7 tokens')).waitFor({ timeout: uiTimeout })
}, 240_000)

test('a card of a collection whose tokens are all minted says so', async () => {
  await openView(page, text.collections.title)
  const card = page.getByRole('article').filter({ hasText: 'Prints of the North' })
  await card.getByText(`7 tokens · ${text.collections.minted(7)}`).waitFor()
  expect(await card.getByText(text.collections.sold(0)).count()).toBe(0)
  await card.getByText(text.common.networks.devnet, { exact: true }).waitFor()
  await capture('minted-card')
})
