import { describe, expect, it } from 'vitest'
import { isLocalLink } from '#shared/is-local-link.ts'
import { sharedPage, sharedPayment, sharedPicture } from '#core/sales/share-sale.ts'
import { baseAddress } from '../../studio/open-studio.ts'
import { textOfQr } from '../../studio/pay/text-of-qr.ts'
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
    const payment = sharedPayment(open, now)
    const due = BigInt(open.price) * BigInt(open.supply)
    expect(payment).toMatchObject({ address: baseAddress, due })
    expect(payment.deadline.toISOString()).toBe('2026-11-24T19:40:00.000Z')
    expect(payment.uri).toBe(`web+cardano:${baseAddress}?amount=${Number(due) / 1_000_000}`)
  })

  it('is one file that loads and runs nothing, with a QR code that says the same', () => {
    const payment = sharedPayment(open, now)
    const page = sharedPage(payment)
    expect(page).toContain(baseAddress)
    expect(page).toContain('2026-11-24 19:40 UTC')
    expect(page).toContain('it delivers when it is on again')
    expect(page).not.toMatch(/<script|<img|<link|src=|href="(?!web\+cardano:)|127\.0\.0\.1/u)
    expect(textOfQr(page)).toBe(payment.uri)
    expect(sharedPicture(payment)).toMatch(/^<svg /u)
  })

  it('shows a hostile name as text', () => {
    const [token] = open.tokens
    if (token === undefined) throw new Error('no token')
    const tokens = [{ ...token, name: '<script>alert(1)</script>' }]
    expect(sharedPage(sharedPayment({ ...open, tokens }, now))).not.toContain('<script>')
  })

  it('is refused where nothing is to be paid any more', () => {
    for (const status of ['EXPIRED', 'COMPLETED', 'CANCELLED'] as const)
      expect(() => sharedPayment({ ...open, status }, now)).toThrow(`The sale is ${status}`)
    expect(() => sharedPayment({ ...open, reserved_time: 0 }, now)).toThrow('nothing to share')
  })

  it('tells a link for this computer from one for everybody', () => {
    expect(isLocalLink('http://127.0.0.1:4800/pay/sale/1')).toBe(true)
    expect(isLocalLink('http://localhost:4800/pay/sale/1')).toBe(true)
    expect(isLocalLink('https://shop.example.com/pay/sale/1')).toBe(false)
    expect(isLocalLink('https://127.0.0.1.evil.example/pay')).toBe(false)
  })
})
