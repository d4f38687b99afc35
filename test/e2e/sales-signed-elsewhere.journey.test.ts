import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { salesCalls } from '#contract/sales/calls.ts'
import { signBody } from '#cardano/keys.ts'
import { writeWitnesses } from '#cardano/envelope.ts'
import { parseTransaction } from '#cardano/transactions/parts/parse.ts'
import { readRequestFile } from '#app/signing/request-file.ts'
import { text } from '#renderer/text/en.ts'
import { type RunningApp, startApp } from '../support/app.ts'
import { axeViolations } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
import { publicPolicy } from '../support/public-policy.ts'
import { screenshot } from '../support/screens.ts'
import { type CollectionRef, openCollection } from '../support/selling.ts'
import { answerDialogs, call, openView, passphrase, uiTimeout } from '../support/window-actions.ts'
import { saleStatus } from '#contract/sales/sale-status.ts'

const name = 'Herbarium of the machine without a network'
const { policyId, key, text: publicFile } = publicPolicy(name)
const folder = mkdtempSync(join(tmpdir(), 'coldpress-sales-elsewhere-e2e-'))
const words = text.sales.rounds
let running: RunningApp
let page: Page
let browser: Browser
let collectionRef: CollectionRef
beforeAll(async () => {
  ;[running, browser] = await Promise.all([startApp(), openBrowser()])
  page = running.page
  await call(page, 'vault.create', { passphrase })
  await call(page, 'policies.import', {
    source: { kind: 'text', text: publicFile },
    keys: [],
    name,
    network: null,
  })
  const policy = { kind: 'vault', policyId, sendKeysTo: null } as const
  ;({ collectionRef } = await openCollection(page, { name, tokens: ['Fern', 'Olive'], policy }))
  await openView(page, text.frame.collections)
  await page.getByRole('button', { name }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await page.getByRole('tab', { name: text.sales.part }).click()
})
afterAll(async () => {
  await Promise.all([running.kill(), browser.close()])
  rmSync(folder, { recursive: true, force: true })
})

/** Looked at by axe, and by whoever asked for images. */
const capture = async (step: string): Promise<void> => {
  await screenshot(page, `sales-elsewhere-${step}`)
  expect(await axeViolations(page)).toEqual([])
}
const requests = (): Locator => page.getByRole('region', { name: words.title })
const notices = (): Locator => page.getByRole('region', { name: text.frame.notices })
const newestLink = async (): Promise<string> => {
  const { sales } = salesCalls['sales.list'].output.parse(
    await call(page, 'sales.list', { ...collectionRef, cursor: null }),
  )
  const saleId = sales[0]?.id
  const shown = salesCalls['sales.show'].output.parse(
    await call(page, 'sales.show', { ...collectionRef, saleId }),
  )
  return shown.payment_link ?? ''
}

/** Reads what a buyer is told, and pays. */
const payAs = async (link: string): Promise<Page> => {
  const buyer = await browser.newPage()
  await buyer.goto(link)
  await buyer.getByText('Delivered within 2 days of your payment').waitFor()
  expect(await axeViolations(buyer)).toEqual([])
  await screenshot(buyer, 'sales-elsewhere-page')
  await buyer.getByRole('button', { name: /^Pay 10/u }).click()
  await buyer.getByText('on a computer that is not online.').first().waitFor({ timeout: uiTimeout })
  await screenshot(buyer, 'sales-elsewhere-page-paid')
  expect(await axeViolations(buyer)).toEqual([])
  return buyer
}

describe('a collection whose key is on another computer', () => {
  it('is sold with a delivery time, which the buyer reads before paying, and its paid sales are built as one signing request, signed there and delivered', async () => {
    await page.getByRole('button', { name: text.sales.sell, exact: true }).first().click()
    const dialog = page.getByRole('dialog', { name: text.sales.form.title })
    await dialog.getByRole('radio', { name: text.sales.form.random }).check()
    await dialog.getByLabel(text.sales.form.price).fill('10')
    await dialog.getByRole('button', { name: text.sales.form.create }).click()
    await dialog.getByText(text.sales.form.errors.whole({ least: 1, most: 720 })).waitFor()
    await capture('form-error')
    await dialog.getByLabel(text.sales.form.delivery).fill('48')
    await capture('form')
    await dialog.getByRole('button', { name: text.sales.form.create }).click()
    await page.getByText(saleStatus.RESERVED.label).first().waitFor()
    await (await payAs(await newestLink())).close()
    await page.getByText(text.sales.sale.delivery.waits).waitFor({ timeout: uiTimeout })
    await capture('sale-waits')

    const random = { type: 'random', quantity: 1, price: 10_000_000, reservation_time: 900 }
    await call(page, 'sales.create', {
      ...collectionRef,
      request: random,
    })
    const buyer = await payAs(await newestLink())
    await page.getByRole('button', { name: text.sales.sale.delivery.open }).click()
    await requests().getByText(words.waiting(2)).waitFor({ timeout: uiTimeout })
    await capture('waiting')
    await requests().getByRole('button', { name: words.build }).click()
    const building = page.getByRole('dialog', { name: words.buildTitle(2) })
    await capture('build')
    await building.getByRole('button', { name: words.submit }).click()
    await requests().getByText(words.states.awaiting_witnesses).waitFor({ timeout: uiTimeout })
    await capture('parked')
    // They are counted as sales, and not once more as mints.
    await page.getByRole('tab', { name: text.sales.attention(2) }).waitFor()
    await page.getByRole('tab', { name: text.minting.list.part, exact: true }).waitFor()

    const path = join(folder, 'sales.cpreq')
    await answerDialogs(running.app, { save: path })
    await requests().getByRole('button', { name: words.save }).click()
    await notices().getByText(words.saved(path)).waitFor({ timeout: uiTimeout })
    const { transactions, title } = readRequestFile(readFileSync(path, 'utf8'))
    expect(title).toBe(`Deliver 2 sales of ${name}: 2 tokens`)
    const signatures = join(folder, 'sales.witness')
    const witnesses = transactions.map((bytes) => signBody(key, parseTransaction(bytes).txId))
    writeFileSync(signatures, writeWitnesses(witnesses))
    await answerDialogs(running.app, { open: signatures })
    await requests().getByRole('button', { name: words.add }).click()
    await notices().getByText(words.added).waitFor({ timeout: uiTimeout })
    await requests().waitFor({ state: 'hidden', timeout: uiTimeout })
    await page.getByText(saleStatus.COMPLETED.label).nth(1).waitFor({ timeout: uiTimeout })
    await capture('delivered')
    await buyer.getByText('Done. It’s in your wallet.').waitFor({ timeout: uiTimeout })
    await buyer.close()
  })
})
