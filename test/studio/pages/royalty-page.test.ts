import { cutMiddle } from '#values/text/format.ts'
import { describe, expect, it } from 'vitest'
import type { RoyaltyView } from '#contract/mints/mint.ts'
import { royaltyPage, type RoyaltyPage } from '#studio/pages/royalty-page.ts'
import { baseAddress } from '../open-studio.ts'
import { textOfQr } from './text-of-qr.ts'

const royaltyWith = (changes: Partial<RoyaltyView> = {}): RoyaltyView => ({
  status: 'unpaid',
  confirmed: true,
  message: null,
  address: baseAddress,
  amount: 2_100_000,
  paid: 0,
  cost: { with_token: 1_000_000, fee: 200_000, left: 900_000 },
  payment_link: 'http://127.0.0.1/pay/royalty/x',
  mint_id: null,
  tx_id: null,
  confirmations: 0,
  ...changes,
})

const htmlOf = (changes: Partial<RoyaltyView> = {}, more: object = {}): string => {
  const page: RoyaltyPage = {
    collection: { name: '<i>Faces</i>', creator: 'A & B', network: 'mainnet', shopPath: undefined },
    refreshSeconds: 20,
    hasTestWallet: true,
    royalty: royaltyWith(changes),
    wasCancelled: false,
    terms: { rate: '0.075', address: 'addr1royalty' },
    works: [{ name: '"One"', imageUrl: '/picture/0' }],
    transactionPage: undefined,
    ...more,
  }
  return royaltyPage(page)
}

describe('The page of a royalty', () => {
  it('shows the work, whose collection it is, and what can never be changed', () => {
    const html = htmlOf()
    expect(html).toContain('<img src="/picture/0" alt="Image of &quot;One&quot;"')
    expect(html).toContain('&lt;i&gt;Faces&lt;/i&gt; by A &amp; B')
    expect(html).toContain('<h1>Royalty of 7.5%</h1>')
    expect(html).toContain('<code>addr1royalty</code>')
    expect(html).not.toContain('<i>')
    expect(htmlOf({}, { works: [] })).not.toContain('class="works"')
  })

  it('says of a token that it says so on chain only once it is minted', () => {
    expect(htmlOf()).toContain('will say so on chain')
    expect(htmlOf({ status: 'minted', amount: null })).toContain('says so on chain')
    for (const status of ['not_read', 'impossible'] as const) {
      const html = htmlOf({ status, amount: null, address: null, message: 'Nobody read it.' })
      expect(html).toContain('<p>Nobody read it.</p>')
      expect(html).not.toMatch(/7\.5%|on chain, and|addr1royalty|Minted\./u)
    }
  })

  it('shows its steps from the payment to the open collection', () => {
    const current = 'aria-current="step"'
    const done = 'class="done"'
    expect(htmlOf()).toContain(`<li ${current}>Payment</li>`)
    const waits = htmlOf({ status: 'awaiting_witnesses', amount: null })
    expect(waits).toContain(`<li ${done}>Payment found<`)
    expect(waits).toContain(`<li ${current}>Signature</li>`)
    expect(htmlOf({ status: 'minting', amount: null, confirmations: 3 })).toContain(
      `<li ${current}>Minted: 3 blocks on it</li>`,
    )
    const minted = htmlOf({ status: 'minted', amount: null })
    expect(minted).toContain(`<li ${done}>Collection open<`)
    expect(minted).not.toContain('name="renew"')
  })

  it('shows no steps and asks for no money before the royalty is confirmed or where it went wrong', () => {
    const unconfirmed = htmlOf({
      confirmed: false,
      amount: null,
      address: null,
      message: 'Nobody.',
    })
    for (const html of [unconfirmed, htmlOf({ status: 'impossible', amount: null })]) {
      expect(html).not.toContain('class="steps"')
      expect(html).not.toContain('<svg')
      expect(html).not.toContain('pay=test')
    }
  })

  it('asks for exactly the amount, in words, as a link and as a QR code, and links what was sent', () => {
    const html = htmlOf()
    expect(html).toContain('2.1 ADA')
    expect(html).toContain('0.9 ADA stays with the collection')
    expect(textOfQr(html)).toBe(`web+cardano:${baseAddress}?amount=2.1`)
    const txId = 'ab'.repeat(32)
    const minting = htmlOf(
      { status: 'minting', amount: null, tx_id: txId },
      { transactionPage: 'https://explorer.test/x' },
    )
    expect(minting).toContain(
      `<a href="https://explorer.test/x" rel="noreferrer"><code>${cutMiddle(txId)}`,
    )
  })

  it('says alone that nothing can be said at the moment', () => {
    const html = royaltyPage({
      collection: { name: 'Faces', creator: undefined, network: 'mainnet', shopPath: undefined },
      refreshSeconds: 20,
      hasTestWallet: true,
      unavailable: 'The gateway does not answer.',
    })
    expect(html).toContain('The gateway does not answer.')
    expect(html).toContain('name="renew"')
    expect(html).not.toContain('pay=test')
  })
})
