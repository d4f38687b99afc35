import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, chromium, type Locator, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findChromium } from '../../../tools/chromium-host/chromium/find-chromium.ts'
import { axeViolations } from '../../support/axe.ts'
import {
  addTokens,
  createCollection,
  testAddress,
  type TestStudio,
  tokenBody,
} from '../open-studio.ts'
import { type MintHarness, openMintHarness } from '../mints/mint-harness.ts'
import { createBuyer } from '../sales/buyer.ts'
import { fixedSale, postSale, saleOf } from '../sales/sale-harness.ts'
import { shootPage } from './shoot-page.ts'

let harness: MintHarness
let studio: TestStudio
let browser: Browser
let base: string
beforeAll(async () => {
  harness = await openMintHarness()
  studio = await harness.open()
  base = await studio.app.listen({ port: 0, host: '127.0.0.1' })
  browser = await chromium.launch({
    executablePath: findChromium() ?? '',
    chromiumSandbox: process.getuid?.() !== 0,
  })
})
afterAll(async () => {
  await browser.close()
  await studio.close()
  await harness.close()
})

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const priced = async (name: string): Promise<string> => {
  const { id } = await createCollection(studio, { name: 'Faces' })
  const [token] = await addTokens(studio, id, tokenBody(name, { image: png, price: 12_000_000 }))
  return `${base}/pay/token/${token?.id}`
}

/** A page whose own errors fail the test, such as a blocked script or image. */
const open = async (
  address: string,
  options: Parameters<Browser['newPage']>[0] = {},
): Promise<{ page: Page; browserErrors: string[] }> => {
  const page = await browser.newPage(options)
  const browserErrors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') browserErrors.push(message.text())
  })
  page.on('pageerror', (error) => browserErrors.push(String(error)))
  await page.goto(address)
  return { page, browserErrors }
}

const patience = { timeout: 30_000 }
const phone = { width: 390, height: 844 }
const state = (page: Page) => page.getByRole('status').first()
const axeInBothSchemes = async (page: Page): Promise<readonly string[]> => {
  await page.emulateMedia({ colorScheme: 'dark' })
  const inTheDark = await axeViolations(page)
  await page.emulateMedia({ colorScheme: 'light' })
  return [...inTheDark, ...(await axeViolations(page))]
}

