import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { collectionCalls } from '#contract/collections/calls.ts'
import { mintingCalls } from '#contract/mints/calls.ts'
import { type SaleDetails, salesCalls } from '#contract/sales/calls.ts'
import { rehearsalCases } from '#contract/sales/rehearsal.ts'
import { text } from '#renderer/text/en.ts'
import {
  answerDialogs,
  call,
  openView,
  passphrase,
  unlockVault,
} from '../support/window-actions.ts'
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
const folder = mkdtempSync(join(tmpdir(), 'coldpress-sale-errors-'))

const capture = async (shot: string): Promise<void> => {
  // What the pointer happens to be over would show its tooltip.
  await page.mouse.move(0, 0)
  await screenshot(page, shot)
  expect(await axeViolations(page)).toEqual([])
}
/** The title of the page of the mint that delivers a sale's one token. */
const mintOfSale = (state: 'awaiting_witnesses' | 'completed') =>
  text.minting.mint.otherTitles[state](text.minting.kinds.sale(1))
const button = (title: string) => page.getByRole('button', { name: title, exact: true })
const heading = (title: string | RegExp) => page.getByRole('heading', { level: 1, name: title })
const state = (title: string) => page.locator('header').getByText(title, { exact: true })
const dialog = (title: string) => page.getByRole('dialog', { name: title })

/** A token is put on sale, and its page opened. */
const sell = async (token: number, reservationTime = 600): Promise<SaleDetails> => {
  const sale = salesCalls['sales.create'].output.parse(
    await call(page, 'sales.create', {
      ...shop.collectionRef,
      request: {
        type: 'fixed',
        tokens: [shop.tokens[token]?.id],
        price: 10_000_000,
        reservation_time: reservationTime,
      },
    }),
  )
  await openView(page, text.frame.collections)
  await page.getByRole('button', { name: shop.name }).click()
  await page.getByRole('tab', { name: /^Sales/u }).click()
  const name = sale.tokens[0]?.name ?? ''
  // The newest stands first.
  const list = page.getByRole('grid', { name: text.sales.list.label })
  await list.getByText(name).first().click()
  await heading(text.sales.sale.title(name)).waitFor()
  return sale
}
const pay = async (
  { payment_link: paymentLink }: SaleDetails,
  how: string | RegExp,
): Promise<void> => {
  const buyer = await payOnPage(browser, paymentLink ?? '', how)
  await buyer.close()
}
const show = async ({ id }: SaleDetails) =>
  salesCalls['sales.show'].output.parse(
    await call(page, 'sales.show', { ...shop.collectionRef, saleId: id }),
  )

beforeAll(async () => {
  ;[running, browser] = await Promise.all([startApp(), openBrowser()])
  page = running.page
  await call(page, 'vault.create', { passphrase })
  shop = await openCollection(page, {
    name: 'Hard bargains',
    tokens: ['One', 'Two', 'Three', 'Four', 'Five'],
  })
})
afterAll(async () => {
  await Promise.all([running.kill(), browser.close()])
  rmSync(folder, { recursive: true, force: true })
})

