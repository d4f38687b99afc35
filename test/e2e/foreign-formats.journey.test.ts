import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { text } from '#renderer/text/en.ts'
import { collectionCalls } from '#contract/collections/calls.ts'
import { formatLabels } from '#contract/imports/import-formats.ts'
import { type RunningApp, startApp } from '../support/app.ts'
import { axeViolations } from '../support/axe.ts'
import { dropPath } from '../support/drop-path.ts'
import { mediaFolder, nmkrFolder, openseaFolder, sugarFolder } from '../support/format-folders.ts'
import { screenshot } from '../support/screens.ts'
import {
  answerDialogs,
  call,
  createVault,
  fundMint,
  openCollectionForm,
  openView,
  uiTimeout,
  importStep,
} from '../support/window-actions.ts'

const home = mkdtempSync(join(tmpdir(), 'coldpress-foreign-'))
const { draft, newImport, run } = text.importing
const words = text.collections.new

let running: RunningApp
let page: Page

const capture = async (name: string): Promise<void> => {
  await page.mouse.move(0, 0)
  await screenshot(page, `foreign-formats-${name}`)
  expect(await axeViolations(page)).toEqual([])
}
const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const source = () => page.getByRole('region', { name: draft.source.label })

/** What a collection of this name holds. */
const tokensOf = async (name: string) => {
  const listed = await call(page, 'collections.list', { accountId: 'local' })
  const collections = collectionCalls['collections.list'].output.parse(listed)
  const collectionId = collections.find((one) => one.name === name)?.id ?? ''
  const here = { accountId: 'local', collectionId, cursor: null }
  return collectionCalls['tokens.page'].output.parse(await call(page, 'tokens.page', here)).tokens
}

/**
 * A collection from the folder, as it is proposed, up to the import of the folder into it. Before
 * there is a collection, the folder may be dropped on any view; then on the form of a new one.
 */
const createFrom = async (folder: string, name: string, isFirst = false): Promise<void> => {
  if (!isFirst) await openCollectionForm(page)
  await dropPath(page.getByRole('main'), folder)
  await expect.poll(() => page.getByLabel(words.name).first().inputValue()).toBe(name)
  await button(words.testAddress).click()
  await expect.poll(() => page.getByLabel(words.payout).first().inputValue()).toMatch(/^addr/u)
  await button(words.create).click()
  if (isFirst) await createVault(page)
  await heading(draft.title(name)).waitFor({ timeout: uiTimeout })
}

const startImport = async (count: number): Promise<void> => {
  await importStep(page, 'cost').click()
  await button(draft.start.start(count)).click()
  await page.getByRole('heading', { name: run.imported }).waitFor({ timeout: uiTimeout })
}

beforeAll(async () => {
  running = await startApp()
  page = running.page
  await heading(/./u).waitFor()
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail')
    await screenshot(page, `foreign-formats-failed-${task.name.length}`).catch(() => undefined)
})
afterAll(async () => {
  await running.kill()
  rmSync(home, { recursive: true, force: true })
})

test.each([
  {
    format: 'opensea',
    make: openseaFolder,
    folderName: 'beach-shells',
    name: 'Shell',
    names: ['Shell0001', 'Shell0007'],
  },
  {
    format: 'nmkr',
    make: nmkrFolder,
    folderName: 'moss-on-oak',
    name: 'Moss',
    names: ['Moss1', 'Moss7'],
  },
  {
    format: 'sugar',
    make: sugarFolder,
    folderName: 'river-pebbles',
    name: 'River Pebbles',
    names: ['Pebble0001', 'Pebble0007'],
  },
] as const)(
  'a folder of $format that is dropped on the window becomes a collection and its tokens',
  async ({ format, make, folderName, name, names }) => {
    const folder = make(join(home, folderName), [1, 7])
    await createFrom(folder, name, format === 'opensea')
    await importStep(page, 'details').click()
    const chosen = source().getByRole('combobox', { name: draft.source.format })
    expect(await chosen.inputValue()).toBe(formatLabels[format])
    await capture(format)
    await startImport(2)
    expect((await tokensOf(name)).map(({ asset_name }) => asset_name)).toEqual(names)
  },
  240_000,
)

