import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { text } from '#renderer/text/en.ts'
import { salesCalls } from '#contract/sales/calls.ts'
import { type RunningApp, startApp } from '../support/app.ts'
import { openBrowser } from '../support/browser.ts'
import { screenshot } from '../support/screens.ts'
import { openCollection } from '../support/selling.ts'
import { call, openView, passphrase, uiTimeout } from '../support/window-actions.ts'

const name = 'Ranked Leaves'

let running: RunningApp
let page: Page
let browser: Browser
let link: string

beforeAll(async () => {
  ;[running, browser] = await Promise.all([startApp(), openBrowser()])
  page = running.page
  await call(page, 'vault.create', { passphrase })
  const { collectionRef, tokens } = await openCollection(page, {
    name,
    tokens: ['Fern', 'Poppy'],
    // Without any trait there are no ranks to publish.
    attributes: { Paper: '<paper>' },
    hasPapers: true,
  })
  const request = {
    type: 'fixed',
    tokens: [tokens[0]?.id],
    price: 10_000_000,
    reservation_time: 3600,
  }
  const sold = await call(page, 'sales.create', { ...collectionRef, request })
  link = salesCalls['sales.create'].output.parse(sold).payment_link ?? ''
})
afterAll(async () => {
  await Promise.all([running.kill(), browser.close()])
})

test('the switch beside the ranks shows the rank on the payment page, and hides it again', async () => {
  const buyer = await browser.newPage()
  await buyer.goto(link)
  const rank = buyer.getByText(/^Rarity rank 1 of 2/u)
  const ranksAfterReload = async (): Promise<number> => {
    await buyer.reload()
    // What a buyer always sees: the page is there.
    await buyer.getByRole('heading', { level: 1 }).waitFor()
    return rank.count()
  }
  await openView(page, text.frame.collections)
  await page.getByRole('article').getByRole('button', { name }).click()
  await page.getByRole('tab', { name: text.rarity.part }).click()
  const publishes = page.getByRole('switch', { name: text.rarity.publish })
  await publishes.waitFor({ timeout: uiTimeout })
  expect(await publishes.isChecked()).toBe(false)
  expect(await ranksAfterReload()).toBe(0)

  await publishes.click()
  await expect.poll(ranksAfterReload).toBe(1)
  expect(await publishes.isChecked()).toBe(true)
  await screenshot(page, 'published-rarity')

  await publishes.click()
  await expect.poll(ranksAfterReload).toBe(0)
  expect(await publishes.isChecked()).toBe(false)
})
