import { type Browser, chromium, type Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findChromium } from '../../../tools/chromium-host/chromium/find-chromium.ts'
import { axeViolations } from '../../support/axe.ts'
import { injectWallet } from '../../support/stub-wallet-page.ts'
import { ada } from '../mints/mint-harness.ts'
import { addTokens, createCollection, tokenBody } from '../open-studio.ts'
import { shootPage } from './shoot-page.ts'
import { openWalletHarness, type WalletHarness } from './wallet-harness.ts'

let all: WalletHarness
let browser: Browser
let base: string
beforeAll(async () => {
  all = await openWalletHarness()
  base = await all.studio.app.listen({ port: 0, host: '127.0.0.1' })
  browser = await chromium.launch({
    executablePath: findChromium() ?? '',
    chromiumSandbox: process.getuid?.() !== 0,
  })
})
afterAll(async () => {
  await browser.close()
  await all.close()
})

type Wallet = Parameters<typeof injectWallet>[1]

const open = async (name: string, wallet: Partial<Wallet> = {}) => {
  const sale = await all.sell(name)
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
  const browserErrors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') browserErrors.push(message.text())
  })
  page.on('pageerror', (error) => browserErrors.push(String(error)))
  await injectWallet(page, { ...all.wallet, ...wallet })
  await page.goto(`${base}/pay/sale/${sale.id}`)
  const button = page.getByRole('button', { name: 'Pay with Stub' })
  await button.waitFor()
  return { page, button, browserErrors }
}
const patience = { timeout: 60_000 }

describe('A wallet in the browser, on the page of a sale', () => {
  it('pays by the keyboard, from the click to the token in the wallet', async () => {
    const { page, button, browserErrors } = await open('Keyboard')
    expect(await button.textContent()).toBe('Pay with Stub <b>wallet</b>')
    expect(await axeViolations(page)).toEqual([])
    await shootPage(page, 'wallet')
    await button.focus()
    await page.keyboard.press('Enter')
    await expect
      .poll(() => page.getByText('Do not pay a second time').first().isVisible(), patience)
      .toBe(true)
    await expect
      .poll(() => page.getByRole('status').nth(0).textContent(), patience)
      .toContain('Done. It’s in your wallet')
    const held = await all.buyer.held()
    expect([...held.assets.values()]).toEqual([1n])
    // Ten less, and what the ledger wants beside the token.
    expect(held.lovelace).toBeLessThan(192n * ada)
    expect(browserErrors).toEqual([])
    await page.close()
  })

  it('comes before the address, and pays for a work of a shop page that was reserved on a phone', async () => {
    const { id } = await createCollection(all.studio, { name: 'Faces' })
    await addTokens(all.studio, id, tokenBody('FromShop', { price: 12_000_000 }))
    await all.studio.call('PATCH', `/nft/collections/${id}/shop`, { is_published: true })
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
    await injectWallet(page, all.wallet)
    await page.goto(`${base}/pay/collection/${id}`)
    await page.getByRole('link', { name: /FromShop/u }).click()
    await page.getByRole('button', { name: 'Reserve and pay' }).click()
    const button = page.getByRole('button', { name: 'Pay with Stub' })
    await button.waitFor()
    const top = async (part: Locator): Promise<number> => (await part.boundingBox())?.y ?? Infinity
    const address = page.getByRole('button', { name: 'Copy address' })
    expect(await top(button)).toBeLessThan(await top(address))
    await shootPage(page, 'wallet-from-shop')
    await button.click()
    await page.getByText('Done. It’s in your wallet.').waitFor(patience)
    await page.goto(`${base}/pay/collection/${id}`)
    await page.getByRole('link', { name: /FromShop Sold$/u }).waitFor()
    await page.close()
  })

  it('is asked to sign only after the page has named the amount and where the token goes', async () => {
    const said: (string | null)[] = []
    const { page, button } = await open('Named', {
      signTx: async (tx) => {
        said.push(await page.locator('#wallet').textContent())
        await shootPage(page, 'wallet-asked')
        return all.wallet.signTx(tx)
      },
    })
    await button.click()
    await page.getByText('Do not pay a second time').first().waitFor(patience)
    expect(said).toEqual([
      `You pay 10 ADA. Your artwork is sent to ${all.buyer.address}. Read the payment in your wallet, then sign it.`,
    ])
    await page.close()
  })

  it('is told what went wrong, pays nothing then, and may try again', async () => {
    let declines = true
    const { page, button } = await open('Declined', {
      signTx: async (tx) => {
        if (declines) throw new Error('declined')
        return all.wallet.signTx(tx)
      },
    })
    await button.click()
    await page.getByText('You declined in your wallet. Nothing was paid.').waitFor()
    await shootPage(page, 'wallet-declined')
    declines = false
    await button.click()
    await page.getByText('Do not pay a second time').first().waitFor(patience)
    await page.close()
  })

  it('of another network is refused before it is asked for anything', async () => {
    let asked = 0
    const { page, button } = await open('Mainnet', {
      getNetworkId: () => 1,
      getUtxos: async () => {
        asked += 1
        return []
      },
    })
    await button.click()
    await page.getByText('Your wallet is on another network than devnet').waitFor()
    expect(asked).toBe(0)
    await page.close()
  })
})
