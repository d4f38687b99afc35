import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { text } from '#renderer/text/en.ts'
import { collectionCalls } from '#contract/collections/calls.ts'
import { formatLabels } from '#contract/imports/import-formats.ts'
import { type RunningApp, startApp } from '../support/app.ts'
import { axeViolations } from '../support/axe.ts'
import { hashlipsFolder, mediaFolder } from '../support/format-folders.ts'
import { screenshot } from '../support/screens.ts'
import { textSheet, xlsxOf } from '../support/workbook.ts'
import {
  answerDialogs,
  call,
  createVault,
  openCollectionForm,
  openView,
  uiTimeout,
  importStep,
} from '../support/window-actions.ts'

const home = mkdtempSync(join(tmpdir(), 'coldpress-formats-'))
const beans = hashlipsFolder(join(home, 'field-beans'), [1, 2, 10])
const leaves = mediaFolder(join(home, 'autumn_leaves'), ['1', '2', '12'])
const { draft, newImport, run } = text.importing

let running: RunningApp
let page: Page

const capture = async (name: string): Promise<void> => {
  await page.mouse.move(0, 0)
  await screenshot(page, `formats-${name}`)
  expect(await axeViolations(page)).toEqual([])
}
const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const source = () => page.getByRole('region', { name: draft.source.label })
const format = () => source().getByRole('combobox', { name: draft.source.format })

const tokenNames = async (): Promise<readonly (readonly [string, string])[]> => {
  const newest = collectionCalls['collections.list'].output
    .parse(await call(page, 'collections.list', { accountId: 'local' }))
    .at(-1)
  const here = { accountId: 'local', collectionId: newest?.id ?? '', cursor: null }
  const { tokens } = collectionCalls['tokens.page'].output.parse(
    await call(page, 'tokens.page', here),
  )
  return tokens.map(({ asset_name, name }) => [asset_name, name] as const)
}

beforeAll(async () => {
  running = await startApp()
  page = running.page
  await heading(/./u).waitFor()
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail')
    await screenshot(page, `formats-failed-${task.name.length}`).catch(() => undefined)
})
afterAll(async () => {
  await running.kill()
  rmSync(home, { recursive: true, force: true })
})

test('a HashLips folder becomes a collection and its tokens, and the window says how it was read', async () => {
  const words = text.collections.new
  await openCollectionForm(page)
  await answerDialogs(running.app, { open: beans })
  await button(words.folder.pick).click()
  await page.getByText(words.folder.found(3, 2)).waitFor()
  expect(await page.getByLabel(words.name).first().inputValue()).toBe('Bean')
  await button(words.testAddress).click()
  await expect.poll(() => page.getByLabel(words.payout).first().inputValue()).toMatch(/^addr/u)
  await button(words.create).click()
  await createVault(page)

  await heading(draft.title('Bean')).waitFor({ timeout: uiTimeout })
  await importStep(page, 'details').click()
  await source().getByText('_metadata.json is the list that HashLips writes').waitFor()
  expect(await format().inputValue()).toBe(formatLabels.hashlips)
  await capture('hashlips')
  await importStep(page, 'check').click()
  await capture('hashlips-issues')
  await importStep(page, 'cost').click()
  for (const fact of [draft.start.mint, draft.start.fees, draft.start.withTokens])
    await page.getByText(fact, { exact: true }).waitFor()
  await page.getByText('follow the protocol parameters of the network now').waitFor()
  await capture('hashlips-start')
  await button(draft.start.start(3)).click()
  await page.getByRole('heading', { name: run.imported }).waitFor({ timeout: uiTimeout })
  expect(await tokenNames()).toEqual([
    ['Bean0001', 'Bean #1'],
    ['Bean0002', 'Bean #2'],
    ['Bean0010', 'Bean #10'],
  ])
}, 240_000)