describe('a sale that went wrong', () => {
  test('paid too little: waits for the rest, and is sold when it comes', async () => {
    const sale = await sell(0)
    await pay(sale, 'Pay too little')
    await state(saleStatus.UNRESOLVED_UNDERPAID.label).waitFor()
    await page
      .getByRole('heading', { name: /^5 of 10\s₳ arrived\. 5\s₳ is still missing\.$/u })
      .waitFor()
    await capture('sale-underpaid')
    await button(text.sales.resolve.names.wait).click()
    const asking = dialog(text.sales.resolve.titles.wait)
    await asking.getByText(text.sales.resolve.missing).waitFor()
    await capture('resolve-wait')
    await asking.getByRole('button', { name: text.sales.resolve.names.wait }).click()
    await page.getByText(text.sales.resolve.done.wait).waitFor()
    await pay(sale, /^Pay 5/u)
    await state(saleStatus.COMPLETED.label).waitFor()
  })

  test('paid too much: accepted, with the rest going back', async () => {
    const sale = await sell(1)
    await pay(sale, 'Pay too much')
    await state(saleStatus.UNRESOLVED_OVERPAID.label).waitFor()
    await capture('sale-overpaid')
    await button(text.sales.resolve.names.accept).click()
    const asking = dialog(text.sales.resolve.titles.accept)
    await asking.getByText(text.sales.resolve.back, { exact: true }).waitFor()
    await capture('resolve-accept')
    await asking.getByRole('button', { name: text.sales.resolve.confirm.accept }).click()
    await state(saleStatus.COMPLETED.label).waitFor()
  })

  test('paid too much: refunded, by an open vault alone, for the amount that was shown', async () => {
    const sale = await sell(2)
    await pay(sale, 'Pay too much')
    await state(saleStatus.UNRESOLVED_OVERPAID.label).waitFor()
    await button(text.sales.resolve.names.refund).click()
    const asking = dialog(text.sales.resolve.titles.refund)
    await asking.getByText(/^Fee of the refund/u).waitFor()
    const amount = await asking.getByText(/^11\.\d+\s₳$/u).textContent()
    await capture('resolve-refund')
    await call(page, 'vault.lock', null)
    await asking.getByRole('button', { name: text.sales.resolve.confirm.refund }).click()
    await unlockVault(page)
    await state(saleStatus.REFUNDED.label).waitFor()
    await capture('sale-refunded')
    await expect
      .poll(async () => (await show(sale)).payments.map(({ use }) => use))
      .toEqual(['refunded'])
    expect(await refundPage()).toContain(amount?.replace(/\s₳/u, ''))
    // The page of the refund's transaction leads back, and to no other mint.
    await button(text.sales.sale.openRefund).click()
    await button(text.minting.mint.done.collection).waitFor()
    expect(await button(text.way.mint.action).count()).toBe(0)
    expect(await button(text.minting.mint.done.again).count()).toBe(0)
  })

  test('paid after its reservation had ended: refunded', async () => {
    const sale = await sell(2, 1)
    await state(saleStatus.EXPIRED.label).waitFor()
    await pay(sale, 'Pay too late')
    await state(saleStatus.RESERVED_FAILED.label).waitFor()
    await page.getByRole('heading', { name: 'Paid after the reservation had ended' }).waitFor()
    await capture('sale-late')
    await refund()
    await state(saleStatus.REFUNDED.label).waitFor()
  })

  test('paid twice: what came on top goes back, and the sale stands', async () => {
    const sale = await sell(3)
    await pay(sale, /^Pay 10/u)
    await state(saleStatus.COMPLETED.label).waitFor()
    await payUnasked(sale)
    await state(text.sales.surplus).waitFor()
    await page.getByRole('heading', { name: 'Paid once more' }).waitFor()
    await capture('sale-paid-twice')
    await refund(text.sales.resolve.onTop.name)
    await state(text.sales.surplus).waitFor({ state: 'detached' })
    await state(saleStatus.COMPLETED.label).waitFor()
  })

  test('its key lost: tried again once the key is back', async () => {
    const sale = await sell(4)
    const backup = await removeKey()
    // Whoever opened the page before pays all the same.
    await payUnasked(sale)
    await state(saleStatus.PROCESSING_FAILED.label).waitFor()
    await page.getByRole('heading', { name: 'A signing key is missing' }).waitFor()
    await capture('sale-key-missing')
    await call(page, 'backups.restore', {
      source: { kind: 'file', path: backup },
      backupPassphrase: passphrase,
    })
    await button(text.sales.resolve.names.retry).click()
    const asking = dialog(text.sales.resolve.titles.retry)
    await capture('resolve-retry')
    await asking.getByRole('button', { name: text.sales.resolve.confirm.retry }).click()
    await state(saleStatus.COMPLETED.label).waitFor()
  })
})

