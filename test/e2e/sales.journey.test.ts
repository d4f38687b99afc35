import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readAda } from '#values/amounts/ada-amount.ts'
import { Database } from '#platform/db/database.ts'
import { text } from '#renderer/text/en.ts'
import { commands } from '#contract/commands.ts'
import {
  answerDialogs,
  call,
  closeByEscape,
  openView,
  passphrase,
  uiTimeout,
} from '../support/window-actions.ts'
import { type RunningApp, startApp } from '../support/app.ts'
import { confirming } from '../support/confirm.ts'
import { axeViolations } from '../support/axe.ts'
import { openBrowser, payOnPage } from '../support/browser.ts'
import { squeezedTexts } from '../support/cut-texts.ts'
import { temporaryFolder } from '../support/folder-test.ts'
import { screenshot } from '../support/screens.ts'
import { openCollection, type CollectionRef } from '../support/selling.ts'
import { salesCalls } from '#contract/sales/calls.ts'
import { saleStatus } from '#contract/sales/sale-status.ts'

let running: RunningApp
let page: Page
let browser: Browser
let collectionRef: CollectionRef
const said: string[] = []

const name = 'Pressed Leaves of a Whole Year, Gathered and Dried Between Heavy Books'
const tokens = [
  'Fern',
  'Allium, the ornamental onion',
  'Olive',
  'Ginkgo',
  'Poppy',
  'A name of thirty-two characters.',
]

