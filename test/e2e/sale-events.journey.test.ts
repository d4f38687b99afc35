import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { salesCalls } from '#contract/sales/calls.ts'
import { text } from '#renderer/text/en.ts'
import { call, closeByEscape, openView, passphrase } from '../support/window-actions.ts'
import { utilityPid } from '../support/app-processes.ts'
import { type RunningApp, startApp } from '../support/app.ts'
import { axeViolations } from '../support/axe.ts'
import { openBrowser, payOnPage } from '../support/browser.ts'
import { screenshot } from '../support/screens.ts'
import { openCollection, type Shop } from '../support/selling.ts'
import { saleStatus } from '#contract/sales/sale-status.ts'

let running: RunningApp
let page: Page
let browser: Browser
let shop: Shop

const capture = async (shot: string): Promise<void> => {
  // What the pointer happens to be over would show its tooltip.
  await page.mouse.move(0, 0)
  await screenshot(page, shot)
  expect(await axeViolations(page)).toEqual([])
}
const row = (words: RegExp) =>
  page
    .getByRole('region', { name: text.events.received.label })
    .getByRole('button', { name: words })

const sell = async (token: number) =>
  salesCalls['sales.create'].output.parse(
    await call(page, 'sales.create', {
      ...shop.collectionRef,
      request: {
        type: 'fixed',
        tokens: [shop.tokens[token]?.id],
        price: 10_000_000,
        reservation_time: 600,
      },
    }),
  )

beforeAll(async () => {
  ;[running, browser] = await Promise.all([startApp(), openBrowser()])
  page = running.page
  await call(page, 'vault.create', { passphrase })
  shop = await openCollection(page, { name: 'Told sales', tokens: ['One', 'Two', 'Three'] })
})
afterAll(async () => {
  await Promise.all([running.kill(), browser.close()])
})

test('a sale that was paid too little is shown at once, explained, and resolved from its event', async () => {
  const { payment_link: paymentLink } = await sell(0)
  await openView(page, text.events.received.shown.events)
  await (await payOnPage(browser, paymentLink ?? '', 'Pay too little')).close()
  await row(/Paid too little/u).click()
  const shown = page.getByRole('dialog', { name: saleStatus.UNRESOLVED_UNDERPAID.label })
  await shown
    .getByText(/5\s₳ came from addr_test1\S+, and the price is 10\s₳: 5\s₳ is still missing\./u)
    .waitFor()
  const steps = shown.getByRole('listitem').filter({ has: page.getByRole('time') })
  await expect
    .poll(() => steps.allTextContents())
    .toEqual([
      expect.stringContaining('Reserved'),
      expect.stringMatching(/later.*Paid5\.00\s₳/u),
      expect.stringMatching(/later.*Paid too little/u),
    ])
  await capture('events-sale-underpaid')
  await shown.getByRole('button', { name: text.sales.resolve.names.wait }).click()
  const asking = page.getByRole('dialog', { name: text.sales.resolve.titles.wait })
  await asking.getByRole('button', { name: text.sales.resolve.names.wait }).click()
  await page.getByText(text.sales.resolve.done.wait).waitFor()
  await asking.waitFor({ state: 'hidden' })
  await closeByEscape(shown)
  await (await payOnPage(browser, paymentLink ?? '', /^Pay 5/u)).close()
  await row(/Sold/u).waitFor()
  await capture('events-sale-sold')
})

test('the event of a sale that was refunded asks for no decision any more', async () => {
  const { payment_link: paymentLink } = await sell(2)
  await (await payOnPage(browser, paymentLink ?? '', 'Pay too little')).close()
  await row(/Three.*Paid too little/u).click()
  const shown = page.getByRole('dialog', { name: saleStatus.UNRESOLVED_UNDERPAID.label })
  const { detail } = text.events
  const decisions = shown.getByRole('button', {
    name: new RegExp(`^(${Object.values(text.sales.resolve.names).join('|')})$`, 'u'),
  })
  await expect
    .poll(() => decisions.allTextContents())
    .toEqual([text.sales.resolve.names.wait, text.sales.resolve.names.refund])
  await shown.getByRole('button', { name: text.sales.resolve.names.refund }).click()
  const asking = page.getByRole('dialog', { name: text.sales.resolve.titles.refund })
  await asking.getByText(/^Fee of the refund/u).waitFor()
  await asking.getByRole('button', { name: text.sales.resolve.confirm.refund }).click()
  await shown.getByText(detail.nothingToDo(saleStatus.REFUNDED.label)).waitFor()
  expect(await decisions.count()).toBe(0)
  expect(await shown.getByText(/wait for|refund it/iu).count()).toBe(0)
  await capture('events-sale-refunded')
  await closeByEscape(shown)
})

test('events of sales arrive also after the studio ended and was started again', async () => {
  process.kill(await utilityPid(running.app, 'Coldpress studio'), 'SIGKILL')
  await page
    .getByText(/^The Local studio on devnet ended unexpectedly and was started again/u)
    .waitFor()
  const { payment_link: paymentLink } = await sell(1)
  await (await payOnPage(browser, paymentLink ?? '', 'Pay too much')).close()
  await row(/Paid too much/u).waitFor()
})
