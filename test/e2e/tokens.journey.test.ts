import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tokenStatusLabels } from '#contract/tokens/token-state.ts'
import { text } from '#renderer/text/en.ts'
import { collectionCalls } from '#contract/collections/calls.ts'
import {
  addTokens,
  apiKey,
  appId,
  createCollection,
  openStudio,
  type TestStudio,
  tokenBody,
} from '../studio/open-studio.ts'
import {
  answerDialogs,
  call,
  closeByEscape,
  createVault,
  openView,
  uiTimeout,
} from '../support/window-actions.ts'
import { type RunningApp, startApp } from '../support/app.ts'
import { axeViolations } from '../support/axe.ts'
import { confirming } from '../support/confirm.ts'
import { cutTexts } from '../support/cut-texts.ts'
import { temporaryFolder } from '../support/folder-test.ts'
import { keep, screenshot } from '../support/screens.ts'

let running: RunningApp
let page: Page

const capture = async (name: string): Promise<void> => {
  await screenshot(page, name)
  expect(await axeViolations(page)).toEqual([])
}
const shown = (words: string) =>
  page
    .getByRole('status')
    .filter({ hasText: new RegExp(`^${words}$`, 'u') })
    .waitFor({ timeout: uiTimeout })
const tokens = () => page.getByRole('list', { name: text.collections.detail.tokens })
const filters = () => page.getByRole('region', { name: text.collections.tokenList.filterPanel })

/** Rows of the grid of which every card is whole inside the list. */
const wholeRows = (): Promise<number> =>
  tokens().evaluate((list) => {
    const shown = list.getBoundingClientRect()
    const tops = [...list.querySelectorAll('[role=listitem]')]
      .map((card) => card.getBoundingClientRect())
      .filter(({ top, bottom }) => top >= shown.top && bottom <= shown.bottom)
      .map(({ top }) => Math.round(top))
    return new Set(tops).size
  })

/** The actions of the collection, in their open menu. */
const moreActions = async (): Promise<readonly string[]> => {
  await page.getByRole('button', { name: text.collections.detail.more }).click()
  await page.getByRole('menuitem', { name: text.collections.detail.details }).waitFor()
  return page.getByRole('menuitem').allTextContents()
}

const onlyCollection = async (): Promise<{ readonly collectionId: string }> => {
  const [one] = collectionCalls['collections.list'].output.parse(
    await call(page, 'collections.list', { accountId: 'local' }),
  )
  return { collectionId: one?.id ?? '' }
}

/** The images of the sample collection, by turns; each tenth token has one from elsewhere. */
const ownImages = async () => {
  const collectionRef = { accountId: 'local', ...(await onlyCollection()) }
  const sample = collectionCalls['tokens.page'].output.parse(
    await call(page, 'tokens.page', { ...collectionRef, cursor: null }),
  )
  const images = sample.tokens.flatMap(({ cid }) => (cid === null ? [] : [`ipfs://${cid}`]))
  return (index: number) => (index % 10 === 9 ? {} : { image: images[index % images.length] ?? '' })
}

beforeAll(async () => {
  running = await startApp()
  page = running.page
})
afterAll(() => running.kill())

