import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { saleStatus } from '#contract/sales/sale-status.ts'
import { salesCalls } from '#contract/sales/calls.ts'
import { Database } from '#platform/db/database.ts'
import { text } from '#renderer/text/en.ts'
import { type RunningApp, startApp } from '../support/app.ts'
import { axeViolations } from '../support/axe.ts'
import { openBrowser, payOnPage } from '../support/browser.ts'
import { squeezedTexts } from '../support/cut-texts.ts'
import { screenshot } from '../support/screens.ts'
import { openCollection, type Shop } from '../support/selling.ts'
import { call, openView, passphrase, uiTimeout } from '../support/window-actions.ts'

const { all, analytics } = text.sales

let running: RunningApp
let page: Page
let browser: Browser
const said: string[] = []
let herbarium: Shop
let moths: Shop

beforeAll(async () => {
  ;[running, browser] = await Promise.all([startApp(), openBrowser()])
  page = running.page
  page.on('console', (message) => said.push(message.text()))
  await call(page, 'vault.create', { passphrase })
})
afterAll(async () => {
  await Promise.all([running.kill(), browser.close()])
})

const capture = async (shot: string): Promise<void> => {
  await page.mouse.move(0, 0)
  await screenshot(page, shot)
  expect(await axeViolations(page)).toEqual([])
  for (const size of [
    { width: 900, height: 600 },
    { width: 1200, height: 800 },
  ]) {
    await page.setViewportSize(size)
    expect(await squeezedTexts(page)).toEqual([])
  }
}

/** The labels of the charts' vertical axes that stand beside no line of the grid. */
const ticksOffTheirLine = () =>
  page.evaluate<string[]>(`[...document.querySelectorAll('.recharts-wrapper')].flatMap((chart) => {
    const middle = (element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return (top + bottom) / 2
    }
    const lines = [...chart.querySelectorAll('.recharts-cartesian-grid-horizontal line')].map(middle)
    const ticks = [...chart.querySelectorAll('.recharts-yAxis-tick-labels .recharts-cartesian-axis-tick-value')]
    if (lines.length === 0 || ticks.length === 0) return ['no chart']
    return ticks
      .filter((tick) => !lines.some((line) => Math.abs(line - middle(tick)) < 4))
      .map(({ textContent }) => textContent)
  })`)

const list = () => page.getByRole('grid', { name: all.label })
const rowOf = (name: string) => list().getByRole('row').filter({ hasText: name })

/** What was made behind the window's back is found when a view opens. */
const showNews = async (): Promise<void> => {
  await openView(page, text.frame.collections)
  await page.getByRole('button', { name: moths.name }).waitFor({ timeout: uiTimeout })
  await openView(page, text.sales.part)
}

/** Makes a payment link for a token of a collection. */
const sell = async (
  { collectionRef, tokens }: Shop,
  name: string,
  ada: number,
): Promise<string> => {
  const token = tokens.find((row) => row.name === name)
  const { payment_link: link } = salesCalls['sales.create'].output.parse(
    await call(page, 'sales.create', {
      ...collectionRef,
      request: {
        type: 'fixed',
        price: ada * 1_000_000,
        reservation_time: 1800,
        tokens: [token?.id],
      },
    }),
  )
  return link ?? ''
}

/** As if they had been sold so many days ago: a day is too long for a test. */
const sellOnDaysBefore = (daysBefore: Readonly<Record<string, number>>): void => {
  const database = new Database(join(running.home, 'studio', 'devnet.db'), [])
  const sale = '(SELECT sale_id FROM sale_tokens WHERE name = :name)'
  for (const [name, days] of Object.entries(daysBefore)) {
    const at = new Date(Date.now() - days * 86_400_000).toISOString()
    database.run(`UPDATE sales SET created_at = :at WHERE id = ${sale}`, { name, at })
    database.run(
      `UPDATE sale_payments SET slot = CAST(slot - CAST(:seconds AS INTEGER) AS TEXT) WHERE sale_id = ${sale}`,
      { name, seconds: days * 86_400 },
    )
  }
  database.close()
}

