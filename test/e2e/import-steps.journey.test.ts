import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { collectionCalls } from '#contract/collections/calls.ts'
import { text } from '#renderer/text/en.ts'
import { type RunningApp, startApp } from '../support/app.ts'
import { axeViolations } from '../support/axe.ts'
import { makeCollection } from '../support/make-collection.ts'
import { sample, sampleImages } from '../support/resources.ts'
import { screenshot } from '../support/screens.ts'
import { call, openView, passphrase, uiTimeout } from '../support/window-actions.ts'

const home = mkdtempSync(join(tmpdir(), 'coldpress-import-steps-'))
const { draft, newImport, run } = text.importing
const { columns, issues, steps } = draft
const metadata = {
  name: '<name>',
  image: '<image>',
  media_type: '<media_type>',
  description: '<description>',
}

let running: RunningApp
let page: Page

const capture = async (name: string): Promise<void> => {
  await page.mouse.move(0, 0)
  await screenshot(page, `import-steps-${name}`)
  expect(await axeViolations(page)).toEqual([])
}
const button = (name: string) => page.getByRole('button', { name, exact: true })
const next = (step: 'details' | 'check' | 'cost') => button(draft.next(steps[step]))
const region = (name: string) => page.getByRole('region', { name, exact: true })
const found = () => page.getByRole('list', { name: issues.list, exact: true })

/** A folder of images under these names, and of other files. */
const makeFolder = (
  name: string,
  images: Readonly<Record<string, number>>,
  files: Readonly<Record<string, string>> = {},
): string => {
  const folder = join(home, name)
  mkdirSync(folder)
  for (const [file, index] of Object.entries(images))
    copyFileSync(join(sample, sampleImages[index] ?? ''), join(folder, file))
  for (const [file, content] of Object.entries(files)) writeFileSync(join(folder, file), content)
  return folder
}

const openImport = async (collection: string, folder: string): Promise<void> => {
  await openView(page, text.importing.title)
  await page.getByRole('combobox', { name: newImport.collection }).click()
  await page.getByRole('option', { name: collection }).click()
  await page.getByLabel(newImport.path).fill(folder)
  await button(newImport.open).click()
  await page.getByRole('navigation', { name: steps.label }).waitFor({ timeout: uiTimeout })
}

const importAll = async (count: number): Promise<void> => {
  await button(draft.start.start(count)).click()
  await page.getByRole('heading', { name: run.imported }).waitFor({ timeout: uiTimeout })
}

const tokensOf = async (name: string) => {
  const listed = await call(page, 'collections.list', { accountId: 'local' })
  const collections = collectionCalls['collections.list'].output.parse(listed)
  const collectionId = collections.find((collection) => collection.name === name)?.id ?? ''
  const ref = { accountId: 'local', collectionId }
  const rows = await call(page, 'tokens.page', { ...ref, cursor: null })
  return Promise.all(
    collectionCalls['tokens.page'].output.parse(rows).tokens.map(async ({ id }) => {
      const token = await call(page, 'tokens.get', { ...ref, tokenId: id })
      return collectionCalls['tokens.get'].output.parse(token)
    }),
  )
}

beforeAll(async () => {
  running = await startApp()
  page = running.page
  await page.getByRole('navigation', { name: text.frame.navigation }).waitFor()
  await call(page, 'vault.create', { passphrase })
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail')
    await screenshot(page, `import-steps-failed-${task.name.length}`).catch(() => undefined)
})
afterAll(async () => {
  await running.kill()
  rmSync(home, { recursive: true, force: true })
})

test('an ordinary table without asset names becomes tokens, with its pattern changed in place', async () => {
  const titles = ['River at dusk', 'Two lamps', 'Moonflower', 'Casa Blanca']
  const rows = titles.map((title, at) => {
    const price = at === 2 ? '25 ADA' : `${20 + at}`
    return `${at + 1},${title},${at + 1}.jpg,About ${title},${at < 2 ? 'calm' : 'wild'},${price}`
  })
  const folder = makeFolder(
    'ordinary',
    { '1.jpg': 0, '2.jpg': 4, '3.jpg': 8, '4.jpg': 12 },
    { 'list.csv': ['No,Title,File,Story,Mood,Price', ...rows].join('\n') },
  )
  await makeCollection(page, { name: 'Ordinary', metadata })
  await openImport('Ordinary', folder)

  // Pictures with their names, at once.
  await page.getByText(draft.preview.listed(4, 'list.csv')).waitFor()
  const card = page.getByRole('article', { name: 'River at dusk' })
  await card.getByRole('img', { name: draft.preview.image('River at dusk') }).waitFor()
  await capture('pictures')

  // Details: the asset names are made by a pattern, which the examples follow.
  await next('details').click()
  const { assetNames } = draft.source
  const pattern = page.getByRole('textbox', { name: assetNames })
  expect(await pattern.inputValue()).toBe('{title}')
  const examples = page.getByRole('complementary', { name: columns.examples.label })
  await examples.getByText('RiverAtDusk').waitFor()
  await pattern.fill('Work{number:3}')
  await pattern.press('Enter')
  await examples.getByText('Work001').waitFor()
  // The number is no attribute, and another column becomes one.
  const attributes = page.getByRole('table', { name: columns.label })
  await attributes.getByText(columns.isNumber).waitFor()
  await page.getByRole('combobox', { name: columns.select('Mood', 'E') }).click()
  await page.getByRole('option', { name: columns.custom }).click()
  await examples.getByText('Mood: calm').first().waitFor()
  // The pattern can be changed after other changes, too.
  await pattern.fill('{title}')
  await pattern.press('Enter')
  await examples.getByText('TwoLamps').waitFor()
  await capture('details')

  // Check: what is wrong with its picture, its reason and its fix.
  await next('check').click()
  await found().getByText("“25 ADA” isn't a number. Use 25.").waitFor()
  await capture('check')
  await found().getByRole('button', { name: 'Write 25', exact: true }).click()
  await page.getByText(issues.none).waitFor({ timeout: uiTimeout })

  await next('cost').click()
  await importAll(4)
  const wall = page.getByRole('list', { name: run.imported })
  for (const title of titles) await wall.getByText(title).waitFor()
  await capture('imported')
  const tokens = await tokensOf('Ordinary')
  expect(
    tokens.map(({ asset_name, price, custom_attributes }) => [
      asset_name,
      price,
      custom_attributes,
    ]),
  ).toEqual([
    ['RiverAtDusk', 20_000_000, { Mood: 'calm' }],
    ['TwoLamps', 21_000_000, { Mood: 'calm' }],
    ['Moonflower', 25_000_000, { Mood: 'wild' }],
    ['CasaBlanca', 23_000_000, { Mood: 'wild' }],
  ])
}, 120_000)

