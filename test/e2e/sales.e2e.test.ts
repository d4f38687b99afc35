import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Database } from '#core/db/database.ts'
import { call, openView, passphrase, uiTimeout } from '../support/window-actions.ts'
import { type RunningApp, startApp } from '../support/app.ts'
import { axeViolations } from '../support/axe.ts'
import { openBrowser, payOnPage } from '../support/browser.ts'
import { screenshot } from '../support/screens.ts'
import { openCollection, type CollectionRef } from '../support/selling.ts'
import { salesCalls } from '#shared/calls/sales.ts'

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
  page.setDefaultTimeout(12_000)
  page.on('console', (message) => said.push(message.text()))
  await call(page, 'vault.create', { passphrase })
  ;({ collectionRef } = await openCollection(page, { name, tokens, hasRoyalty: true }))
  await openView(page, 'Collections')
  await page.getByRole('button', { name }).click()
  await heading(name).waitFor()
})
afterAll(async () => {
  await Promise.all([running.kill(), browser.close()])
})

describe('putting tokens on sale', () => {
  test('starts with an empty list, and a form that says what it needs', async () => {
    await tab('Sales').click()
    await page.getByRole('heading', { name: 'Nothing is on sale yet' }).waitFor()
    await capture('sales-empty')
    await tab('Analytics').click()
    await page.getByRole('heading', { name: 'Nothing is sold yet' }).waitFor()
    await tab('Sales').click()
    await button('Put on sale').click()
    const dialog = page.getByRole('dialog', { name: 'Put tokens on sale' })
    await dialog.getByRole('button', { name: 'Put on sale' }).click()
    await dialog.getByText('An amount above 0 is needed, such as 25 or 12.5.').waitFor()
    await dialog.getByText('Pick a token, or let them be drawn.').waitFor()
    await capture('sales-form-errors')
    await dialog.getByRole('button', { name: 'Go to the tokens' }).click()
  })

  test('takes the tokens that were picked, at a price that leaves something', async () => {
    const list = page.getByRole('list', { name: 'Tokens' })
    await list.getByRole('button', { name: /^Fern/u }).click()
    await list.getByRole('button', { name: /^Allium/u }).click()
    await page.getByText('2 of at most 20 picked').waitFor()
    await capture('sales-picking')
    await button('Put on sale').click()
    const dialog = page.getByRole('dialog', { name: 'Put tokens on sale' })
    await dialog.getByLabel('Price of one token, in ADA').fill('0.1')
    await dialog.getByRole('button', { name: 'Put on sale' }).click()
    await dialog.getByText(/^\d+ lovelace for one token/u).waitFor()
    await capture('sales-form-too-cheap')
    await dialog.getByLabel('Price of one token, in ADA').fill('12.5')
    await dialog.getByText('The buyer pays 25 ₳.').waitFor()
    await capture('sales-form')
    await dialog.getByRole('button', { name: 'Put on sale' }).click()
    await heading('Sale of Fern and 1 more').waitFor()
    await page.getByText('Waits for payment').first().waitFor()
    await page.getByRole('img', { name: /^QR code of the payment/u }).waitFor()
    await capture('sale-reserved')
  })
})

