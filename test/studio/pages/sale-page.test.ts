import { describe, expect, it } from 'vitest'
import { type SaleStatus, saleStatuses } from '#contract/sales/sale-status.ts'
import { paymentFor } from '#contract/sales/min-payment.ts'
import type { SaleErrorName } from '#contract/sales/explain-sale-error.ts'
import { cutMiddle } from '#values/text/format.ts'
import { TxId } from '#cardano/ids.ts'
import { salePage, type SalePage } from '#studio/pages/sale-page.ts'
import type { PartPayer } from '#contract/sales/part-payers.ts'
import type { OwnSale } from '#studio/sales/show/sale-view.ts'
import { baseAddress, testAddress } from '../open-studio.ts'
import { type Changes, endsAt, stateWith } from './sample-state.ts'
import { textOfQr } from './text-of-qr.ts'

const htmlOf = (changes: Changes = {}, more: Partial<SalePage> = {}): string =>
  salePage({
    collection: {
      name: '<i>Faces</i>',
      creator: 'A & B',
      network: 'mainnet',
      shopPath: undefined,
    },
    rarity: { markup: '' },
    now: new Date('2026-03-01T12:00:00Z'),
    transactionPages: { mint: undefined, refund: undefined },
    refreshSeconds: 20,
    testWalletDue: changes.due ?? 0n,
    link: 'https://shop.example.com/pay/sale/01',
    sentPayment: undefined,
    state: stateWith(changes),
    imageUrl: (position) => `/picture/${position}`,
    tokens: [1, 2].map((position) => ({
      id: `0${position}`,
      asset_name: `Face${position}`,
      name: `"Face" & <b>${position}</b>`,
      image: 'ipfs://x',
      status: 'RESERVED',
      hasImage: position === 1,
    })),
    ...more,
  })

const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]+>/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim()

/** What stands in a live part, without markup. */
const said = (html: string, part = 'state'): string =>
  textOf(
    new RegExp(`data-part="${part}">(?<all>.*?)</div>`, 'su').exec(html)?.groups?.['all'] ?? '',
  )

/** What is folded below the payment. */
const partsIn = (html: string): string =>
  textOf(/<details class="parts">(?<all>.*?)<\/details>/su.exec(html)?.groups?.['all'] ?? '')

const payer = testAddress
const refunded: NonNullable<OwnSale['payments']>[number] = {
  tx_id: 'ab'.repeat(32),
  index: 0,
  address: payer,
  lovelace: 2_000_000,
  assets: [],
  slot: 1,
  confirmations: 20,
  use: 'refunded',
}
const partPayer = (paid: bigint): PartPayer => ({
  address: payer,
  paid,
  missing: 21_000_000n - paid,
  rest: paymentFor(21_000_000n - paid),
  isCompletable: true,
  isReachable: true,
})