test('the rehearsal plays every way that a sale can go', async () => {
  await openView(page, text.frame.collections)
  await page.getByRole('button', { name: shop.name }).click()
  await page.getByRole('tab', { name: /^Sales/u }).click()
  await button(text.sales.rehearse.action).click()
  const rehearsal = dialog(text.sales.rehearse.title)
  await capture('rehearse')
  await rehearsal.getByRole('button', { name: text.sales.rehearse.start }).click()
  await rehearsal.getByText(text.sales.rehearse.cases.exact).waitFor()
  await capture('rehearse-running')
  await rehearsal.getByText(text.sales.rehearse.passed).waitFor({ timeout: 170_000 })
  expect(
    await rehearsal.getByText(text.sales.rehearse.states.passed, { exact: true }).count(),
  ).toBe(rehearsalCases.length)
  await capture('rehearse-passed')
  await rehearsal.getByRole('button', { name: text.sales.rehearse.openCollection }).click()
  await page.getByRole('grid', { name: text.sales.list.label }).waitFor()
  await capture('sales-list-many')
  await page.getByRole('tab', { name: text.sales.analytics.show }).click()
  await page.getByRole('table', { name: text.sales.analytics.soldLabel.tokens }).waitFor()
  await capture('sales-figures-many')
})

test('a sale that is paid while the vault is locked says what it waits for, and goes on', async () => {
  shop = await openCollection(page, { name: 'Night sales', tokens: ['Moth'] })
  const sale = await sell(0)
  await call(page, 'vault.lock', null)
  await pay(sale, /^Pay 10/u)
  await page.getByRole('heading', { name: /signatures? (?:is|are) missing$/u }).waitFor()
  await page.getByText(text.sales.sale.parked.here).first().waitFor()
  expect(await page.getByText(text.sales.sale.parked.elsewhere).count()).toBe(0)
  await capture('sale-parked')
  await button(text.sales.sale.parked.open).click()
  await heading(mintOfSale('awaiting_witnesses')).waitFor()
  await capture('sale-parked-mint')
  await button(text.minting.mint.parked.signHere).click()
  await unlockVault(page)
  await heading(mintOfSale('completed')).waitFor()
})

const refund = async (name = 'Refund'): Promise<void> => {
  await button(name).click()
  const asking = dialog(text.sales.resolve.titles.refund)
  await asking.getByText(/^Fee of the refund/u).waitFor()
  await asking.getByRole('button', { name: text.sales.resolve.confirm.refund }).click()
}

/** The page asks for nothing any more; whoever opened it before may still send its form. */
const payUnasked = async ({ payment_link: paymentLink }: SaleDetails): Promise<void> => {
  const { origin } = new URL(paymentLink ?? '')
  const answer = await fetch(`${paymentLink}?pay=exact`, {
    method: 'POST',
    headers: { origin },
    redirect: 'manual',
  })
  expect(answer.status).toBe(303)
}

/** The page of the newest refund's transaction, for a person with a browser. */
const refundPage = async (): Promise<string> => {
  const { mints } = mintingCalls['minting.list'].output.parse(
    await call(page, 'minting.list', shop.collectionRef),
  )
  const mintId = mints.find(({ kind }) => kind === 'refund')?.id
  const { transactions } = mintingCalls['minting.show'].output.parse(
    await call(page, 'minting.show', { ...shop.collectionRef, mintId }),
  )
  return (await fetch(transactions[0]?.page ?? '')).text()
}

/** @returns where its backup is */
const removeKey = async (): Promise<string> => {
  const { policy, name } = collectionCalls['collections.get'].output.parse(
    await call(page, 'collections.get', shop.collectionRef),
  )
  const { policy_id: policyId } = policy
  const path = join(folder, 'policy.age')
  await answerDialogs(running.app, { save: path, open: path })
  await call(page, 'backups.save', {
    policyId,
    passphrase,
    backupPassphrase: passphrase,
    as: 'file',
  })
  await call(page, 'app.pickFile', { what: 'backup' })
  await call(page, 'backups.removeKeys', { policyId, typed: name, insist: true })
  return path
}