const capture = async (shot: string): Promise<void> => {
  // What the pointer happens to be over would show its tooltip.
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
const heading = (title: string | RegExp) => page.getByRole('heading', { level: 1, name: title })
const button = (title: string) => page.getByRole('button', { name: title, exact: true })
const tab = (title: string | RegExp) => page.getByRole('tab', { name: title })
const newest = async () => {
  const { sales } = salesCalls['sales.list'].output.parse(
    await call(page, 'sales.list', { ...collectionRef, cursor: null }),
  )
  const [sale] = sales
  if (sale === undefined) throw new Error('nothing is on sale')
  return salesCalls['sales.show'].output.parse(
    await call(page, 'sales.show', { ...collectionRef, saleId: sale.id }),
  )
}

beforeAll(async () => {
  const started = Promise.all([startApp(), openBrowser()])
  ;[running, browser] = await started
  page = running.page
  page.on('console', (message) => said.push(message.text()))
  await call(page, 'vault.create', { passphrase })
  ;({ collectionRef } = await openCollection(page, { name, tokens, hasRoyalty: true }))
  await openView(page, text.frame.collections)
  await page.getByRole('button', { name }).click()
  await heading(name).waitFor()
})
afterAll(async () => {
  await Promise.all([running.kill(), browser.close()])
})

test('a shop page without a priced work leads to the prices', async () => {
  await button(text.collections.detail.more).click()
  await page.getByRole('menuitem', { name: text.shops.open }).click()
  const dialog = page.getByRole('dialog', { name: text.shops.title })
  await dialog.getByText(text.shops.works(0)).waitFor({ timeout: uiTimeout })
  await capture('shop-without-prices')
  await dialog.getByRole('button', { name: text.shops.price }).click()
  const prices = page.getByRole('dialog', { name: text.picking.price.title(tokens.length) })
  await prices.waitFor()
  await closeByEscape(prices)
})

describe('a payment link', () => {
  test('starts with an empty list, and a form that names tokens itself and says what it needs', async () => {
    await tab(text.sales.part).click()
    await page.getByRole('heading', { name: text.sales.list.empty.title }).waitFor()
    await capture('sales-empty')
    await tab(text.sales.analytics.show).click()
    await page.getByRole('heading', { name: text.sales.analytics.emptyTitle }).waitFor()
    await tab(text.sales.part).click()
    await button(text.sales.sell).click()
    const dialog = page.getByRole('dialog', { name: text.sales.form.title })
    const next = dialog.getByRole('list', { name: text.sales.form.pickedList })
    expect(await next.getByRole('listitem').allTextContents()).toEqual(['Fern'])
    await dialog.getByLabel(text.sales.form.quantity).fill('2')
    await next.getByText('Allium, the ornamental onion').waitFor()
    await dialog.getByRole('button', { name: text.sales.form.create }).click()
    await dialog.getByText(readAda('').error ?? '').waitFor()
    await dialog.getByLabel(text.sales.form.quantity).fill('0')
    await dialog.getByText(text.sales.form.errors.tokens(20)).waitFor()
    await capture('sales-form-errors')
    await dialog.getByRole('button', { name: text.sales.form.toTokens }).click()
  })

  test('takes the tokens that were picked, at a price that leaves something', async () => {
    const list = page.getByRole('list', { name: text.sales.partTokens })
    await list.getByRole('button', { name: /^Fern/u }).click()
    await list.getByRole('button', { name: /^Allium/u }).click()
    await page.getByText(text.picking.count(2)).waitFor()
    await capture('sales-picking')
    await button(text.picking.sell(2)).click()
    const dialog = page.getByRole('dialog', { name: text.sales.form.title })
    await dialog.getByLabel(text.sales.form.price).fill('0.1')
    await dialog.getByRole('button', { name: text.sales.form.create }).click()
    await dialog.getByText(/^[\d.,]+\u00A0₳ for one token does not cover/u).waitFor()
    await capture('sales-form-too-cheap')
    await dialog.getByLabel(text.sales.form.price).fill('12.5')
    await dialog.getByText(text.sales.form.total('25.00 ₳')).waitFor()
    await capture('sales-form')
    await dialog.getByRole('button', { name: text.sales.form.create }).click()
    await heading(text.sales.sale.title('Fern and 1 more')).waitFor()
    await page.getByText(saleStatus.RESERVED.label).first().waitFor()
    await button(text.sales.sale.sharePage).waitFor()
    await capture('sale-reserved')
    await page.getByText(text.common.details, { exact: true }).click()
    await page.getByRole('img', { name: /^QR code of the payment/u }).waitFor()
    await capture('sale-details')
  })
})

describe('a sale', () => {
  test('is shared as a file with a buyer elsewhere', async () => {
    const path = join(temporaryFolder(), 'payment.html')
    await answerDialogs(running.app, { save: path })
    await page.getByText(text.sales.sale.sendFile).waitFor()
    await page.getByRole('button', { name: text.sales.sale.sharePage }).click()
    await page.getByText(text.sales.sale.shared(path)).waitFor()
    expect(readFileSync(path, 'utf8')).toContain('QR code of the payment')
    await capture('sale-shared')
  })

  test('is paid on its page in a browser, minted, and the buyer has the tokens', async () => {
    const { payment_link: paymentLink } = await newest()
    const link = page.getByRole('link', { name: text.sales.previewHere })
    expect(await link.getAttribute('href')).toBe(paymentLink)
    // it is gone again after three blocks
    const [buyer] = await Promise.all([
      payOnPage(browser, paymentLink ?? '', /^Pay 25/u),
      page.getByText(text.sales.sale.path.MINTING).waitFor({ timeout: uiTimeout }),
    ])
    const state = page.getByText(saleStatus.COMPLETED.label, { exact: true }).first()
    await state.waitFor({ timeout: uiTimeout })
    await buyer.close()
    await capture('sale-completed')
    const sold = await newest()
    const { buyer_address: address, tx_id: txId, income, tx_fee: txFee, nft_fee: nftFee } = sold
    expect((income ?? 0) + (txFee ?? 0) + (nftFee ?? 0)).toBe(25_000_000)
    const at =
      (await page
        .getByRole('link', { name: text.sales.sale.openTransaction })
        .getAttribute('href')) ?? ''
    expect(at).toContain(txId)
    const explorer = await browser.newPage()
    await explorer.goto(at)
    const received = explorer.getByRole('listitem').filter({ hasText: address ?? 'nobody' })
    await received.filter({ hasText: 'Print0' }).filter({ hasText: 'Print1' }).waitFor()
    await explorer.close()
  })

  test('stands in the list and in the figures', async () => {
    await button(text.collections.backTo(name)).click()
    const list = page.getByRole('grid', { name: text.sales.list.label })
    await list.getByText(saleStatus.COMPLETED.label).waitFor()
    await capture('sales-list')
    await tab(text.sales.analytics.show).click()
    const { by, sold, soldLabel, tableLabel } = text.sales.analytics
    await page.getByText(sold, { exact: true }).first().waitFor()
    await page.getByRole('table', { name: soldLabel.tokens }).getByText('Fern').waitFor()
    await capture('sales-figures')
    await page.getByRole('radiogroup', { name: by.label }).getByText(by.time).click()
    // Bars of a single day compare nothing.
    expect(await page.getByRole('img', { name: /^Bar chart/u }).count()).toBe(0)
    const breakdown = page.getByRole('table', { name: tableLabel })
    const income = breakdown.getByRole('columnheader', { name: text.sales.analytics.income })
    await income.getByRole('button').click()
    expect(await income.getAttribute('aria-sort')).toBe('ascending')
    await capture('sales-figures-day')
  })

  test('stands below a warning until the wallet for real money is backed up and tested in the window', async () => {
    const notice = page.getByRole('region', { name: text.sales.wallet.title })
    await tab(text.sales.part).click()
    await page.getByRole('grid', { name: text.sales.list.label }).waitFor()
    expect(await notice.count()).toBe(0)
    // The devnet's wallet is taken for one of a public network.
    const database = new Database(join(running.home, 'app.db'), [])
    const setNetwork = async (network: string): Promise<void> => {
      database.run('UPDATE wallets SET network = :network', { network })
      await tab(text.sales.analytics.show).click()
      await tab(text.sales.part).click()
    }
    await setNetwork('preprod')
    await notice.getByText(text.sales.wallet.none).waitFor()
    await capture('sales-wallet')
    const { making, testing, wallet, source, passphrase: backupLabel } = text.policies.backup
    const file = join(running.home, 'wallet.age')
    await answerDialogs(running.app, { save: file, open: file })
    await notice.getByRole('button', { name: text.sales.wallet.make }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(wallet.text).waitFor()
    const own = 'words for the wallet alone, five'
    const field = (name: string) => dialog.getByRole('textbox', { name, exact: true })
    await field(making.passphrase).fill(own)
    await field(making.again).fill(own)
    await field(making.vault).fill(passphrase)
    await capture('sales-wallet-backup')
    await dialog.getByRole('button', { name: making.submit }).click()
    // Two derivations of a key by scrypt, which a busy machine stretches.
    await dialog.getByText(testing.saved(file)).waitFor({ timeout: uiTimeout })
    await dialog.getByRole('button', { name: source.pick }).click()
    await field(backupLabel).fill(own)
    await dialog.getByRole('button', { name: testing.submit }).click()
    await dialog.getByText(/^The backup works: keys of the wallet have signed/u).waitFor()
    await capture('sales-wallet-tested')
    await dialog.getByRole('button', { name: text.common.close }).last().click()
    await notice.waitFor({ state: 'detached' })
    await openView(page, text.policies.title)
    await button(text.policies.bringIn).click()
    const { restoring, restored, restoreAny } = text.policies.backup
    await page.getByRole('menuitem', { name: restoreAny }).click()
    await dialog.getByRole('button', { name: source.pick }).click()
    await field(backupLabel).fill(own)
    // Nothing proves that the wallet is the user's on this network.
    await confirming(running.app, async () => {
      await dialog.getByRole('button', { name: restoring.submit, exact: true }).click()
      await dialog.getByText(restored.wallet(true)).waitFor({ timeout: uiTimeout })
    })
    await capture('wallet-restored')
    await dialog.getByRole('button', { name: text.common.close }).last().click()
    await openView(page, text.frame.collections)
    await button(name).click()
    await tab(text.sales.part).click()
    await setNetwork('devnet')
    database.close()
    await notice.waitFor({ state: 'detached' })
  })

  test('of tokens drawn at random is cancelled', async () => {
    await tab(text.sales.part).click()
    await button(text.sales.sell).click()
    const dialog = page.getByRole('dialog', { name: text.sales.form.title })
    await dialog.getByRole('radio', { name: text.sales.form.random }).check()
    await dialog.getByLabel(text.sales.form.quantity).fill('3')
    await capture('sales-form-random')
    await dialog.getByRole('button', { name: text.sales.form.create }).click()
    await heading(/^Payment link for .* and 2 more$/u).waitFor()
    await button(text.sales.sale.cancel).click()
    const asking = page.getByRole('dialog', { name: text.sales.sale.cancelTitle })
    await capture('sale-cancel')
    await asking.getByRole('button', { name: text.sales.sale.keep }).click()
    await asking.waitFor({ state: 'detached' })
    await button(text.collections.backTo(name)).click()
    const row = page
      .getByRole('grid', { name: text.sales.list.label })
      .getByRole('row')
      .filter({ hasText: saleStatus.RESERVED.label })
    await row.click({ button: 'right' })
    const entry = (label: string) => page.getByRole('menu').getByRole('menuitem', { name: label })
    await entry(commands.openPaymentPage.label).waitFor()
    // It leads to this computer: a buyer could not open it.
    expect(await entry(commands.copyPaymentLink.label).count()).toBe(0)
    await entry(commands.copyId.label).click()
    const { id } = await newest()
    await expect.poll(() => running.app.evaluate(({ clipboard }) => clipboard.readText())).toBe(id)
    await row.focus()
    await page.keyboard.press('Shift+F10')
    await entry(commands.cancelSale.label).waitFor()
    await capture('menu-sale')
    await entry(commands.cancelSale.label).click()
    await asking.getByRole('button', { name: text.sales.sale.cancel }).click()
    await page.getByText(saleStatus.CANCELLED.label, { exact: true }).first().waitFor()
  })
})

describe('a token', () => {
  test('has a price and a payment link of its own', async () => {
    await tab(text.sales.partTokens).click()
    await page
      .getByRole('list', { name: text.sales.partTokens })
      .getByRole('button', { name: /^Olive/u })
      .click()
    const dialog = page.getByRole('dialog', { name: 'Olive' })
    await dialog.getByRole('tab', { name: text.sales.resolve.price }).click()
    await dialog.getByLabel(text.sales.tokenPrice.label).fill('40')
    await dialog.getByRole('button', { name: text.sales.tokenPrice.set }).click()
    const link = dialog.getByRole('link', { name: text.sales.previewHere })
    await link.waitFor()
    await capture('token-price')
    const address = (await link.getAttribute('href')) ?? ''
    const buyer = await browser.newPage()
    expect((await buyer.goto(address))?.status()).toBe(200)
    await buyer.close()
    await dialog.getByRole('button', { name: text.sales.tokenPrice.remove }).click()
    await link.waitFor({ state: 'detached' })
    await closeByEscape(dialog)
  })
})

test('rarity without attributes leads to the table of tokens', async () => {
  await tab(text.rarity.part).click()
  await page.getByRole('heading', { name: text.rarity.noTraits }).waitFor()
  await capture('rarity-without-attributes')
  await button(text.rarity.addTraits).click()
  await heading(text.importing.draft.change.title(name)).waitFor({ timeout: uiTimeout })
})

test('nothing in the window breaks its content policy', () => {
  expect(said.filter((line) => /Content Security Policy/iu.test(line))).toEqual([])
})
