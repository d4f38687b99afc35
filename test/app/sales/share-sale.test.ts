import { describe, expect, it } from 'vitest'
import { saleStatus } from '#contract/sales/sale-status.ts'
import { adaText } from '#values/text/format.ts'
import { isLocalLink } from '#values/addresses/is-local-link.ts'
import { sharedPage, sharedPayment, sharedPicture } from '#app/sales/share-sale.ts'
import { baseAddress } from '../../studio/open-studio.ts'
import { textOfQr } from '../../studio/pages/text-of-qr.ts'
import { sampleSale } from '../api/samples.ts'

const now = new Date('2026-11-24T19:00:00Z')
const open = {
  ...sampleSale,
  status: 'RESERVED' as const,
  payment_address: baseAddress,
  payments: [],
  reserved_time: 2_400_000,
}

describe('A payment that is shared without a server', () => {
  it('is the address, the exact amount, the deadline and a link for wallets', () => {
    const payment = sharedPayment(open, now, 'mainnet')
    const due = BigInt(open.price) * BigInt(open.supply)
    expect(payment).toMatchObject({ address: baseAddress, due })
    expect(payment.deadline.toISOString()).toBe('2026-11-24T19:40:00.000Z')
    expect(payment.uri).toBe(`web+cardano:${baseAddress}?amount=${Number(due) / 1_000_000}`)
  })

  it('asks for the whole price, in one payment, whoever has paid a part', () => {
    const due = BigInt(open.price) * BigInt(open.supply)
    const part = {
      tx_id: 'ab'.repeat(32),
      index: 0,
      address: baseAddress,
      payer: 'cd'.repeat(28),
      lovelace: 1_000_000,
      assets: [],
      slot: 1,
      confirmations: 20,
      use: 'counted' as const,
    }
    const sale = { ...open, status: 'UNRESOLVED_UNDERPAID' as const, payments: [part] }
    const payment = sharedPayment(sale, now, 'mainnet')
    expect(payment.due).toBe(due)
    expect(sharedPage(sharedPayment(open, now, 'mainnet'))).not.toContain('<details')
    expect(sharedPage(payment)).toContain(
      `${adaText(due - 1_000_000n, 'ADA')} more from this very address complete it.`,
    )
    expect(sharedPage(payment)).toMatch(
      /Pay exactly this amount, in one payment, before.*Your artwork is sent to the wallet you pay from/su,
    )
  })

  it('is one file that loads nothing and runs one script by its hash, with art and a QR code that says the same', () => {
    const tokens = [{ name: 'Fern', jpeg: '/9j/4AAQ' }]
    const shown = { tokens, collection: 'Night Garden' }
    const payment = sharedPayment(open, now, 'mainnet', shown)
    const page = sharedPage(payment)
    expect(page).toContain(baseAddress)
    expect(page).toContain('2026-11-24 19:40 UTC')
    expect(page).toMatch(
      /content="default-src 'none'; style-src 'sha256-[\w+/]{43}='; img-src data:; script-src 'sha256-[\w+/]{43}='"/u,
    )
    expect(page).toContain('<img src="data:image/jpeg;base64,/9j/4AAQ" alt="Image of Fern">')
    expect(page).toContain('Night Garden')
    expect(page.match(/data-copy=/gu)).toHaveLength(2)
    expect(page.match(/<script/gu)).toHaveLength(1)
    expect(page).toContain('it delivers when it is on again')
    expect(page).not.toMatch(
      /<link|src="(?!data:image\/jpeg)|href="(?!web\+cardano:)|127\.0\.0\.1/u,
    )
    expect(textOfQr(page)).toBe(payment.uri)
    expect(sharedPicture(payment)).toMatch(/^<svg /u)
  })

  it('says delivery time and refund where a key that is not online signs', () => {
    const delivery = { within: 172_800, by: null, is_late: false, round_id: null }
    const page = sharedPage(sharedPayment({ ...open, delivery }, now, 'mainnet'))
    expect(page).toContain('Delivered within 2 days of your payment')
    expect(page).toContain('the seller has to send your payment back')
    expect(page).not.toContain('when it is on again')
    expect(page).not.toContain('test ADA')
  })

  it('names a network other than mainnet, whose ADA is test ADA', () => {
    const page = sharedPage(sharedPayment(open, now, 'preprod'))
    expect(page).toContain('Preprod: test ADA without value')
    expect(page).toMatch(/class="amount">[\d.,]+ test ADA </u)
  })

  it('shows a hostile name as text', () => {
    const [token] = open.tokens
    if (token === undefined) throw new Error('no token')
    const tokens = [{ ...token, name: '<script>alert(1)</script>' }]
    expect(sharedPage(sharedPayment({ ...open, tokens }, now, 'mainnet'))).not.toContain(
      '<script>alert',
    )
  })

  it('is refused where nothing is to be paid any more', () => {
    for (const status of ['EXPIRED', 'COMPLETED', 'CANCELLED'] as const)
      expect(() => sharedPayment({ ...open, status }, now, 'mainnet')).toThrow(
        `The sale has the state “${saleStatus[status].label}”`,
      )
    expect(() => sharedPayment({ ...open, reserved_time: 0 }, now, 'mainnet')).toThrow(
      'nothing to share',
    )
  })

  it('tells a link for this computer from one for everybody', () => {
    expect(isLocalLink('http://127.0.0.1:4800/pay/sale/1')).toBe(true)
    expect(isLocalLink('http://localhost:4800/pay/sale/1')).toBe(true)
    expect(isLocalLink('https://shop.example.com/pay/sale/1')).toBe(false)
    expect(isLocalLink('https://127.0.0.1.evil.example/pay')).toBe(false)
  })
})