describe('The page of a sale', () => {
  it('asks for exactly what is due, in words, as a link and as a QR code, until when', () => {
    const html = htmlOf({ due: 21_000_000n })
    const uri = `web+cardano:${baseAddress}?amount=21`
    expect(said(html, 'pay')).toMatch(
      /^Reserved until 2026-03-01 12:30:00 UTC\. Don’t pay after this time\. The time to pay is over\. .* 21 ADA Copy amount 10\.5 ADA for each of 2 Open in a wallet Pay exactly this amount, in one payment, .* Or scan the code with a wallet, or send the amount to this address: addr_test1/u,
    )
    expect(html).toContain(`<a href="${uri}" class=`)
    expect(textOfQr(html)).toBe(uri)
    expect(html).toContain(`data-ends="${endsAt.getTime()}"`)
  })

  it('asks for the whole price after a part, and says below, folded, what completes it', () => {
    const html = htmlOf({
      status: 'UNRESOLVED_UNDERPAID',
      paid: 9_000_000n,
      due: 21_000_000n,
      partPayers: [partPayer(9_000_000n)],
    })
    expect(said(html)).toMatch(/^Not enough was paid: 9 ADA of 21 ADA\. It counts for/u)
    const parts = partsIn(html)
    expect(parts).toBe(
      `Paid a part of it already? Paid 9 ADA from ${payer}? 12 ADA more from this very address complete it. From another address pay the whole price; the 9 ADA can be sent back, less the fee.`,
    )
    expect(textOfQr(html)).toBe(`web+cardano:${baseAddress}?amount=21`)
    expect(html.match(/web\+cardano:addr/gu)).toHaveLength(1)
    expect(html.match(/role="img" aria-label="QR code of the payment"/gu)).toHaveLength(1)
    expect(html).not.toMatch(/<details[^>]*open/u)
  })

  it('says what completes a part where no wallet sends what is missing, and what cannot be completed', () => {
    const parts = (changes: Partial<PartPayer>, payers = 1) => {
      const payer = { ...partPayer(20_500_000n), ...changes }
      return partsIn(
        htmlOf({ due: 21_000_000n, partPayers: Array.from({ length: payers }, () => payer) }),
      )
    }
    expect(parts({})).toMatch(/ 1 ADA more .* sends just 0\.5 ADA: what is too much comes back/u)
    expect(parts({ isCompletable: false })).toMatch(/No other payment completes it/u)
    expect(parts({ isCompletable: false, isReachable: false })).toMatch(
      /an address that you name to the seller\.$/u,
    )
    expect(parts({}, 6)).toMatch(/One more payer has paid less\./u)
  })

  it('asks for nothing while nobody knows what was paid', () => {
    const html = htmlOf({ isUnread: true, status: 'UNRESOLVED_UNDERPAID', paid: 1_000_000n })
    expect(said(html)).toMatch(/^Payments cannot be checked at the moment\. Do not pay now\./u)
    expect(html).not.toContain('web+cardano')
    expect(html).toContain('name="renew"')
  })

  it('opens in a phone’s wallet by a QR code, only where a phone reaches it', () => {
    const link = 'https://shop.example.com/pay/sale/01'
    const uri = `web+cardano://browse/v1?uri=${encodeURIComponent(link)}`
    const html = htmlOf({ due: 21_000_000n }, { link })
    const phone = html.slice(html.indexOf('<details'), html.indexOf('</details>'))
    expect(textOfQr(phone)).toBe(uri)
    expect(phone).toContain(`href="${uri}"`)
    const here = htmlOf({ due: 21_000_000n }, { link: 'http://127.0.0.1:4800/pay/sale/01' })
    expect(here).not.toContain('browse/v1')
    expect(here).toContain('class="wallets" data-due="21000000" data-network="mainnet"')
  })

  it('shows neither address nor amount once a wallet’s payment was sent', () => {
    const html = htmlOf({ due: 21_000_000n }, { sentPayment: TxId('ab'.repeat(32)) })
    expect(said(html, 'pay')).toMatch(/Do not pay a second time.*abab/u)
    expect(html).not.toContain(baseAddress)
    expect(html).not.toContain('data-due')
  })

  it('tells at once what was not done', () => {
    const html = htmlOf({}, { errorText: 'Not <b>paid</b>.' })
    expect(html).toMatch(/role="alert">.*Not &lt;b&gt;paid/su)
    expect(htmlOf()).not.toContain('role="alert"')
  })

  it('shows every name as text, and a frame where there is no image', () => {
    const html = htmlOf()
    expect(html).not.toMatch(/<b>|<i>/u)
    expect(html).toContain('&quot;Face&quot; &amp; &lt;b&gt;1&lt;/b&gt;')
    expect(html).toContain('2 works of &lt;i&gt;Faces&lt;/i&gt;')
    expect(html.match(/<img /gu)).toHaveLength(1)
    expect(html.match(/No preview/gu)).toHaveLength(1)
  })

  it('says in each state what it is and asks for no money that would come too late', () => {
    const sentences: Readonly<Record<SaleStatus, RegExp>> = {
      RESERVED: /reserved for you\. Waiting for the payment/u,
      EXPIRED: /has ended, and nothing was paid.*Do not pay/u,
      CANCELLED: /was cancelled\. Do not pay/u,
      PROCESSING: /Paid\. The minting transaction is being made/u,
      SUBMITTING: /on its way to the chain/u,
      MINTING: /being minted: 0 confirmations/u,
      COMPLETED: /Done\. They’re in your wallet/u,
      RESERVED_FAILED: /after the reservation had ended/u,
      PROCESSING_FAILED: /cannot be minted at the moment/u,
      UNRESOLVED_SUBMITTING_FAILED: /does not take the minting transaction/u,
      UNRESOLVED_MINTING_MISSING: /is not on the chain/u,
      UNRESOLVED_OVERPAID: /More was paid than asked for: 3 ADA too much/u,
      UNRESOLVED_UNDERPAID: /Not enough was paid/u,
      REFUNDING: /is being sent back/u,
      REFUNDED: /has been sent back/u,
    }
    for (const status of saleStatuses) {
      const html = htmlOf({ status, surplus: status === 'UNRESOLVED_OVERPAID' ? 3_000_000n : 0n })
      expect(said(html)).toMatch(sentences[status])
      expect(html).not.toContain('web+cardano')
      expect(html.includes('name="renew"')).toBe(status !== 'COMPLETED' && status !== 'REFUNDED')
    }
  })

  it('the page of a sale distinguishes the causes of its end', () => {
    const errors = (name: SaleErrorName) => new Set([name])
    expect(
      said(htmlOf({ status: 'RESERVED_FAILED', errors: errors('OutsideOfValidityIntervalError') })),
    ).toContain('The time in which this could be minted has passed.')
    expect(
      said(htmlOf({ status: 'PROCESSING_FAILED', errors: errors('PaidByScriptError') })),
    ).toContain('from the address of a script')
    expect(
      said(htmlOf({ status: 'UNRESOLVED_OVERPAID', errors: errors('OtherTokensError') })),
    ).toContain('holds other tokens too')
    const tooMany = { errors: errors('TooManyForBuyerError'), left: 21_000_000n }
    expect(said(htmlOf({ ...tooMany, status: 'RESERVED_FAILED' }))).toMatch(
      /^The buyer may get no more of this collection\..*can send 21 ADA back/u,
    )
    expect(said(htmlOf({ ...tooMany, due: 21_000_000n }))).toMatch(
      /Waiting for the payment\..*It doesn’t count, .*If it is yours, don’t pay again\./u,
    )
    for (const status of ['EXPIRED', 'CANCELLED'] as const)
      expect(said(htmlOf({ status, left: 21_000_000n }))).toContain('21 ADA arrived too late.')
    expect(said(htmlOf({ status: 'PROCESSING', isParked: true }))).toContain('still has to sign')
  })

  it('asks nobody to pay again while a payment waits for its confirmations', () => {
    const html = htmlOf({ paid: 21_000_000n, confirmations: 4 })
    expect(said(html)).toMatch(
      /A payment of 21 ADA has arrived: 4 of 15 confirmations.*second time/u,
    )
    const part = htmlOf({ paid: 20_000_000n, confirmations: 99, due: 21_000_000n })
    expect(said(part)).toMatch(
      /^20 ADA of 21 ADA has arrived: 15 of 15 confirmations\. It counts for its own payer alone/u,
    )
  })

  it('has nothing red and asks for nothing once the rest of a part is there, before it counts', () => {
    const html = htmlOf({ status: 'UNRESOLVED_UNDERPAID', paid: 21_000_000n, confirmations: 2 })
    expect(said(html)).toMatch(/^A payment of 21 ADA has arrived: 2 of 15 confirmations/u)
    expect(said(html, 'steps')).toMatch(/^What happens next Payment found, done/u)
    expect(html).not.toMatch(/class="state bad"|<button|web\+cardano/u)
  })

  it('says at the end that it is done, and nothing of what could have gone wrong', () => {
    expect(said(htmlOf({ status: 'COMPLETED', supply: 1 }))).toBe('Done. It’s in your wallet.')
    expect(htmlOf({ status: 'COMPLETED' })).not.toContain('If something goes wrong')
    expect(htmlOf()).toContain('If something goes wrong')
  })

  it('puts the wallets of the browser before the address', () => {
    const html = htmlOf({ due: 21_000_000n })
    expect(html.indexOf('class="wallets"')).toBeLessThan(html.indexOf('class="to"'))
  })

  it('says after the end of an underpaid sale that its tokens are free, and not to pay', () => {
    const over = { status: 'UNRESOLVED_UNDERPAID', isOver: true, left: 3_000_000n } as const
    expect(said(htmlOf(over))).toMatch(/^The reservation is over\. Checking/u)
    expect(said(htmlOf({ ...over, isHeld: false }))).toMatch(
      /nobody has paid the whole price\. The works are free again\. 3 ADA arrived.*send it back.*Do not pay/u,
    )
  })

  it('says what of the money was sent back, and what is left of it', () => {
    const errors = (...names: SaleErrorName[]) => new Set(names)
    const failed: Changes = { status: 'RESERVED_FAILED', left: 300_000_000n }
    const inPart: Changes = { ...failed, errors: errors('RefundFailedError'), payments: [refunded] }
    expect(said(htmlOf(inPart))).toMatch(
      /^A part of what was paid has been sent back.*still has to send back 300 ADA.*Do not pay/u,
    )
    expect(said(htmlOf({ ...inPart, payments: [] }))).toMatch(/could not be sent back yet/u)
    expect(said(htmlOf({ status: 'REFUNDED', left: 2_000_000n }))).toMatch(
      /^A part of what was paid has been sent back.*send back 2 ADA/u,
    )
    const tooLittle = {
      status: 'REFUNDED',
      left: 1_000_000n,
      errors: errors('RefundLeftError'),
    } as const
    expect(said(htmlOf(tooLittle))).toMatch(
      /sent back.*1 ADA could not be: too little to pay the fee/u,
    )
    expect(said(htmlOf({ status: 'REFUNDED' }))).not.toContain('A part')
  })

  it('says that a payment was spent by a transaction that is not of its studio', () => {
    const errors = new Set<SaleErrorName>(['SpentElsewhereError'])
    for (const status of ['RESERVED_FAILED', 'EXPIRED', 'CANCELLED'] as const)
      expect(said(htmlOf({ status, errors }))).toMatch(
        /^What was paid has been spent by a transaction .* Ask the seller.*Do not pay/u,
      )
    expect(said(htmlOf({ status: 'EXPIRED', errors }))).not.toContain('nothing was paid')
  })

  it('names the transactions, and what arrived beyond the price', () => {
    const [txId, refundTxId] = [TxId('ab'.repeat(32)), TxId('cd'.repeat(32))]
    const html = htmlOf({ status: 'MINTING', txId, blocksOnIt: 2, surplus: 5_000_000n })
    expect(said(html)).toMatch(
      new RegExp(`2 confirmations so far.*Minting transaction ${txId} 5 ADA arrived beyond`, 'u'),
    )
    expect(said(htmlOf({ status: 'REFUNDING', refundTxId }))).toContain(
      `Refunding transaction ${refundTxId}`,
    )
  })

  it('links a transaction where a browser can show it', () => {
    const [txId, refundTxId] = [TxId('ab'.repeat(32)), TxId('cd'.repeat(32))]
    const transactionPages = { mint: 'https://explorer.example/1', refund: undefined }
    const html = htmlOf({ status: 'REFUNDED', txId, refundTxId }, { transactionPages })
    expect(html).toContain(
      `<a href="https://explorer.example/1" rel="noreferrer"><code>${cutMiddle(txId)}`,
    )
    expect(html).toContain(`Refunding transaction <code>${refundTxId}`)
  })

  it('names the collection, its creator, and what becomes of money that does not fit', () => {
    const html = htmlOf()
    expect(html).toContain('&lt;i&gt;Faces&lt;/i&gt; by A &amp; B')
    expect(html).toContain("less the network's fee")
  })

  it('offers amount and address as a wallet takes them, to be copied', () => {
    const html = htmlOf({ due: 21_500_000n })
    const copied = [...html.matchAll(/data-copy="(?<text>[^"]*)"/gu)].map(
      (found) => found.groups?.['text'],
    )
    expect(copied).toEqual(['21.5', baseAddress])
  })

  it('shows how far a sale is, and no steps for one that went wrong', () => {
    const steps = (changes: Changes) =>
      said(htmlOf(changes), 'steps').replace(/^What happen\w+ (?:next )?/u, '')
    expect(steps({})).toBe('PaymentConfirmedMintedAll in your wallet')
    expect(steps({ paid: 21_000_000n, confirmations: 4 })).toBe(
      'Payment found, doneConfirmed: 4 of 15 blocksMintedAll in your wallet',
    )
    expect(steps({ status: 'MINTING', blocksOnIt: 1, supply: 1 })).toBe(
      'Payment found, doneConfirmed, doneMinted: 1 block on itIn your wallet',
    )
    expect(steps({ status: 'COMPLETED', supply: 1 })).toMatch(/In your wallet, done$/u)
    for (const status of ['EXPIRED', 'UNRESOLVED_UNDERPAID', 'REFUNDED'] as const)
      expect(steps({ status })).toBe('')
    expect(steps({ isOver: true })).toBe('')
  })

  it('has the buttons of a test wallet that make sense, where there is one', () => {
    const buttons = (html: string) =>
      [...html.matchAll(/<button type="submit"[^>]*>(?<label>[^<]+)/gu)].map(
        (found) => found.groups?.['label'],
      )
    expect(buttons(htmlOf({ due: 21_000_000n }))).toEqual([
      'Pay 21 ADA',
      'Pay too little',
      'Pay too much',
    ])
    for (const state of [{ isOver: true }, { status: 'EXPIRED' }, { status: 'CANCELLED' }] as const)
      expect(buttons(htmlOf(state))).toEqual(['Pay too late'])
    expect(buttons(htmlOf({ status: 'MINTING' }))).toEqual([])
    expect(buttons(htmlOf({ due: 21_000_000n }, { testWalletDue: undefined }))).toEqual([])
  })
})

describe('The page of a sale on a network other than mainnet', () => {
  it('says which network it is and that its ADA is without value', () => {
    const on = (network: 'mainnet' | 'preprod' | 'devnet') =>
      htmlOf(
        {},
        { collection: { name: 'Faces', creator: undefined, network, shopPath: undefined } },
      )
    expect(on('preprod')).toContain('Preprod: test ADA without value')
    expect(on('devnet')).toContain('Devnet: test ADA without value')
    expect(on('mainnet')).not.toContain('test ADA')
  })
})
