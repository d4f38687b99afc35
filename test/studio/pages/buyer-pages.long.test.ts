import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TxId } from '#cardano/ids.ts'
import { sharedPage } from '#app/sales/share-sale.ts'
import { paymentUri } from '#contract/sales/payment-uri.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { markup } from '#values/text/markup.ts'
import { errorPage } from '#studio/pages/error-page.ts'
import { pageHeaders } from '#studio/pages/page.ts'
import { salePage, type SalePage } from '#studio/pages/sale-page.ts'
import { shopPage, type ShopPage } from '#studio/pages/shop-page.ts'
import { tokenPage, type TokenPage } from '#studio/pages/token-page.ts'
import { axeViolations } from '../../support/axe.ts'
import { openBrowser } from '../../support/browser.ts'
import { baseAddress } from '../open-studio.ts'
import { type Changes, stateWith } from './sample-state.ts'
import { shootPage } from './shoot-page.ts'

/** Every state of the pages that a buyer is sent, as a browser shows them. */

const now = new Date()
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const due = 25_000_000n
const txId = TxId('ab'.repeat(32))

const art = (file: string): Buffer =>
  readFileSync(join(import.meta.dirname, '../../../resources/sample', file))
const artOf = [art('13-allium.jpg'), art('09-fern.jpg'), art('17-fern.jpg'), art('01-fern.jpg')]

const collection = {
  name: 'Pressed Leaves of a Whole Year',
  creator: 'Mira Halden',
  network: 'mainnet',
  shopPath: '/pay/collection/01',
} as const

const soldToken = (id: string, name: string) => ({
  id,
  asset_name: name.replaceAll(' ', ''),
  name,
  image: 'ipfs://x',
  status: 'RESERVED',
  hasImage: true,
})

const sale = (changes: Changes, more: Partial<SalePage> = {}): string =>
  salePage({
    collection,
    rarity: { markup: '' },
    now,
    transactionPages: { mint: 'https://cexplorer.io/tx/ab', refund: undefined },
    refreshSeconds: 20,
    testWalletDue: undefined,
    link: 'https://shop.example.com/pay/sale/01',
    sentPayment: undefined,
    state: stateWith({ supply: 1, total: due, endsAt: later(28), ...changes }),
    imageUrl: (position) => `/picture/${position}`,
    tokens: [soldToken('01', 'Allium, the ornamental onion')],
    ...more,
  })

const details = markup`<section class="details"><h2>About the collection</h2>
<dl><dt>Policy ID</dt><dd><code>${'7e'.repeat(28)}</code></dd>
<dt>Royalty</dt><dd>5% of later sales</dd></dl></section>`

const token = (more: Partial<TokenPage> = {}, status: TokenPage['token']['status'] = 'FOR_SALE') =>
  tokenPage({
    collection,
    details,
    traits: [
      { name: 'Plant', value: 'Allium' },
      { name: 'Season', value: 'Summer' },
    ],
    link: 'https://shop.example.com/pay/token/01',
    sharedPicture: undefined,
    rarity: { markup: '' },
    refreshSeconds: 20,
    imageUrl: '/picture/0',
    token: {
      name: 'Allium, the ornamental onion',
      description: 'Picked on a meadow in June, pressed for six weeks.',
      status,
      price: due,
      hasImage: true,
    },
    sale: 'ready',
    terms: { delivers_within: null, max_per_buyer: null },
    reservationSeconds: 1_800,
    reservation: undefined,
    ...more,
  })

type Status = ShopPage['works']['works'][number]['status']
const shop = (statuses: readonly Status[]): string => {
  const works = statuses.map((status, index) => ({
    ...soldToken(String(index), ['Allium', 'Fern No. 9', 'Fern No. 17', 'Fern'][index % 4] ?? ''),
    status,
    price: due + BigInt(index) * 1_000_000n,
    hasImage: true,
  }))
  const available = statuses.filter((status) => status === 'FOR_SALE').length
  return shopPage({
    collection,
    description: 'Leaves and flowers of one garden, each pressed once.',
    details,
    filter: { traits: [], isAvailable: false, sort: undefined, page: 1 },
    path: '/pay/collection/01',
    link: 'https://shop.example.com/pay/collection/01',
    works: {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the page reads no other field
      works: works as unknown as ShopPage['works']['works'],
      pages: 1,
      matching: works.length,
      all: works.length,
      available,
      hasPrices: available > 1,
      lowest: available > 0 ? due : undefined,
      traits: works.length === 0 ? [] : [{ name: 'Plant', values: ['Allium', 'Fern'] }],
    },
  })
}

const shared = sharedPage({
  tokens: [{ name: 'Allium, the ornamental onion', jpeg: artOf[0]?.toString('base64') }],
  collection: collection.name,
  address: baseAddress,
  due,
  partPayers: [],
  deadline: later(28),
  network: 'mainnet',
  terms: { delivers_within: null, max_per_buyer: null },
  uri: paymentUri(baseAddress, due),
})