test('images without a table become tokens with names of a pattern, which can be changed', async () => {
  await openView(page, text.importing.title)
  await expect
    .poll(() => page.getByRole('combobox', { name: newImport.collection }).inputValue())
    .not.toBe('')
  await page.getByLabel(newImport.path).fill(leaves)
  await button(newImport.open).click()
  await page.getByText(draft.preview.found(3)).waitFor({ timeout: uiTimeout })
  await importStep(page, 'details').click()
  expect(await format().inputValue()).toBe(formatLabels.folder)
  await page.getByText('autumn leaves #0012').first().waitFor()
  await capture('folder')

  const names = page.getByRole('textbox', { name: draft.source.names })
  await names.fill('{nummer}')
  await names.press('Enter')
  await page.getByText('braces that mean nothing').first().waitFor()
  await names.fill('Leaf #{number:3}')
  await names.press('Enter')
  await page.getByText('Leaf #012').first().waitFor()
  await capture('folder-named')
})

test('another format can be chosen, and one that does not fit says what it looks for', async () => {
  await format().click()
  await page.getByRole('option', { name: formatLabels.cip25 }).click()
  await page.getByText('its label "721" names a policy').first().waitFor()
  expect(await format().inputValue()).toBe(formatLabels.folder)
})

test('of a workbook with several sheets one is chosen, and another can be chosen later', async () => {
  const header = ['asset_name', 'name', 'image']
  const folder = mediaFolder(join(home, 'in-a-workbook'), ['1', '2'])
  const rowOf = (name: string, image: string) => [name, `Leaf ${name}`, image]
  const sheets = {
    Spring: textSheet(header, rowOf('S1', '1.jpg'), rowOf('S2', '2.webp')),
    Autumn: textSheet(header, rowOf('A1', '1.jpg')),
  }
  writeFileSync(join(folder, 'leaves.xlsx'), xlsxOf(sheets))
  await openView(page, text.importing.title)
  await button(draft.discard).click()
  await expect
    .poll(() => page.getByRole('combobox', { name: newImport.collection }).inputValue())
    .not.toBe('')
  await page.getByLabel(newImport.path).fill(folder)
  await button(newImport.open).click()
  await page.getByRole('radiogroup', { name: newImport.severalSheets }).waitFor()
  await capture('sheets')
  await page.getByRole('radio', { name: 'Autumn' }).check()
  await button(newImport.useSheet).click()
  await importStep(page, 'details').click({ timeout: uiTimeout })
  const sheet = source().getByRole('combobox', { name: draft.source.sheet })
  await expect.poll(() => sheet.inputValue()).toBe('Autumn')
  await capture('sheet')
  await sheet.click()
  await page.getByRole('option', { name: 'Spring' }).click()
  await page.getByText('Leaf S2').first().waitFor()
  expect(await sheet.inputValue()).toBe('Spring')
})

test('a folder with metadata that cannot be read says so, and a button makes tokens of the names alone', async () => {
  writeFileSync(join(leaves, 'leaves.json'), '[{"name": "a"}\n {"name": "b"}]')
  await openView(page, text.importing.title)
  await button(draft.discard).click()
  await page.getByLabel(newImport.path).fill(leaves)
  await button(newImport.open).click()
  await page.getByText('leaves.json: it is not valid JSON: line 2, column 2').waitFor()
  await capture('undescribed')
  await button(newImport.namesAlone).click()
  await importStep(page, 'details').click({ timeout: uiTimeout })
  await source().getByText('as you chose').waitFor()
  expect(await format().inputValue()).toBe(formatLabels.folder)
})

test('the row that names the columns is recognised below a title, and can be changed', async () => {
  const folder = mediaFolder(join(home, 'titled'), ['1'])
  writeFileSync(join(folder, 'titled.csv'), 'My leaves,,\nasset_name,name,image\nL1,Leaf,1.png\n')
  await openView(page, text.importing.title)
  await button(draft.discard).click()
  await page.getByLabel(newImport.path).fill(folder)
  await button(newImport.open).click()
  await importStep(page, 'details').click({ timeout: uiTimeout })
  const row = source().getByRole('textbox', { name: draft.source.headerRow })
  await expect.poll(() => row.inputValue(), { timeout: 20_000 }).toBe('2')
  await capture('header-row')
  await row.fill('1')
  await row.press('Enter')
  await page.getByText('My leaves').first().waitFor()
})