describe('the tokens of the sample', () => {
  beforeAll(async () => {
    await page.getByRole('button', { name: text.start.sample.action }).click()
    await createVault(page)
    await openView(page, text.collections.title)
    await page
      .getByText(/^24 tokens/u)
      .first()
      .waitFor({ timeout: 120_000 })
    await page.getByRole('button', { name: 'Pressed Herbarium' }).click()
    await shown(text.collections.tokenList.shown(24, 24))
  })

  test('are ranked by OpenRarity, with a chart and a table of each trait', async () => {
    await page.getByRole('tab', { name: text.rarity.part }).click()
    const ranks = page.getByRole('table', { name: text.rarity.ranks })
    await ranks.getByRole('row').nth(1).waitFor()
    const traits = page.getByRole('region', { name: text.rarity.traits })
    await traits.getByRole('img').first().waitFor()
    expect(await traits.getByRole('row', { name: 'Fern' }).textContent()).toContain('3 (12.5%)')
    await capture('collection-rarity')

    const saved = join(temporaryFolder(), 'ranks.csv')
    await answerDialogs(running.app, { save: saved })
    await page.getByRole('button', { name: text.rarity.save }).click()
    await page.getByText(text.rarity.saved(saved)).waitFor({ timeout: uiTimeout })
    const [header, first = '', ...others] = readFileSync(saved, 'utf8').trim().split('\r\n')
    expect(header).toMatch(/^openrarity_rank,asset_name,name,openrarity_score,unique_traits,/u)
    expect(others).toHaveLength(23)
    const [rank = '', assetName = '', name = '', score = ''] = first.split(',')
    const shownFirst = await ranks.getByRole('row').nth(1).textContent()
    const shownScore = Number(score).toFixed(2)
    for (const cell of [rank, assetName, name, shownScore]) expect(shownFirst).toContain(cell)
    // the file alone has all digits
    expect(shownFirst).not.toContain(score)

    await page.getByRole('tab', { name: text.sales.partTokens }).click()
    await shown(text.collections.tokenList.shown(24, 24))
  })

  test('fill two whole rows of the smallest window', async () => {
    await page.setViewportSize({ width: 900, height: 600 })
    await expect.poll(wholeRows).toBeGreaterThanOrEqual(2)
    await capture('collection-low')
    await page.setViewportSize({ width: 900, height: 600 })
    await tokens()
      .getByRole('listitem')
      .nth(5)
      .evaluate((card) => card.scrollIntoView())
    await expect.poll(wholeRows).toBeGreaterThanOrEqual(2)
    await page.setViewportSize({ width: 1200, height: 800 })
  })

  test('fill two whole rows of the smallest window at 125%, with every action in reach', async () => {
    await page.setViewportSize({ width: 720, height: 480 })
    await tokens().evaluate((list) => list.scrollTo(0, 0))
    await expect.poll(wholeRows).toBeGreaterThanOrEqual(2)
    await keep(page, 'collection-lowest')
    expect(await axeViolations(page)).toEqual([])
    expect(await cutTexts(page)).toEqual([])
    for (const name of [text.picking.start, text.collections.tokenList.filter])
      await page.getByRole('button', { name, exact: true }).click({ trial: true })
    // What is true of every token is not said on each.
    const first = tokens().getByRole('button').first()
    expect(await first.textContent()).toBe('Fern No. 01')
    await page.setViewportSize({ width: 1200, height: 800 })
  })

  test('stand below one line about their collection; its policy ID and payout address are in About', async () => {
    await tokens().evaluate((list) => list.scrollTo(0, 0))
    await page.getByText(text.collections.royalty('5')).waitFor()
    const { policyId, payout, details } = text.collections.detail
    const term = (name: string) => page.getByRole('term').filter({ hasText: name })
    expect(await term(policyId).count()).toBe(0)
    await moreActions()
    await page.getByRole('menuitem', { name: details }).click()
    const about = page.getByRole('dialog', { name: details })
    for (const name of [policyId, payout]) await term(name).waitFor()
    await closeByEscape(about)
  })

  test('do not move when some are selected', async () => {
    const card = tokens().getByRole('listitem').nth(3)
    const place = () => card.evaluate((element) => element.getBoundingClientRect().toJSON())
    const before = await place()
    await page.getByRole('button', { name: text.picking.start }).click()
    const bar = page.getByRole('toolbar', { name: text.picking.bar })
    await bar.waitFor()
    expect(await place()).toEqual(before)
    await tokens().getByRole('button').first().click()
    await bar.getByText(text.picking.count(1)).waitFor()
    expect(await place()).toEqual(before)
    await capture('collection-selecting')
    await closeByEscape(bar)
  })

  test('are found by words, status and values, with counts, and set free again', async () => {
    await page.getByRole('searchbox', { name: text.collections.tokenList.search }).fill('ginkgo')
    await shown(text.collections.tokenList.shown(3, 24))
    await page.getByRole('searchbox', { name: text.collections.tokenList.search }).fill('')
    await page.getByRole('button', { name: text.collections.tokenList.filter, exact: true }).click()
    const paper = filters().getByRole('group', { name: 'paper' })
    await paper.waitFor()
    await capture('collection-filters')
    const first = paper.getByRole('checkbox').first()
    const second = paper.getByRole('checkbox').nth(1)
    await first.check()
    await second.check()
    await page.getByRole('button', { name: text.collections.tokenList.filters(2) }).waitFor()
    await page
      .getByRole('status')
      .filter({ hasText: /^\d+ of 24$/u })
      .waitFor()
    await page
      .getByRole('searchbox', { name: text.collections.tokenList.search })
      .fill('no such plant')
    await page
      .getByRole('heading', { name: text.collections.tokenList.nothingFound.title })
      .waitFor()
    await capture('collection-nothing-found')
    await page.getByRole('button', { name: text.collections.tokenList.nothingFound.clear }).click()
    await shown(text.collections.tokenList.shown(24, 24))
    await page.getByRole('button', { name: text.collections.tokenList.filter, exact: true }).click()
  })

  test('are looked at one after the other with Space and the arrow keys', async () => {
    const viewer = (name: string) =>
      page.getByRole('dialog', { name: text.collections.token.imageOf(name) })
    await tokens().getByRole('button').first().focus()
    await page.keyboard.press('Space')
    await viewer('Fern No. 01').waitFor()
    await page.keyboard.press('ArrowRight')
    await viewer('Olive No. 02').waitFor()
    await page.keyboard.press('Space')
    await viewer('Olive No. 02').waitFor({ state: 'hidden' })
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  test('are shown large; the arrow keys go on; everything can be copied', async () => {
    await tokens().getByRole('button').first().click()
    const dialog = page.getByRole('dialog', { name: 'Fern No. 01' })
    await dialog.getByRole('status').getByText('1 of 24').waitFor()
    await capture('token-attributes')
    await page.keyboard.press('ArrowRight')
    await page.getByRole('dialog', { name: 'Olive No. 02' }).waitFor()
    await page.keyboard.press('ArrowRight')
    const third = page.getByRole('dialog', { name: 'Ginkgo No. 03' })
    await third.getByRole('status').getByText('3 of 24').waitFor()
    await page.keyboard.press('ArrowLeft')
    await page.getByRole('dialog', { name: 'Olive No. 02' }).waitFor()
    await page.getByRole('tab', { name: text.collections.token.details }).click()
    const open = page.getByRole('dialog', { name: 'Olive No. 02' })
    await open.getByText(/^asset1[a-z0-9]{38}$/u).waitFor()
    await open
      .getByText(/^Qm[A-Za-z0-9]{44}$/u)
      .first()
      .waitFor()
    await capture('token-identity')
    await page.getByRole('tab', { name: text.collections.token.metadata }).click()
    const json = open.getByLabel(text.collections.token.json, { exact: true })
    await json.getByText('"721"').waitFor()
    expect(JSON.parse((await json.textContent()) ?? '')).toHaveProperty('721')
    await capture('token-metadata')
    await open.getByRole('button', { name: text.common.copyOf('Metadata JSON') }).click()
    await open.getByRole('button', { name: text.common.copied }).waitFor()
    // Arrows belong to the tabs while one of them has the focus.
    await page.getByRole('tab', { name: text.collections.token.metadata }).focus()
    await page.keyboard.press('ArrowLeft')
    await open.getByRole('status').getByText('2 of 24').waitFor()
  })

  test('show how many tokens share each attribute', async () => {
    const open = page.getByRole('dialog', { name: 'Olive No. 02' })
    await page.getByRole('tab', { name: text.collections.token.attributes }).click()
    const paper = open.getByRole('row', { name: /^paper /u })
    await paper.getByText(/^\d+ of 24 · \d+(?:\.\d)?%$/u).waitFor()
  })

  test('are looked at in full size: fitted, pixel by pixel, larger and smaller', async () => {
    const words = text.collections.token.viewer
    const open = page.getByRole('dialog', { name: 'Olive No. 02' })
    await open.getByRole('button', { name: words.open('Olive No. 02') }).click()
    const viewer = page.getByRole('dialog', {
      name: text.collections.token.imageOf('Olive No. 02'),
    })
    const image = viewer.getByRole('img', { name: text.collections.token.imageOf('Olive No. 02') })
    const height = async (): Promise<number> => (await image.boundingBox())?.height ?? 0
    // It has a height once it is loaded.
    await expect.poll(height).toBeGreaterThan(0)
    const fitted = await height()
    expect(fitted).toBeLessThan(800)
    // The window is its own: the token's dialog shows it at 474 pixels.
    expect(fitted).toBeGreaterThan(600)
    await viewer.getByRole('button', { name: words.full }).click()
    await viewer
      .getByRole('status')
      .getByText(/ · 100%$/u)
      .waitFor()
    await capture('token-full-size')
    await page.keyboard.press('+')
    await viewer
      .getByRole('status')
      .getByText(/ · 200%$/u)
      .waitFor()
    expect(await height()).toBeGreaterThan(fitted)
    await viewer.getByRole('button', { name: words.smaller }).click()
    await viewer
      .getByRole('status')
      .getByText(/ · 100%$/u)
      .waitFor()
    await page.keyboard.press('0')
    await expect.poll(height).toBe(fitted)
    await closeByEscape(viewer)
    await open.getByRole('button', { name: words.open('Olive No. 02') }).waitFor()
  })

  test('one is edited before it is minted; the list shows it at once', async () => {
    const words = text.collections.token.edit
    const open = page.getByRole('dialog')
    await open.getByRole('button', { name: words.action }).click()
    await capture('token-edit')
    const name = open.getByRole('textbox', { name: words.name, exact: true })
    await name.fill('x')
    await open.getByRole('button', { name: text.common.save }).click()
    await open.getByText('at least 2 required').waitFor()
    await name.fill('Olive, the second')
    await open.getByRole('textbox', { name: words.assetName }).fill('Fern01')
    await open.getByRole('button', { name: text.collections.new.addAttribute }).click()
    await open.getByRole('textbox', { name: words.customName(1) }).fill('edition')
    await open.getByRole('textbox', { name: words.customValue(1) }).fill('second of two')
    await capture('token-edit-filled')
    await closeByEscape(open.getByRole('button', { name: text.common.save }))
    await open.getByRole('button', { name: words.action }).click()
    await name.fill('Olive, the second')
    await open.getByRole('button', { name: text.collections.new.addAttribute }).click()
    await open.getByRole('textbox', { name: words.customName(1) }).fill('edition')
    await open.getByRole('textbox', { name: words.customValue(1) }).fill('second of two')
    await open.getByRole('button', { name: text.common.save }).click()
    await page.getByText(words.saved('Olive, the second')).first().waitFor()
    const changed = page.getByRole('dialog', { name: 'Olive, the second' })
    await changed.getByRole('row', { name: /^edition second of two 1 of 24/u }).waitFor()
    await changed.getByRole('button', { name: words.action }).click()
    await name.fill('Olive No. 02')
    await open.getByRole('button', { name: words.removeCustom(1) }).click()
    await open.getByRole('button', { name: text.common.save }).click()
    await page.getByRole('dialog', { name: 'Olive No. 02' }).waitFor()
  })

  test('one is deleted once that is confirmed, and the next is shown', async () => {
    const open = page.getByRole('dialog', { name: 'Olive No. 02' })
    const askToDelete = async () => {
      await open.getByRole('button', { name: text.collections.token.more }).click()
      await page.getByRole('menuitem', { name: text.collections.token.remove }).click()
    }
    await askToDelete()
    const confirm = page.getByRole('dialog', { name: text.collections.token.removeTitle })
    const remove = confirm.getByRole('button', { name: text.collections.token.remove })
    await closeByEscape(confirm)
    await askToDelete()
    await confirm.waitFor()
    await capture('token-delete')
    await remove.click()
    const next = page.getByRole('dialog', { name: 'Ginkgo No. 03' })
    await next.getByRole('status').getByText('2 of 23').waitFor()
    await closeByEscape(next)
    await shown(text.collections.tokens(23))
    await page.getByText('23 tokens · 23 not minted').waitFor()
  })

  test('as a table, which is still one after a look elsewhere; rows open by keyboard', async () => {
    await page.getByText(text.collections.tokenList.table, { exact: true }).click()
    const table = page.getByRole('grid', { name: text.collections.tokenList.label })
    await table.getByRole('row').nth(1).waitFor()
    expect(await table.getAttribute('aria-rowcount')).toBe('24')
    await capture('collection-table')
    await openView(page, text.frame.policies)
    await openView(page, text.collections.title)
    await page.getByRole('button', { name: 'Pressed Herbarium' }).click()
    await table.getByRole('row').nth(1).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await closeByEscape(page.getByRole('dialog', { name: 'Ginkgo No. 03' }))
  })

  test('the table is sorted by a pressed header, also by keyboard, and says so', async () => {
    const words = text.collections.tokenList
    const table = page.getByRole('grid', { name: words.label })
    const header = table.getByRole('columnheader', { name: words.name, exact: true })
    const first = table.getByRole('row').nth(1)
    await header.getByRole('button').click()
    await first.getByText(/^Allium No\. \d+$/u).waitFor()
    expect(await header.getAttribute('aria-sort')).toBe('ascending')
    await capture('collection-table-sorted')
    await header.getByRole('button').press('Enter')
    await first.getByText(/^(?!Allium).+ No\. \d+$/u).waitFor()
    expect(await header.getAttribute('aria-sort')).toBe('descending')
    await page.getByRole('combobox', { name: words.order }).click()
    await page.getByRole('option', { name: words.added }).click()
    await first.getByText('Fern No. 01').waitFor()
    expect(await header.getAttribute('aria-sort')).toBe('none')
  })

  test('several are picked by clicks with Ctrl and Shift, and all of them by Ctrl+A', async () => {
    await page.getByText(text.collections.tokenList.grid, { exact: true }).click()
    const tile = (index: number) => tokens().getByRole('button').nth(index)
    const bar = page.getByRole('toolbar', { name: text.picking.bar })
    const picked = (count: number) => bar.getByText(text.picking.count(count)).waitFor()
    await tile(0).click({ modifiers: ['ControlOrMeta'] })
    await picked(1)
    await tile(3).click({ modifiers: ['Shift'] })
    await picked(4)
    await tile(2).click()
    await picked(3)
    await bar.getByRole('button', { name: text.picking.mint(3) }).waitFor()
    // A mint may begin with the royalty token; a sale waits for it.
    await bar.getByText(text.reasons.royaltyFirst).waitFor()
    expect(await bar.getByRole('button', { name: text.picking.sell(3) }).count()).toBe(0)
    const { collectionId } = await onlyCollection()
    await call(page, 'minting.payRoyalty', { accountId: 'local', collectionId })
    await bar.getByRole('button', { name: text.picking.sell(3) }).waitFor({ timeout: uiTimeout })
    await capture('collection-picked')
    await page.keyboard.press('ControlOrMeta+a')
    await picked(23)
    await bar.getByText(text.reasons.tooMany).waitFor()
    expect(await bar.getByRole('button', { name: text.picking.sell(23) }).isDisabled()).toBe(true)
    await capture('collection-picked-all')
    await closeByEscape(bar)
  })

  test('a price is set and tokens are deleted for all that are picked, with one question', async () => {
    await page.getByRole('button', { name: text.picking.start }).click()
    const bar = page.getByRole('toolbar', { name: text.picking.bar })
    await tokens().getByRole('button').nth(0).click()
    await tokens()
      .getByRole('button')
      .nth(1)
      .click({ modifiers: ['Shift'] })
    await bar.getByRole('button', { name: text.picking.price.action(2) }).click()
    const price = page.getByRole('dialog', { name: text.picking.price.title(2) })
    await price.getByRole('textbox', { name: text.sales.tokenPrice.label }).fill('12.5')
    await capture('tokens-price')
    await price.getByRole('button', { name: text.picking.price.submit }).click()
    await price.waitFor({ state: 'detached' })
    await page.getByText(text.picking.price.done(2)).first().waitFor()
    await bar.getByRole('button', { name: text.picking.remove.action(2) }).click()
    const remove = page.getByRole('dialog', { name: text.picking.remove.title(2) })
    await capture('tokens-delete')
    await remove.getByRole('button', { name: text.picking.remove.submit(2) }).click()
    await remove.waitFor({ state: 'detached' })
    await bar.getByRole('button', { name: text.picking.end }).click()
    await shown(text.collections.tokens(21))
  })

  test('picked ones go into the form of a mint', async () => {
    await page.getByRole('button', { name: text.picking.start }).click()
    const bar = page.getByRole('toolbar', { name: text.picking.bar })
    for (const index of [0, 2]) await tokens().getByRole('button').nth(index).click()
    await bar.getByRole('button', { name: text.picking.mint(2) }).click()
    await page.getByText(text.minting.form.pickedOf(2, 21)).waitFor()
    await page.getByRole('button', { name: text.collections.backTo('Pressed Herbarium') }).click()
    await page.getByRole('heading', { name: 'Pressed Herbarium', level: 1 }).waitFor()
  })

  test('a policy whose keys the vault has is not offered for export', async () => {
    expect(await moreActions()).not.toContain(text.collections.detail.export)
    await closeByEscape(page.getByRole('menu'))
  })
})

describe('thousands of tokens', () => {
  let studio: TestStudio
  beforeAll(async () => {
    studio = await openStudio()
    const baseUrl = await studio.app.listen({ port: 0, host: '127.0.0.1' })
    const { id } = await createCollection(studio, {
      name: 'Three thousand',
      metadata: { attributes: { Number: '<number>', Ink: '<ink>' } },
    })
    const imageOf = await ownImages()
    for (let start = 0; start < 3000; start += 25) {
      const batch = Array.from({ length: 25 }, (_, index) => ({
        ...tokenBody(`Leaf${start + index}`, {
          name: `Leaf no. ${start + index}`,
          ...imageOf(start + index),
        }),
        metadata_attributes: [
          { tag: '<number>', value: String(start + index) },
          { tag: '<ink>', value: ['Blue', 'Red', 'Green'][index % 3] },
        ],
      }))
      await addTokens(studio, id, ...batch)
    }
    studio.setStatus('Leaf7', id, 'COMPLETED')
    const afar = { name: 'Afar', network: 'testnet', baseUrl, appId, apiKey }
    await confirming(running.app, () => call(page, 'accounts.add', afar))
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await openView(page, text.collections.title)
    await page.getByRole('combobox', { name: text.collections.account }).click()
    await page.getByRole('option', { name: 'Afar · Testnet' }).click()
    await page.getByRole('button', { name: 'Three thousand' }).click()
  })
  afterAll(() => studio.close())

  test('all come, page by page; only those that are seen are in the document', async () => {
    await shown(text.collections.tokens(3000))
    const cards = page
      .getByRole('list', { name: text.collections.detail.tokens })
      .getByRole('listitem')
    expect(await cards.count()).toBeLessThan(80)
    await page.getByText(text.collections.tokenList.missingImages).waitFor()
    await capture('collection-many')
  })

  test('the policy goes into the vault on demand, and only once', async () => {
    const { detail } = text.collections
    expect(await moreActions()).toContain(detail.export)
    await confirming(running.app, () => page.getByRole('menuitem', { name: detail.export }).click())
    await page.getByText(detail.exported('Three thousand')).waitFor()
    expect(await moreActions()).not.toContain(detail.export)
    await closeByEscape(page.getByRole('menu'))
  })

  test('a minted one can be burned, and neither changed nor deleted', async () => {
    await page
      .getByRole('searchbox', { name: text.collections.tokenList.search })
      .fill('Leaf no. 7')
    await tokens().getByRole('button').first().click()
    const minted = page.getByRole('dialog', { name: 'Leaf no. 7', exact: true })
    await minted.getByText(tokenStatusLabels.COMPLETED).waitFor()
    await minted.getByRole('button', { name: text.collections.token.more }).click()
    const entries = page.getByRole('menuitem')
    await entries.first().waitFor()
    expect(await entries.allTextContents()).toEqual([text.minting.burn.action])
    await closeByEscape(page.getByRole('menu'))
    expect(
      await minted.getByRole('button', { name: text.collections.token.edit.action }).count(),
    ).toBe(0)
    await closeByEscape(minted)
    await page.getByRole('searchbox', { name: text.collections.tokenList.search }).fill('')
  })

  test('a status and a value of many are found among them', async () => {
    await page.getByRole('button', { name: text.collections.tokenList.filter, exact: true }).click()
    await filters().getByRole('checkbox', { name: tokenStatusLabels.COMPLETED }).check()
    await shown(text.collections.tokenList.shown(1, 3000))
    await filters().getByRole('checkbox', { name: tokenStatusLabels.COMPLETED }).uncheck()
    await filters().getByLabel(text.collections.tokenList.findValue('Number')).fill('2999')
    await filters().getByRole('checkbox', { name: '2999' }).check()
    await shown(text.collections.tokenList.shown(1, 3000))
    await tokens().getByRole('button').click()
    await page.getByRole('dialog', { name: 'Leaf no. 2999' }).waitFor()
  })
})