describe('The pages of payment links in a browser', () => {
  it('lead from a token to its delivery by the keyboard, and renew themselves in place', async () => {
    const { page, browserErrors } = await open(await priced('Keys'), {
      viewport: { width: 320, height: 500 },
    })
    await expect.poll(() => page.evaluate('document.images[0].naturalWidth'), patience).toBe(1)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/pay\/sale\//u)
    await expect.poll(() => page.getByRole('timer').textContent()).toMatch(/^1[45]:\d\d left$/u)
    await page.evaluate('window.wasHere = true; scrollTo(0, 300)')
    expect(await page.evaluate('scrollX + document.documentElement.scrollWidth')).toBe(320)
    await page.getByRole('button', { name: 'Pay too little' }).click()
    await page.waitForLoadState()
    await page.evaluate('window.wasHere = true; scrollTo(0, 300)')
    await expect.poll(() => state(page).textContent(), patience).toContain('6 ADA of 12 ADA')
    expect(await page.evaluate('[window.wasHere, scrollY > 200]')).toEqual([true, true])
    await page.getByRole('button', { name: 'Pay 6 ADA' }).click()
    await expect
      .poll(() => state(page).textContent(), patience)
      .toContain('Done. It’s in your wallet')
    expect(await page.getByRole('button').count()).toBe(0)
    expect(browserErrors).toEqual([])
    await page.close()
  })

  it('show the work first on a phone, and copy amount and address', async () => {
    const { page, browserErrors } = await open(await priced('Phone'), {
      viewport: phone,
      permissions: ['clipboard-read', 'clipboard-write'],
      hasTouch: true,
      isMobile: true,
    })
    const art = await page.getByRole('img', { name: /^Image of/u }).boundingBox()
    const title = await page.getByRole('heading', { level: 1 }).boundingBox()
    expect(art?.width).toBeGreaterThan(350)
    expect((art?.y ?? 0) + (art?.height ?? 0)).toBeLessThan(title?.y ?? 0)
    await page.getByRole('button', { name: 'Reserve and pay' }).tap()
    await page.getByRole('button', { name: 'Copy amount' }).tap()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('12')
    await page.getByRole('button', { name: 'Copy address' }).tap()
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/^addr_test1/u)
    expect(browserErrors).toEqual([])
    await page.close()
  })

  it('ask for the whole price after a part, and fold away for whom that part counts', async () => {
    const { id } = await createCollection(studio, { name: 'Faces' })
    const [token] = await addTokens(studio, id, tokenBody('Part', { image: png }))
    const sold = saleOf(await postSale(studio, id, fixedSale(token === undefined ? [] : [token])))
    const payer = await createBuyer(harness)
    await payer.pay(sold, 1_000_000n)
    for (const [name, viewport] of [
      ['phone', { width: 400, height: 800 }],
      ['wide', { width: 1200, height: 900 }],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one page after the other
      const { page } = await open(`${base}/pay/sale/${sold.id}`, { viewport })
      // oxlint-disable-next-line no-await-in-loop
      await expect.poll(() => state(page).textContent(), patience).toContain('1 ADA of 10 ADA')
      // oxlint-disable-next-line no-await-in-loop
      expect(await page.locator('.amount').textContent()).toContain('10 ADA')
      const rest = page.getByText(`9 ADA more from this very address complete it.`)
      // oxlint-disable-next-line no-await-in-loop
      expect(await rest.isVisible()).toBe(false)
      // Empty until a wallet of the browser is asked.
      // oxlint-disable-next-line no-await-in-loop
      expect(await page.locator('#wallet').isVisible()).toBe(false)
      // oxlint-disable-next-line no-await-in-loop
      await page.getByText('Paid a part of it already?').click()
      // oxlint-disable-next-line no-await-in-loop
      expect(await rest.isVisible()).toBe(true)
      // oxlint-disable-next-line no-await-in-loop
      expect(await axeInBothSchemes(page)).toEqual([])
      // oxlint-disable-next-line no-await-in-loop
      await shootPage(page, `sale-part-${name}`)
      const root = page.locator('html')
      // oxlint-disable-next-line no-await-in-loop
      expect(await root.evaluate(({ scrollWidth }) => scrollWidth)).toBe(viewport.width)
      // oxlint-disable-next-line no-await-in-loop
      await page.close()
    }
  })

  it('take the amount and the address away when the time to pay is over', async () => {
    const { page } = await open(await priced('Late'))
    await page.getByRole('button', { name: 'Reserve and pay' }).click()
    await page.waitForURL(/\/pay\/sale\//u)
    expect(await page.getByText('The time to pay is over').isVisible()).toBe(false)
    await page.route('**/pay/sale/**', (route) => route.abort())
    await page.evaluate("document.querySelector('[data-ends]').dataset.ends = String(Date.now())")
    await page.getByText('The time to pay is over').waitFor()
    expect(await page.getByRole('img', { name: 'QR code of the payment' }).isVisible()).toBe(false)
    await page.close()
  })

  it('say in the time of whoever reads them until when to pay, also after they renewed themselves', async () => {
    const { page, browserErrors } = await open(await priced('Zones'), {
      locale: 'en-GB',
      timezoneId: 'Asia/Kathmandu',
    })
    await page.getByRole('button', { name: 'Reserve and pay' }).click()
    await page.waitForURL(/\/pay\/sale\//u)
    const until = page.locator('time')
    const saysTheirs = async (): Promise<void> => {
      const at = new Date((await until.getAttribute('datetime')) ?? '')
      const dayOf = (date: Date) => date.toLocaleDateString('en', { timeZone: 'Asia/Kathmandu' })
      const isToday = dayOf(at) === dayOf(new Date())
      const style: Intl.DateTimeFormatOptions = isToday
        ? { timeStyle: 'short' }
        : { dateStyle: 'medium', timeStyle: 'short' }
      const [theirs, utc] = ['Asia/Kathmandu', 'UTC'].map((timeZone) =>
        at.toLocaleString('en-GB', { ...style, timeZone }),
      )
      expect(theirs).not.toBe(utc)
      expect(await until.textContent()).toBe(theirs)
      expect(await page.getByText(/UTC/u).count()).toBe(0)
    }
    await saysTheirs()
    // Paid with the form of another window: this page hears of it by renewing itself.
    await page.evaluate('window.wasHere = true')
    const elsewhere = await browser.newPage()
    await elsewhere.goto(page.url())
    await elsewhere.getByRole('button', { name: 'Pay too little' }).click()
    await elsewhere.waitForLoadState()
    await page.getByRole('button', { name: 'Pay 6 ADA' }).waitFor(patience)
    expect(await page.evaluate('window.wasHere')).toBe(true)
    await saysTheirs()
    expect(browserErrors).toEqual([])
    await elsewhere.close()
    await page.close()
  })

  it('work without scripts on a phone', async () => {
    const { page } = await open(await priced('Plain'), {
      javaScriptEnabled: false,
      viewport: phone,
    })
    await page.getByRole('button', { name: 'Reserve and pay' }).click()
    expect(await page.getByRole('button', { name: 'Copy amount' }).isVisible()).toBe(false)
    expect(await page.getByText(/UTC$/u).isVisible()).toBe(true)
    await shootPage(page, 'sale-plain')
    await page.getByRole('button', { name: 'Pay 12 ADA' }).click()
    await expect
      .poll(() => state(page).textContent(), patience)
      .toContain('Done. It’s in your wallet')
    await shootPage(page, 'sale-plain-done')
    await page.close()
  })

  it('keep the price of twenty works on the first screen of a phone, without scripts', async () => {
    const { id } = await createCollection(studio, { name: 'Faces' })
    const names = Array.from({ length: 20 }, (_, at) => `Face${at} of many portraits`)
    const tokens = await addTokens(
      studio,
      id,
      ...names.map((name, at) => tokenBody(`Face${at}`, { name, image: png })),
    )
    const sold = saleOf(await postSale(studio, id, fixedSale(tokens)))
    const { page } = await open(`${base}/pay/sale/${sold.id}`, {
      javaScriptEnabled: false,
      viewport: phone,
    })
    const bottomOf = async (part: Locator): Promise<number> => {
      const box = await part.boundingBox()
      return (box?.y ?? Infinity) + (box?.height ?? 0)
    }
    const art = page.getByRole('img', { name: `Image of ${names[0]}` })
    expect((await art.boundingBox())?.width).toBeGreaterThan(350)
    expect(await page.getByRole('img', { name: /^Image of/u }).count()).toBe(20)
    const amount = page.locator('.amount')
    const title = page.getByRole('heading', { level: 1 })
    expect(await bottomOf(art)).toBeLessThan((await title.boundingBox())?.y ?? 0)
    expect(await bottomOf(amount)).toBeLessThan(phone.height)
    const code = page.getByRole('img', { name: 'QR code of the payment' })
    expect(await bottomOf(code)).toBeLessThan(1.7 * phone.height)
    expect(await page.locator('html').evaluate(({ scrollWidth }) => scrollWidth)).toBe(phone.width)
    await shootPage(page, 'sale-twenty')
    await page.close()

    const { page: wide } = await open(`${base}/pay/sale/${sold.id}`)
    expect(await bottomOf(wide.locator('.amount'))).toBeLessThan(720)
    expect(await axeInBothSchemes(wide)).toEqual([])
    await shootPage(wide, 'sale-twenty-wide')
    await wide.close()
  })

  it('pay for a royalty without scripts on a phone', async () => {
    const { id } = await createCollection(studio, {
      royalty: { address: [testAddress], rate: '0.05' },
    })
    await addTokens(studio, id, tokenBody('RoyalPlain', { image: png }))
    const { page } = await open(`${base}/pay/royalty/${id}`, {
      javaScriptEnabled: false,
      viewport: phone,
    })
    await page.getByRole('button', { name: 'Pay from the test wallet' }).click()
    await expect.poll(() => state(page).textContent(), patience).toContain('Minted.')
    expect(await page.getByRole('listitem').last().textContent()).toBe('Collection open, done')
    await page.close()
  })

  it('have nothing that axe finds wrong, in the light and in the dark, and say when they are out of date', async () => {
    const { page, browserErrors } = await open(await priced('Axe'))
    const errors = () => axeInBothSchemes(page)
    expect(await errors()).toEqual([])
    await page.getByRole('button', { name: 'Reserve and pay' }).click()
    await page.waitForURL(/\/pay\/sale\//u)
    expect(await errors()).toEqual([])
    await page.getByRole('button', { name: 'Pay too much' }).click()
    await expect.poll(() => state(page).textContent(), patience).toContain('2 ADA too much')
    expect(await errors()).toEqual([])
    expect(browserErrors).toEqual([])
    const silence = page.getByText('The studio does not answer')
    await page.context().setOffline(true)
    await expect.poll(() => silence.isVisible(), patience).toBe(true)
    await page.context().setOffline(false)
    await expect.poll(() => silence.isVisible(), patience).toBe(false)
    await page.close()
  })

  it('renew themselves once at a time, so that no late answer hides the end of a sale, and go on after one that never comes or is not theirs', async () => {
    const { page } = await open(await priced('Late'))
    await page.getByRole('button', { name: 'Reserve and pay' }).click()
    await page.waitForURL(/\/pay\/sale\//u)
    let asked = 0
    await page.route('**/pay/sale/*', async (route) => {
      asked += 1
      if (asked === 2) await route.fulfill({ contentType: 'text/html', body: '<h1>Sign in</h1>' })
      else if (asked > 2) await route.continue()
    })
    await expect.poll(() => asked, patience).toBe(1)
    // That it does not ask again can only be given time.
    await sleep(5_000)
    expect(asked).toBe(1)
    const silence = page.getByText('The studio does not answer')
    await expect.poll(() => silence.isVisible(), patience).toBe(true)
    await expect.poll(() => asked, patience).toBeGreaterThan(2)
    await expect.poll(() => silence.isVisible(), patience).toBe(false)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.close()
  })

  it('have nothing that axe finds wrong where a royalty is paid for', async () => {
    const { id } = await createCollection(studio, {
      royalty: { address: [testAddress], rate: '0.05' },
    })
    await addTokens(studio, id, ...['R1', 'R2'].map((name) => tokenBody(name, { image: png })))
    const { page, browserErrors } = await open(`${base}/pay/royalty/${id}`, { viewport: phone })
    await expect.poll(() => page.evaluate('document.images[1]?.naturalWidth'), patience).toBe(1)
    const art = await page.getByRole('img', { name: 'Image of Name of R2' }).boundingBox()
    const title = await page.getByRole('heading', { level: 1 }).boundingBox()
    expect((art?.y ?? 0) + (art?.height ?? 0)).toBeLessThan(title?.y ?? 0)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(phone.width)
    await shootPage(page, 'royalty-unpaid')
    expect(await axeInBothSchemes(page)).toEqual([])
    await page.getByRole('button', { name: 'Pay from the test wallet' }).click()
    await page.waitForLoadState()
    await expect.poll(() => state(page).textContent(), patience).toContain('Minted.')
    await shootPage(page, 'royalty-minted')
    expect(await axeInBothSchemes(page)).toEqual([])
    expect(browserErrors).toEqual([])
    await page.close()
  })

  it('have nothing that axe finds wrong where a link leads nowhere', async () => {
    // Not `open`: the browser reports the answer 404 as an error of the page.
    const page = await browser.newPage()
    for (const path of ['sale', 'token', 'royalty']) {
      await page.goto(`${base}/pay/${path}/x`)
      await page.getByRole('heading', { level: 1, name: 'Nothing is here' }).waitFor()
      expect(await axeInBothSchemes(page)).toEqual([])
    }
    await page.close()
  })
})