test('a folder of images without a table becomes minted tokens', async () => {
  await createFrom(mediaFolder(join(home, 'autumn_leaves'), ['1', '2', '12']), 'Autumn Leaves')
  await page.getByText(draft.preview.found(3)).waitFor()
  await startImport(3)
  await button(run.next.collection).click()
  await heading('Autumn Leaves').waitFor()
  await button(text.way.mint.action).click()
  await fundMint(page)
  await button(text.minting.form.build).click({ timeout: uiTimeout })
  await heading(text.minting.mint.titles.held('3 tokens')).waitFor({ timeout: uiTimeout })
  await button(text.minting.mint.signAll('3 tokens')).click()
  await heading(text.minting.mint.titles.completed('3 tokens')).waitFor({ timeout: uiTimeout })
  expect((await tokensOf('Autumn Leaves')).map(({ name }) => name)).toEqual([
    'autumn leaves #0001',
    'autumn leaves #0002',
    'autumn leaves #0012',
  ])
}, 240_000)

test('the tokens of a collection are exported with their files, into a new folder', async () => {
  await openView(page, text.collections.title)
  await page.getByRole('article').getByRole('button', { name: 'Shell' }).click()
  await heading('Shell').waitFor()
  await button(text.collections.detail.more).click()
  await page.getByRole('menuitem', { name: text.collections.detail.exportTokens }).click()
  const dialog = page.getByRole('dialog', { name: text.collections.exporting.title })
  await dialog.getByText('2 tokens', { exact: true }).waitFor()
  const format = dialog.getByRole('combobox', { name: text.collections.exporting.format })
  await format.click()
  await page.getByRole('option', { name: text.collections.exporting.formats.opensea.label }).click()
  await dialog.getByLabel(text.collections.exporting.withFiles).check()
  await dialog.getByText('2 tokens · 2 files').waitFor()
  await capture('export')
  const out = join(home, 'out')
  mkdirSync(out)
  await answerDialogs(running.app, { open: out })
  await dialog.getByRole('button', { name: text.collections.exporting.submit }).click()
  await dialog.waitFor({ state: 'hidden' })
  expect(readdirSync(join(out, 'Shell-opensea')).toSorted()).toEqual([
    'Shell0001.jpg',
    'Shell0007.webp',
    'tokens.csv',
  ])
})

test('what a column fills is known in the next folder of the collection, and can be forgotten', async () => {
  const folderOf = (name: string, number: number): string => {
    const folder = mediaFolder(join(home, name), [String(number)])
    const [image = ''] = readdirSync(folder)
    const rows = `asset_name,Caption,image\nLeaf${number},A leaf ${number},${image}\n`
    writeFileSync(join(folder, 'leaves.csv'), rows)
    return folder
  }
  const openFolder = async (folder: string): Promise<void> => {
    await openView(page, text.importing.title)
    const collection = page.getByRole('combobox', { name: newImport.collection })
    await collection.click()
    await page.getByRole('option', { name: /Autumn Leaves/u }).click()
    await page.getByLabel(newImport.path).fill(folder)
    await button(newImport.open).click()
    await importStep(page, 'details').click({ timeout: uiTimeout })
    await source().waitFor()
  }
  const fills = () =>
    page.getByRole('combobox', { name: draft.columns.select('Caption', 'B'), exact: true })
  await openFolder(folderOf('more-leaves', 21))
  await fills().click()
  await page.getByRole('option', { name: /^Name/u }).click()
  await fills().waitFor({ state: 'detached' })
  await page.getByText(draft.columns.allFilled).waitFor()
  await startImport(1)

  await openFolder(folderOf('last-leaves', 22))
  await source().getByText('“Caption” fills name').waitFor()
  await page.getByText(draft.columns.allFilled).waitFor()
  await capture('remembered')
  await source().getByRole('button', { name: draft.source.forget }).click()
  await source().getByText('“Caption” fills name').waitFor({ state: 'hidden' })
  await fills().waitFor()
})
