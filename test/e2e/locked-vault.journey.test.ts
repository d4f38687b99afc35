import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { salesCalls } from '#contract/sales/calls.ts'
import { text } from '#renderer/text/en.ts'
import { call, openView, passphrase, unlockVault } from '../support/window-actions.ts'
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

beforeAll(async () => {
  ;[running, browser] = await Promise.all([startApp(), openBrowser()])
  page = running.page
  await call(page, 'vault.create', { passphrase })
  shop = await openCollection(page, { name: 'Deaf sale', tokens: ['One'] })
})
afterAll(async () => {
  await Promise.all([running.kill(), browser.close()])
})

test('a sale that is paid while the vault is locked says so in the window, which leads to unlocking', async () => {
  const sale = salesCalls['sales.create'].output.parse(
    await call(page, 'sales.create', {
      ...shop.collectionRef,
      request: {
        type: 'fixed',
        tokens: [shop.tokens[0]?.id],
        price: 10_000_000,
        reservation_time: 600,
      },
    }),
  )
  const notices = page.getByRole('region', { name: text.frame.notices })
  const couldBePaid = 'can still be paid, and its delivery then waits too.'
  await openView(page, text.frame.collections)
  await page.keyboard.press('Control+l')
  await notices.getByText(`${text.frame.vault.locked}. 1 reserved link ${couldBePaid}`).waitFor()
  const corner = page.getByRole('region', { name: text.frame.vault.locked })
  await corner.getByText(couldBePaid).waitFor()
  const card = page.getByRole('article').filter({ hasText: shop.name })
  await card.getByText(text.collections.waitsForVault).waitFor()
  await screenshot(page, 'collections-vault-locked')
  expect(await axeViolations(page)).toEqual([])
  const buyer = await payOnPage(browser, sale.payment_link ?? '', /^Pay 10/u)
  await buyer.getByText('The seller still has to sign').waitFor()
  await buyer.close()

  await notices.getByText(`Sale ${sale.id}`).waitFor()
  await page.getByRole('button', { name: shop.name }).click()
  await page.getByRole('tab', { name: /^Sales/u }).click()
  const waiting = page.getByRole('region', { name: text.sales.blocked.title })
  await waiting.getByText(text.sales.blocked.text(1)).waitFor()
  await page.getByText(text.collections.waitsForVault).waitFor()
  await page.mouse.move(0, 0)
  await screenshot(page, 'sales-vault-locked')
  expect(await axeViolations(page)).toEqual([])

  await waiting.getByRole('button', { name: text.frame.vault.unlockTitle }).click()
  await unlockVault(page)
  const list = page.getByRole('grid', { name: text.sales.list.label })
  await list.getByText(saleStatus.COMPLETED.label, { exact: true }).waitFor()
  await waiting.waitFor({ state: 'detached' })
  await page.getByText(text.collections.waitsForVault).waitFor({ state: 'detached' })
  await notices
    .getByText(`Sale ${sale.id} of "Deaf sale" is paid and waits`)
    .waitFor({ state: 'detached' })
})
