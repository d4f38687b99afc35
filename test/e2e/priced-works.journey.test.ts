import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adaText } from '#values/text/format.ts'
import { tokenStateLabels } from '#contract/tokens/token-state.ts'
import { text } from '#renderer/text/en.ts'
import { type RunningApp, startApp } from '../support/app.ts'
import { axeViolations } from '../support/axe.ts'
import { cutTexts } from '../support/cut-texts.ts'
import { screenshot } from '../support/screens.ts'
import { type CollectionRef, openCollection, type Shop } from '../support/selling.ts'
import { call, closeByEscape, openView, passphrase, uiTimeout } from '../support/window-actions.ts'

let running: RunningApp
let page: Page
let collectionRef: CollectionRef
let tokens: Shop['tokens']

const name = 'Night Garden'
const names = ['Moth', 'Owl', 'Fox', 'Bat', 'Toad', 'Hare']

const capture = async (shot: string): Promise<void> => {
  await page.mouse.move(0, 0)
  await screenshot(page, shot)
  expect(await axeViolations(page)).toEqual([])
  expect(await cutTexts(page)).toEqual([])
}
const button = (title: string) => page.getByRole('button', { name: title, exact: true })
const grid = () => page.getByRole('list', { name: text.collections.detail.tokens })
const tile = (token: string) => grid().getByRole('button', { name: new RegExp(`^${token}`, 'u') })
const step = () => page.getByRole('list', { name: text.way.label }).getByRole('listitem').nth(3)

