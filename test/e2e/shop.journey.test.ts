import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { text } from '#renderer/text/en.ts'
import { saleStatus } from '#contract/sales/sale-status.ts'
import { type RunningApp, startApp } from '../support/app.ts'
import { axeViolations } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
import { screenshot } from '../support/screens.ts'
import { openCollection } from '../support/selling.ts'
import { call, closeByEscape, openView, passphrase, uiTimeout } from '../support/window-actions.ts'
import { shootPage } from '../studio/pages/shoot-page.ts'

const name = 'Leaves of a Whole Year, Pressed Between Heavy Books'
const works = ['Fern', 'Allium, the ornamental onion', 'Olive', 'Ginkgo', 'Poppy', 'Unpriced']
const phone = { width: 390, height: 844 }
const patience = { timeout: 60_000 }

let running: RunningApp
let page: Page
let browser: Browser
let link: string

beforeAll(async () => {
  ;[running, browser] = await Promise.all([startApp(), openBrowser()])
  page = running.page
  await call(page, 'vault.create', { passphrase })
  const { collectionRef, tokens } = await openCollection(page, { name, tokens: works })
  for (const { id } of tokens.slice(0, -1))
    // oxlint-disable-next-line no-await-in-loop -- one change after the other
    await call(page, 'sales.setTokenPrice', {
      ...collectionRef,
      tokenId: id,
      price: 12_000_000,
      skipsRehearsal: true,
    })
  await openView(page, text.frame.collections)
  await page.getByRole('article').getByRole('button', { name }).click()
})
afterAll(async () => {
  await Promise.all([running.kill(), browser.close()])
})

const openShopDialog = async () => {
  await page.getByRole('button', { name: text.collections.detail.more }).click()
  await page.getByRole('menuitem', { name: text.shops.open }).click()
  return page.getByRole('dialog', { name: text.shops.title })
}

/** The same page as another visitor sees it on a large screen. */
const shootWide = async (address: string, shot: string): Promise<void> => {
  const seen = await browser.newPage({ viewport: { width: 1200, height: 800 } })
  await seen.goto(address)
  await seen.waitForLoadState('networkidle')
  expect(await axeInBothSchemes(seen)).toEqual([])
  await shootPage(seen, shot)
  await seen.close()
}

const axeInBothSchemes = async (shown: Page): Promise<readonly string[]> => {
  await shown.emulateMedia({ colorScheme: 'dark' })
  const inTheDark = await axeViolations(shown)
  await shown.emulateMedia({ colorScheme: 'light' })
  return [...inTheDark, ...(await axeViolations(shown))]
}

describe('A shop', () => {
  test('is published from the collection, with small pictures of its priced works', async () => {
    const dialog = await openShopDialog()
    await dialog.getByText(text.shops.works(5)).waitFor({ timeout: uiTimeout })
    await screenshot(page, 'shop-dialog')
    await dialog.getByRole('button', { name: text.shops.publish.here }).click()
    const open = dialog.getByRole('link', { name: text.shops.show.here })
    link = (await open.getAttribute('href', patience)) ?? ''
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/pay\/collection\/\w+$/u)
    await dialog.getByText(text.shops.hereHint).waitFor()
    await screenshot(page, 'shop-published')
    expect(await axeViolations(page)).toEqual([])
    await closeByEscape(dialog)
  })

  test('shows art first on a phone, in less than 100 KB, and is filtered without a script', async () => {
    const buyer = await browser.newPage({ viewport: phone, javaScriptEnabled: false })
    const answer = await buyer.goto(link)
    expect((await answer?.body())?.length).toBeLessThan(100_000)
    const first = await buyer.getByRole('listitem').first().boundingBox()
    expect((first?.y ?? Infinity) + (first?.height ?? 0)).toBeLessThan(phone.height)
    expect(await buyer.getByRole('listitem').count()).toBe(5)
    await buyer.close()
    const seen = await browser.newPage({ viewport: phone })
    await seen.goto(link)
    await expect
      .poll(() => seen.evaluate('document.images[0].naturalWidth'), patience)
      .toBeGreaterThan(200)
    expect(await axeInBothSchemes(seen)).toEqual([])
    await shootPage(seen, 'shop-phone')
    await seen.setViewportSize({ width: 1200, height: 800 })
    await shootPage(seen, 'shop-wide')
    await seen.close()
  })

  test('leads a visitor on a phone from a work to its delivery, and back', async () => {
    const context = await browser.newContext({ viewport: phone, isMobile: true, hasTouch: true })
    const buyer = await context.newPage()
    await buyer.goto(link)
    await buyer.getByRole('link', { name: 'Olive' }).tap()
    await buyer.getByRole('heading', { level: 1, name: 'Olive' }).waitFor()
    expect(await axeInBothSchemes(buyer)).toEqual([])
    await shootPage(buyer, 'token-phone')
    await shootWide(buyer.url(), 'token-wide')
    await buyer.getByRole('button', { name: 'Reserve and pay' }).tap()
    await buyer.waitForURL(/\/pay\/sale\//u)
    await shootPage(buyer, 'sale-phone')
    await shootWide(buyer.url(), 'sale-wide')
    await buyer.goBack()
    await buyer.getByText(/^You have reserved this until/u).waitFor()
    await shootPage(buyer, 'token-reserved-phone')
    await buyer.getByRole('link', { name: 'Go to the payment' }).tap()
    await buyer.waitForURL(/\/pay\/sale\//u)
    await buyer.getByRole('button', { name: 'Pay 12 ADA' }).tap()
    await buyer.getByText('Done. It’s in your wallet.').waitFor(patience)
    await shootPage(buyer, 'sale-done-phone')
    await shootWide(buyer.url(), 'sale-done-wide')
    await buyer.getByRole('link', { name }).tap()
    await buyer.getByRole('link', { name: 'Olive Sold' }).waitFor()
    await context.close()
  })

  test('shows its sale and the income in the window, and is taken down', async () => {
    await page.getByRole('tab', { name: text.sales.part }).click()
    const list = page.getByRole('grid', { name: text.sales.list.label })
    await list.getByText(saleStatus.COMPLETED.label).waitFor({ timeout: uiTimeout })
    await page.getByRole('tab', { name: text.sales.analytics.show }).click()
    await page.getByRole('table', { name: text.sales.analytics.soldLabel.tokens }).waitFor()
    await screenshot(page, 'shop-income')
    expect(await page.getByText(/^10\.\d+\s₳$/u).count()).toBeGreaterThan(0)
    const dialog = await openShopDialog()
    await dialog.getByRole('button', { name: text.shops.unpublish }).click()
    await dialog.getByRole('button', { name: text.shops.publish.here }).waitFor()
    const visitor = await browser.newPage()
    expect((await visitor.goto(link))?.status()).toBe(404)
    await visitor.close()
  })
})
