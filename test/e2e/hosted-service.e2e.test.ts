import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createMintingClient, type MintingClient } from '#app/api/client.ts'
import { accountCalls } from '#contract/accounts/calls.ts'
import { collectionCalls } from '#contract/collections/calls.ts'
import { Secret } from '#platform/secret/secret.ts'
import { text } from '#renderer/text/en.ts'
import { type RunningApp, startApp } from '../support/app.ts'
import { axeViolations } from '../support/axe.ts'
import { confirming } from '../support/confirm.ts'
import {
  hostedAppId,
  hostedKey,
  type HostedService,
  startHostedService,
} from '../support/hosted-service.ts'
import { screenshot } from '../support/screens.ts'
import { call, openView, passphrase, uiTimeout, closeByEscape } from '../support/window-actions.ts'

let running: RunningApp
let page: Page
let service: HostedService
let client: MintingClient
let collectionId: string

beforeAll(async () => {
  service = await startHostedService()
  running = await startApp()
  page = running.page
  await call(page, 'vault.create', { passphrase })
  const account = { name: 'Shop', network: 'testnet', baseUrl: service.url, appId: hostedAppId }
  await confirming(running.app, () => call(page, 'accounts.add', { ...account, apiKey: hostedKey }))
  client = createMintingClient({ ...account, apiKey: Secret.ofText(hostedKey) })
  const { id } = await client.createCollection({
    name: 'Herbarium',
    payout_address: 'addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz',
    policy: { lock: false },
    royalty: { address: ['addr_test1v'], rate: 0.05 },
  })
  collectionId = id
  service.faults.fingerprint = 'asset1hzh0uut85ypcueu88422pmgf6twzj2c52f73a5'
  const image = 'ipfs://QmdfTbBqBPQ7VNxZEYEj14VmRuZBkqFbiwReogJgS1zR1n'
  const tokens = await client.addTokens(id, [
    { asset_name: 'Fern01', name: 'Fern', image },
    { asset_name: 'Olive02', name: 'Olive', image },
  ])
  const ids = tokens.map((token) => token.id)
  const terms = { type: 'fixed', price: 25_000_000, reservation_time: 1800 } as const
  await client.createSale(id, { ...terms, tokens: ids })
  await page.reload()
  await openView(page, text.collections.title)
  await page.getByRole('combobox', { name: text.collections.new.account }).click()
  await page.getByRole('option', { name: 'Shop · Testnet' }).click()
})
beforeEach(async () => {
  await openView(page, text.collections.title)
  await page.getByRole('button', { name: 'Herbarium' }).click()
  await page.getByRole('heading', { level: 1, name: 'Herbarium' }).waitFor({ timeout: uiTimeout })
})
afterAll(async () => {
  await running.kill()
  await service.close()
})

const capture = async (shot: string): Promise<void> => {
  await page.mouse.move(0, 0)
  await screenshot(page, shot)
  expect(await axeViolations(page)).toEqual([])
}

test('a collection without network and sales count is shown, with what Coldpress does not know', async () => {
  const [account] = collectionCalls['collections.list'].output.parse(
    await call(page, 'collections.list', { accountId: await accountId() }),
  )
  expect(account).toMatchObject({ id: collectionId, chain: 'testnet' })
  await page.getByRole('button', { name: text.collections.detail.more }).click()
  await page.getByRole('menuitem', { name: text.collections.detail.details }).click()
  const dialog = page.getByRole('dialog', { name: text.collections.detail.details })
  await dialog.getByText('shop_note').waitFor()
  await capture('hosted-collection')
  await closeByEscape(dialog)
})

test('a sale without link and collection is shown with the price of both tokens and what Coldpress does not know', async () => {
  await page.getByRole('tab', { name: /^Sales/u }).click()
  const list = page.getByRole('grid', { name: text.sales.list.label })
  await list.getByText('Fern').first().click()
  await page.getByText('shop_note').waitFor({ timeout: uiTimeout })
  await page.getByText('50.00 ₳').first().waitFor()
  await page.getByText(text.common.details, { exact: true }).click()
  await page.getByText(text.sales.sale.address, { exact: true }).waitFor()
  expect(await page.getByRole('link', { name: text.sales.sale.openLink }).count()).toBe(0)
  await capture('hosted-sale')
})

const accountId = async (): Promise<string> => {
  const accounts = accountCalls['accounts.list'].output.parse(
    await call(page, 'accounts.list', null),
  )
  return accounts.find(({ name }) => name === 'Shop')?.id ?? ''
}