beforeAll(async () => {
  running = await startApp()
  page = running.page
  await call(page, 'vault.create', { passphrase })
  const attributes = { Artist: 'Ada Press' }
  ;({ collectionRef, tokens } = await openCollection(page, { name, tokens: names, attributes }))
  await openView(page, text.frame.collections)
  await page.getByRole('button', { name }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
})
afterAll(() => running.kill())

describe('a collection whose tokens get prices', () => {
  test('asks whether to sell them or to mint them, and remembers it', async () => {
    const question = page.getByRole('group', { name: text.way.choose })
    await question.waitFor()
    expect(await question.getByRole('button').allTextContents()).toEqual([
      text.way.sell.price,
      text.way.mint.action,
    ])
    // Before the first is minted, minting is the likelier one.
    const main = question.locator('button[data-variant=filled]')
    expect(await main.allTextContents()).toEqual([text.way.mint.action])
    await step().getByText(text.way.sell.unpriced).waitFor()
    await capture('priced-question')
    await button(text.way.sell.price).click()
    await closeByEscape(page.getByRole('dialog', { name: text.picking.price.title(6) }))
    await question.waitFor({ state: 'detached' })
    await button(text.way.sell.price).waitFor()
    expect(await button(text.way.mint.action).count()).toBe(0)
  })

  test('prices them in steps, after a preview with what is left for the seller', async () => {
    await button(text.way.sell.price).click()
    const dialog = page.getByRole('dialog', { name: text.picking.price.title(6) })
    await dialog.getByRole('radio', { name: text.picking.price.kinds.steps }).check()
    await dialog.getByLabel(text.picking.price.first).fill('20')
    await dialog.getByLabel(text.picking.price.size).fill('2')
    await dialog.getByRole('button', { name: text.picking.price.submit }).click()
    await dialog.getByText(/^Write an amount in ADA/u).waitFor()
    await dialog.getByLabel(text.picking.price.step).fill('10')
    const sum = text.picking.price.sum(6)(
      adaText(180_000_000n),
      adaText(20_000_000n),
      adaText(40_000_000n),
    )
    await dialog.getByText(sum).waitFor()
    await dialog.getByText(/You receive about 17\d\.\d\d/u).waitFor()
    const tiles = dialog
      .getByRole('list', { name: text.picking.price.preview })
      .getByRole('listitem')
    expect(await tiles.nth(5).textContent()).toContain('40')
    await capture('priced-steps')
    await dialog.getByRole('button', { name: text.picking.price.submit }).click()
    await dialog.waitFor({ state: 'detached', timeout: uiTimeout })
  })

  test('shows prices below the images and in the header, and leads to Share', async () => {
    await tile('Moth')
      .getByText(adaText(20_000_000n, '₳', { rounding: 'nearest' }))
      .waitFor()
    await tile('Hare')
      .getByText(adaText(40_000_000n, '₳', { rounding: 'nearest' }))
      .waitFor()
    await page.getByText(text.collections.listed(6, adaText(180_000_000n))).waitFor()
    await step().getByText(text.way.sell.listed(6)).waitFor()
    await capture('priced-grid')
    await button(text.way.sell.share).click()
    const dialog = page.getByRole('dialog', { name: text.sales.share.title })
    const list = dialog.getByRole('table', { name: text.sales.share.list })
    const link = list.getByRole('link', { name: text.sales.share.preview }).first()
    expect(await link.getAttribute('href')).toMatch(/\/pay\/token\//u)
    await dialog.getByText(text.sales.share.here).waitFor()
    await capture('priced-share')
    await dialog.getByRole('button', { name: text.sales.share.copyAll }).click()
    const copied = () => running.app.evaluate(({ clipboard }) => clipboard.readText())
    await expect.poll(async () => (await copied()).split('\n').length).toBe(6)
    expect(await copied()).toMatch(/^Moth: http/u)
    await closeByEscape(dialog)
  })

  test('is sorted and filtered by price, in the grid and in the table', async () => {
    const tokenId = tokens.find((token) => token.name === 'Owl')?.id ?? ''
    await call(page, 'sales.setTokenPrice', { ...collectionRef, tokenId, price: null })
    await button(text.collections.refresh).click()
    await page.getByText(/\(5 listed for /u).waitFor()
    await page.getByRole('combobox', { name: text.collections.tokenList.order }).click()
    await page.getByRole('option', { name: text.collections.tokenList.by('price', false) }).click()
    await page.getByText(text.collections.tokenList.table, { exact: true }).click()
    const table = page.getByRole('grid', { name: text.collections.tokenList.label })
    const first = () => table.getByRole('row').nth(1).textContent()
    await expect.poll(first).toContain('Moth')
    await table
      .getByRole('columnheader', { name: text.collections.tokenList.price })
      .getByRole('button')
      .click()
    await expect.poll(first).toContain('Owl')
    await table.getByText(tokenStateLabels.onSale).first().waitFor()
    await capture('priced-table')
    await button(text.collections.tokenList.filter).click()
    const filters = page.getByRole('region', { name: text.collections.tokenList.filterPanel })
    await filters
      .getByRole('checkbox', { name: text.collections.tokenList.prices.unpriced })
      .check()
    const shown = (count: number) =>
      page
        .getByRole('status')
        .getByText(text.collections.tokenList.shown(count, 6), { exact: true })
    await shown(1).waitFor()
    await filters
      .getByRole('checkbox', { name: text.collections.tokenList.prices.unpriced })
      .uncheck()
    await filters.getByLabel(text.collections.tokenList.priceRange.from.label).fill('25')
    await filters.getByLabel(text.collections.tokenList.priceRange.to.label).fill('35')
    await shown(2).waitFor()
    await capture('priced-filter')
    await button(text.collections.tokenList.clear).click()
    await shown(6)
      .or(page.getByText(text.collections.tokens(6), { exact: true }))
      .first()
      .waitFor()
    await page.getByText(text.collections.tokenList.grid, { exact: true }).click()
  })

  test("states price, lock and the collection's shared attributes on a token's page", async () => {
    await tile('Fox').click()
    const dialog = page.getByRole('dialog', { name: 'Fox' })
    await dialog.getByText(tokenStateLabels.onSale).waitFor()
    await dialog
      .getByText(adaText(30_000_000n, '₳', { rounding: 'nearest' }))
      .first()
      .waitFor()
    await dialog.getByText(text.collections.lock.never).waitFor()
    await dialog.getByText(text.collections.token.shared).waitFor()
    await dialog.getByText('Ada Press').waitFor()
    await capture('priced-token')
    await closeByEscape(dialog)
  })

  test('begins a payment link with what its tokens are listed at, and warns of a price far below', async () => {
    await tile('Moth').click({ modifiers: ['ControlOrMeta'] })
    await tile('Fox').click({ modifiers: ['ControlOrMeta'] })
    await button(text.picking.sell(2)).click()
    const dialog = page.getByRole('dialog', { name: text.sales.form.title })
    const price = dialog.getByLabel(text.sales.form.price)
    await expect.poll(() => price.inputValue()).toBe('25')
    await dialog.getByText(text.sales.form.total('50.00 ₳')).waitFor()
    await dialog.getByText(/You receive about 48\.\d\d/u).waitFor()
    await capture('priced-link')
    const warning = text.sales.form.farBelow(adaText(2_000_000n), adaText(50_000_000n))
    expect(await dialog.getByText(warning).count()).toBe(0)
    await price.fill('1')
    await dialog.getByText(warning).waitFor()
    await capture('priced-link-far-below')
    await closeByEscape(dialog)
    await page
      .getByRole('toolbar', { name: text.picking.bar })
      .getByRole('button', { name: text.picking.end })
      .click()
  })

  test('names the next listed tokens of a payment link itself, which is then made', async () => {
    await page.getByRole('tab', { name: text.sales.part }).click()
    await button(text.sales.sell).click()
    const dialog = page.getByRole('dialog', { name: text.sales.form.title })
    const next = dialog.getByRole('list', { name: text.sales.form.pickedList })
    await dialog.getByLabel(text.sales.form.quantity).fill('2')
    // Owl comes second in the list and has no price.
    await expect.poll(() => next.getByRole('listitem').allTextContents()).toEqual(['Moth', 'Fox'])
    await dialog.getByLabel(text.sales.form.price).fill('25')
    await dialog.getByRole('button', { name: text.sales.form.create }).click()
    await page
      .getByRole('heading', { level: 1, name: text.sales.sale.title('Moth and 1 more') })
      .waitFor({ timeout: uiTimeout })
  })
})