test('a column fills two fields, and one that is added is made of others by a pattern', async () => {
  const folder = makeFolder(
    'two-fields',
    { 'a.jpg': 0, 'b.jpg': 4 },
    { 'list.csv': 'Title,File,Year\nRed,a.jpg,2024\nBlue,b.jpg,2024' },
  )
  await makeCollection(page, { name: 'Twice', metadata })
  await openImport('Twice', folder)
  await next('details').click()
  await page
    .getByRole('combobox', { name: columns.fieldOf(columns.fieldNames.description) })
    .click()
  await page.getByRole('option', { name: 'Title: Red' }).click()
  await button(columns.add).click()
  const form = page.getByRole('form', { name: columns.addTitle })
  await form.getByRole('textbox', { name: columns.addKey }).fill('Caption')
  const value = form.getByRole('textbox', { name: columns.addValue })
  await value.fill('{Title}, painted in {Yeer}')
  await form.getByText(columns.unknownWord('Yeer')).waitFor()
  await value.fill('{Title}, painted in {Year}')
  await form.getByText('Red, painted in 2024 · Blue, painted in 2024').waitFor()
  await capture('add-column')
  await button(columns.addAction).click()
  await form.waitFor({ state: 'detached' })
  await button(`4 ${steps.cost}`)
    .or(page.getByRole('button', { name: /^4 Cost/u }))
    .click()
  await importAll(2)
  expect(
    (await tokensOf('Twice')).map(({ name, description, custom_attributes }) => [
      name,
      description,
      custom_attributes,
    ]),
  ).toEqual([
    ['Red', 'Red', { Caption: 'Red, painted in 2024' }],
    ['Blue', 'Blue', { Caption: 'Blue, painted in 2024' }],
  ])
}, 120_000)

test('a folder without a table shows no table, and a vector file is one finding that can be skipped', async () => {
  const folder = makeFolder(
    'files',
    { 'Amber.jpg': 0, 'Birch.webp': 1 },
    { 'Vector Rose.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>' },
  )
  await makeCollection(page, { name: 'Files', metadata })
  await openImport('Files', folder)
  await page.getByText(draft.preview.found(3)).waitFor()
  await page.getByRole('article', { name: 'Amber' }).waitFor()
  await page.getByText(draft.imageCheck.done(3)).waitFor({ timeout: uiTimeout })

  // The details have nothing to decide.
  await next('check').click()
  await expect.poll(() => found().getByRole('listitem').count()).toBe(1)
  await found().getByText('Vector Rose.svg is a vector file').waitFor()
  const detail = region(issues.detail)
  await detail.getByRole('button', { name: issues.pickFile }).waitFor()
  expect(await page.getByRole('grid', { name: issues.rows.label }).count()).toBe(0)
  await capture('vector')
  await detail.getByRole('button', { name: issues.skipRow }).click()
  await page.getByText(issues.none).waitFor()
  await page
    .getByRole('navigation', { name: steps.label })
    .getByText(/^(?:No issues|\d+ notes?)$/u)
    .waitFor()
  await next('cost').click()
  await importAll(2)
}, 120_000)

test('a name that the collection has with another picture is an error before the start', async () => {
  await makeCollection(page, { name: 'Taken', metadata })
  await openImport('Taken', makeFolder('first', { 'Amber.jpg': 0, 'Birch.webp': 1 }))
  await page.getByRole('button', { name: /^4 Cost/u }).click()
  await importAll(2)
  await openImport('Taken', makeFolder('second', { 'Amber.jpg': 4, 'Cedar.webp': 3 }))
  await page.getByText(draft.imageCheck.done(2)).waitFor({ timeout: uiTimeout })
  await next('check').click()
  await found().getByText('the collection has a token of this name already').waitFor()
  await capture('taken')
}, 120_000)