describe('a sale', () => {
  test('is paid on its page in a browser, minted, and the buyer has the tokens', async () => {
    const { paymentLink } = await newest()
    const link = page.getByRole('link', { name: 'Open the payment page' })
    expect(await link.getAttribute('href')).toBe(paymentLink)
    // it is gone again after three blocks
    const [buyer] = await Promise.all([
      payOnPage(browser, paymentLink, /^Pay 25/u),
      page.getByText('Accepted, being confirmed').waitFor({ timeout: uiTimeout }),
    ])
    const state = page.getByText('Sold', { exact: true })
    await state.waitFor({ timeout: uiTimeout })
    await buyer.close()
    await capture('sale-completed')
    const { buyer: address, txId, income, txFee, nftFee } = await newest()
    expect(BigInt(income ?? 0) + BigInt(txFee ?? 0) + BigInt(nftFee ?? 0)).toBe(25_000_000n)
    const at =
      (await page
        .getByRole('link', { name: 'Open the transaction in the browser' })
        .getAttribute('href')) ?? ''
    expect(at).toContain(txId)
    const explorer = await browser.newPage()
    await explorer.goto(at)
    const received = explorer.getByRole('listitem').filter({ hasText: address ?? 'nobody' })
    await received.filter({ hasText: 'Print0' }).filter({ hasText: 'Print1' }).waitFor()
    await explorer.close()
  })

  test('stands in the list and in the figures', async () => {
    await button('Back to the sales').click()
    const list = page.getByRole('grid', { name: 'Sales of this collection' })
    await list.getByText('Sold').waitFor()
    await capture('sales-list')
    await tab('Analytics').click()
    await page.getByRole('img', { name: /^Bar chart of the number of sales/u }).waitFor()
    await page.getByRole('table', { name: 'What was sold, in numbers' }).waitFor()
    await capture('sales-figures')
  })

  test('stands below a warning, where real money goes to a wallet without a proven backup', async () => {
    const notice = page.getByRole('region', { name: 'The wallet is not safe yet' })
    await tab('Sales').click()
    await page.getByRole('grid', { name: 'Sales of this collection' }).waitFor()
    expect(await notice.count()).toBe(0)
    // The devnet's wallet is taken for one of a public network.
    const database = new Database(join(running.home, 'app.db'), [])
    const setNetwork = async (network: string): Promise<void> => {
      database.run('UPDATE wallets SET network = :network', { network })
      await tab('Analytics').click()
      await tab('Sales').click()
    }
    await setNetwork('preprod')
    await notice.getByText(/^coldpress key wallet backup [0-9a-f]{16} --out FILE$/u).waitFor()
    await notice.getByText('coldpress key wallet drill FILE').waitFor()
    await capture('sales-wallet')
    await setNetwork('devnet')
    database.close()
    await notice.waitFor({ state: 'detached' })
  })

  test('of tokens drawn at random is cancelled', async () => {
    await tab('Sales').click()
    await button('Put on sale').click()
    const dialog = page.getByRole('dialog', { name: 'Put tokens on sale' })
    await dialog.getByRole('radio', { name: 'Any of those for sale, drawn at random' }).check()
    await dialog.getByLabel('How many').fill('3')
    await capture('sales-form-random')
    await dialog.getByRole('button', { name: 'Put on sale' }).click()
    await heading(/^Sale of .* and 2 more$/u).waitFor()
    await button('Cancel the sale').click()
    const asking = page.getByRole('dialog', { name: 'Cancel this sale?' })
    await capture('sale-cancel')
    await asking.getByRole('button', { name: 'Cancel the sale' }).click()
    await page.getByText('Cancelled', { exact: true }).first().waitFor()
    await button('Back to the sales').click()
  })
})

describe('a token', () => {
  test('has a price and a payment link of its own', async () => {
    await tab('Tokens').click()
    await page
      .getByRole('list', { name: 'Tokens' })
      .getByRole('button', { name: /^Olive/u })
      .click()
    const dialog = page.getByRole('dialog', { name: 'Olive' })
    await dialog.getByRole('tab', { name: 'Price' }).click()
    await dialog.getByLabel('Price in ADA').fill('40')
    await dialog.getByRole('button', { name: 'Set the price' }).click()
    const link = dialog.getByRole('link', { name: 'Open the payment page' })
    await link.waitFor()
    await capture('token-price')
    const address = (await link.getAttribute('href')) ?? ''
    const buyer = await browser.newPage()
    expect((await buyer.goto(address))?.status()).toBe(200)
    await buyer.close()
    await dialog.getByRole('button', { name: 'Take the price away' }).click()
    await link.waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
  })
})

test('nothing in the window breaks its content policy', () => {
  expect(said.filter((line) => /Content Security Policy/iu.test(line))).toEqual([])
})