describe('the sales of all collections', () => {
  test('are empty at first, and lead to where one begins', async () => {
    await openView(page, text.sales.part)
    await page.getByRole('heading', { name: text.sales.list.empty.title }).waitFor()
    await page.getByRole('button', { name: text.collections.newCollection }).waitFor()
    await capture('all-sales-none')
    herbarium = await openCollection(page, {
      name: 'Herbarium',
      tokens: ['Fern', 'Allium', 'Olive'],
    })
    moths = await openCollection(page, { name: 'Night Moths', tokens: ['Luna', 'Hawk'] })
  })

  test('list payment links of two collections, and follow them to the end', async () => {
    const ofFern = await sell(herbarium, 'Fern', 20)
    const ofLuna = await sell(moths, 'Luna', 30)
    const ofAllium = await sell(herbarium, 'Allium', 25)
    const ofOlive = await sell(herbarium, 'Olive', 25)
    await showNews()
    await rowOf('Fern').filter({ hasText: 'Herbarium' }).waitFor({ timeout: uiTimeout })
    await rowOf('Luna').filter({ hasText: 'Night Moths' }).waitFor()
    const buyers = [
      await payOnPage(browser, ofFern, /^Pay 20/u),
      await payOnPage(browser, ofLuna, /^Pay 30/u),
      await payOnPage(browser, ofAllium, /^Pay 25/u),
      await payOnPage(browser, ofOlive, /^Pay 25/u),
    ]
    for (const name of ['Fern', 'Luna', 'Allium', 'Olive'])
      // oxlint-disable-next-line no-await-in-loop -- one after the other, as they are looked at
      await rowOf(name)
        .getByText(saleStatus.COMPLETED.label, { exact: true })
        .waitFor({ timeout: uiTimeout })
    await Promise.all(buyers.map((buyer) => buyer.close()))
    await sell(moths, 'Hawk', 40)
    await showNews()
    await rowOf('Hawk').getByText(saleStatus.RESERVED.label).waitFor({ timeout: uiTimeout })
    await capture('all-sales-list')
  })

  test('are filtered by state and searched, and each opens', async () => {
    await page.getByRole('combobox', { name: all.state }).click()
    await page.getByRole('option', { name: all.states.sold('4') }).click()
    await page
      .getByRole('status')
      .filter({ hasText: all.count(4, 5) })
      .waitFor()
    expect(await rowOf('Hawk').count()).toBe(0)
    await page.getByRole('searchbox', { name: all.search }).fill('moths')
    await page
      .getByRole('status')
      .filter({ hasText: all.count(1, 5) })
      .waitFor()
    await rowOf('Luna').click()
    await page.getByRole('heading', { level: 1, name: text.sales.sale.title('Luna') }).waitFor()
    await page.keyboard.press('Alt+ArrowLeft')
    // The filter stays.
    await rowOf('Luna').waitFor()
    await page.getByRole('searchbox', { name: all.search }).fill('nobody has this')
    await page.getByRole('button', { name: all.showAll }).click()
    await rowOf('Hawk').waitFor()
  })

  test('are summed up over time, by token and by collection, in charts and in tables', async () => {
    sellOnDaysBefore({ Fern: 6, Olive: 4, Allium: 4, Luna: 1 })
    await showNews()
    await page.getByRole('tab', { name: analytics.show }).click()
    await page.getByRole('img', { name: /^Bar chart of the tokens that were reserved/u }).waitFor()
    const breakdown = page.getByRole('table', { name: analytics.tableLabel })
    const total = breakdown.getByRole('row').last()
    expect((await total.getByRole('cell').allTextContents()).slice(0, 4)).toEqual([
      '5',
      '4',
      '4',
      '100.00\u00a0₳',
    ])
    expect(await ticksOffTheirLine()).toEqual([])
    await capture('all-sales-analytics')
    const by = (name: string) =>
      page.getByRole('radiogroup', { name: analytics.by.label }).getByText(name).click()
    await by(analytics.by.tokens)
    const tokens = page.getByRole('table', { name: analytics.soldLabel.tokens })
    const first = tokens.getByRole('row').nth(1)
    await first.filter({ hasText: 'Luna' }).filter({ hasText: 'Night Moths' }).waitFor()
    await capture('all-sales-by-token')
    await by(analytics.by.collections)
    const collections = page.getByRole('grid', { name: analytics.soldLabel.collections })
    await collections.getByRole('row').filter({ hasText: 'Herbarium' }).waitFor()
    await capture('all-sales-by-collection')
    await collections.getByRole('row').filter({ hasText: 'Night Moths' }).click()
    await page.getByRole('heading', { level: 1, name: 'Night Moths' }).waitFor()
    // All of it was on one day, which no chart compares.
    await page.getByRole('table', { name: analytics.soldLabel.tokens }).waitFor()
  })
})

test('nothing in the window breaks its content policy', () => {
  expect(said.filter((line) => /Content Security Policy/iu.test(line))).toEqual([])
})