const underpaid = {
  status: 'UNRESOLVED_UNDERPAID',
  paid: 20_000_000n,
  left: 20_000_000n,
  partPayers: [
    {
      address: baseAddress,
      paid: 20_000_000n,
      missing: 5_000_000n,
      rest: 5_000_000n,
      isCompletable: true,
      isReachable: true,
    },
  ],
} as const
const seen = { confirmations: 3, paid: due, left: due, due: 0n } as const

/** What is to be seen without scrolling, by the name of its picture. */
const pages: Readonly<Record<string, { readonly html: string; readonly first: string }>> = {
  'token-open': { html: token(), first: 'Reserve and pay' },
  'token-reserved': {
    html: token({ reservation: { endsAt: later(12), saleLink: undefined } }, 'RESERVED'),
    first: 'Reserved',
  },
  'token-yours': {
    html: token({ reservation: { endsAt: later(12), saleLink: '/pay/sale/01' } }, 'RESERVED'),
    first: 'Go to the payment',
  },
  'token-sold': { html: token({}, 'COMPLETED'), first: 'sold' },
  'sale-reserved': { html: sale({ due }), first: 'Open in a wallet' },
  'sale-many': {
    html: sale(
      { due: 75_000_000n, supply: 3, total: 75_000_000n },
      { tokens: ['Allium', 'Fern No. 9', 'Fern No. 17'].map((name) => soldToken(name, name)) },
    ),
    first: '75 ADA',
  },
  'sale-underpaid': { html: sale({ ...underpaid, due }), first: 'Not enough was paid' },
  'sale-overpaid': {
    html: sale({ status: 'UNRESOLVED_OVERPAID', left: 27_000_000n, surplus: 2_000_000n }),
    first: 'More was paid',
  },
  'sale-seen': { html: sale(seen), first: 'You’re done' },
  'sale-minting': {
    html: sale({ status: 'MINTING', txId, blocksOnIt: 2 }),
    first: 'being minted',
  },
  'sale-completed': { html: sale({ status: 'COMPLETED', txId }), first: 'in your wallet' },
  'sale-ended': { html: sale({ status: 'EXPIRED' }), first: 'reservation has ended' },
  'sale-refunded': { html: sale({ status: 'REFUNDED', refundTxId: txId }), first: 'sent back' },
  shop: { html: shop(['FOR_SALE', 'FOR_SALE', 'RESERVED', 'COMPLETED']), first: '25 ADA' },
  'shop-sold-out': { html: shop(['COMPLETED', 'COMPLETED', 'MINTING']), first: 'sold' },
  'shop-empty': { html: shop([]), first: 'Nothing is for sale' },
  'shared-file': { html: shared, first: '25 ADA' },
  'error-gone': {
    html: errorPage(404, new ColdpressError('not_found', 'no')),
    first: 'cut off',
  },
  'error-down': { html: errorPage(502, new Error('no')), first: 'Try again' },
}

const widths = {
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  wide: { viewport: { width: 1200, height: 800 } },
} as const

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const openPage = async (html: string, width: keyof typeof widths): Promise<Page> => {
  const context = await browser.newContext(widths[width])
  const page = await context.newPage()
  const isServed = html !== shared
  await page.route('**/*', (route) => {
    const picture = /\/picture\/(?<number>\d+)$/u.exec(route.request().url())?.groups?.['number']
    return picture === undefined
      ? route.fulfill({
          body: html,
          ...(isServed ? { headers: pageHeaders } : { contentType: 'text/html' }),
        })
      : route.fulfill({
          body: artOf[Number(picture) % artOf.length] ?? '',
          contentType: 'image/jpeg',
        })
  })
  await page.goto('http://127.0.0.1:9/pay/sale/01')
  await page.waitForLoadState('networkidle')
  return page
}

describe.each(['phone', 'wide'] as const)('On a %s screen', (width) => {
  it.each(Object.entries(pages))(
    '%s says what matters first, fits, and has nothing that axe finds wrong',
    async (name, { html, first }) => {
      const page = await openPage(html, width)
      await shootPage(page, `${name}-${width}`)
      const box = await page.getByText(first).first().boundingBox()
      const { width: screen, height } = widths[width].viewport
      expect.soft((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(height)
      expect.soft(await page.evaluate('document.documentElement.scrollWidth')).toBe(screen)
      for (const colorScheme of ['dark', 'light'] as const) {
        // oxlint-disable-next-line no-await-in-loop -- one page in one scheme after the other
        await page.emulateMedia({ colorScheme })
        // oxlint-disable-next-line no-await-in-loop
        expect.soft(await axeViolations(page)).toEqual([])
      }
      await page.context().close()
    },
  )
})
