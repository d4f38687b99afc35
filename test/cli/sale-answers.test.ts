import { describe, expect, it } from 'vitest'
import { saleAnswer, type SaleAnswerOptions, salesAnswer } from '#cli/commands/sale/sale-answers.ts'
import type { Mint } from '#contract/mints/mint.ts'
import type { Sale } from '#contract/sales/sale.ts'
import { sampleMint, sampleSale } from '../app/api/samples.ts'
import { renderText } from '#cli/terminal/layout.ts'

const textOf = (changes: Partial<Sale>, options: Partial<SaleAnswerOptions> = {}) =>
  renderText(
    saleAnswer({ ...sampleSale, ...changes }, { network: 'devnet', isLocal: true, ...options })
      .text,
  )

const payment = {
  tx_id: 'aa11',
  index: 0,
  address: 'addr_test1payer',
  lovelace: 20_000_000,
  assets: [],
  slot: 5,
  confirmations: 1,
  use: 'unconfirmed' as const,
}

describe('a sale on the command line', () => {
  it('says what is to be paid where, how long there is, and how to go on', () => {
    const text = textOf({ reserved_time: 1_799_900 })
    expect(renderText(text)).toContain('state   Waiting for payment, 30 min left')
    expect(renderText(text)).toContain('price   25 ADA')
    expect(renderText(text)).toContain('coldpress sale pay s1')
    expect(renderText(text)).toContain('coldpress sale cancel s1')
    expect(renderText(text)).toContain('coldpress studio serve')
  })

  it('names the page of a studio that goes on, and not of one that ends with the command', () => {
    expect(textOf({})).not.toContain('/pay/sale/s1')
    const text = textOf({}, { isLocal: false })
    expect(renderText(text)).toContain('/pay/sale/s1')
    expect(renderText(text)).toContain('Its studio continues.')
    for (const [isLocal, link] of [
      [true, null],
      [false, sampleSale.payment_link],
    ] as const) {
      const options = { network: 'devnet', isLocal } as const
      expect(saleAnswer(sampleSale, options).json).toMatchObject({ payment_link: link })
      expect(salesAnswer([sampleSale], options).json).toMatchObject([{ payment_link: link }])
    }
  })

  it('never calls a refund of everything one of what came on top', () => {
    const message = { txIds: ['aa11'], lovelace: 5_000_000 }
    const twice = {
      surplus: 5_000_000,
      error: [{ name: 'SecondPaymentError', message }],
      resolutions: ['accept', 'refund'],
    }
    const open = textOf({ ...twice, status: 'UNRESOLVED_OVERPAID' })
    expect(open).toContain('A refund now gives back everything')
    expect(open).toContain('Refund the payment: coldpress sale resolve s1 refund')
    expect(open).not.toContain('the sale itself goes on')
    const done = textOf({ ...twice, status: 'COMPLETED', resolutions: ['refund'] })
    expect(done).toContain('the sale itself goes on')
    expect(done).toContain('Refund the surplus: coldpress sale resolve s1 refund')
  })

  it('shows a payment with the blocks that are missing on it, and offers no second one', () => {
    const text = textOf({ payments: [payment], confirmations: 3 })
    expect(renderText(text)).toContain('20 ADA from addr_test1payer, 1 of 3 blocks on it')
    expect(renderText(text)).not.toContain('sale pay')
  })

  it('offers to cancel a sale that was paid in part, and none whose price somebody has paid', () => {
    expect(textOf({ payments: [payment], confirmations: 3 })).toContain('sale cancel s1')
    const whole = { ...payment, lovelace: 25_000_000 }
    expect(textOf({ payments: [whole], confirmations: 3 })).not.toContain('sale cancel')
    // Halves of two payers pay nothing.
    const halves = [
      { ...payment, lovelace: 15_000_000, payer: 'aa' },
      { ...payment, lovelace: 15_000_000, payer: 'bb' },
    ]
    expect(textOf({ payments: halves })).toContain('sale cancel s1')
    const underpaid = { status: 'UNRESOLVED_UNDERPAID', resolutions: ['wait', 'refund'] }
    expect(textOf({ ...underpaid, payments: halves })).toContain('sale cancel s1')
  })

  it('says of an underpaid sale whose time is over where its tokens are', () => {
    const underpaid = { status: 'UNRESOLVED_UNDERPAID', reserved_time: 0, payments: [payment] }
    const free = textOf({ ...underpaid, resolutions: ['wait', 'refund'] })
    expect(free).toContain('the tokens are free again; `wait` takes them')
    expect(free).not.toContain('sale cancel')
    expect(textOf({ ...underpaid, resolutions: ['refund'] })).toContain('or somebody else has them')
  })

  it('shows of each payment who paid, what of it counts and what spent it', () => {
    const assets = [{ unit: 'u', quantity: '1' }]
    const payments = [
      { ...payment, payer: 'ab12', counts: 18_000_000, assets, use: 'counted' as const },
      { ...payment, payer: null, use: 'surplus' as const },
      { ...payment, use: 'spent' as const, spent_in: 'cc33' },
      { ...payment, payer: 'dd44', use: 'surplus' as const, counts: 0, is_late: true },
    ]
    const text = textOf({ status: 'UNRESOLVED_UNDERPAID', payments })
    expect(renderText(text)).toContain(
      '20 ADA from addr_test1payer (key ab12), with 1 other token, 18 ADA of it count, counted',
    )
    expect(renderText(text)).toContain('20 ADA from addr_test1payer (counts alone), surplus')
    expect(renderText(text)).toContain(
      '20 ADA from addr_test1payer, spent elsewhere, in transaction cc33',
    )
    expect(renderText(text)).toContain('(key dd44), too late, so nothing of it counts, surplus')
  })

  it('tells cause, next step and the commands for it, and counts as done in part', () => {
    const message = { expected: 25_000_000, paid: 20_000_000, missing: 5_000_000 }
    const sale = {
      ...sampleSale,
      status: 'UNRESOLVED_UNDERPAID',
      error: [{ name: 'UnderpaidError', message }],
      resolutions: ['wait', 'refund', 'something new'],
    }
    const options = { network: 'devnet', isLocal: true } as const
    const { text, json, exit } = saleAnswer(sale, { ...options, isToEnd: true })
    expect(renderText(text)).toContain('Paid too little. 20 of 25 ADA arrived')
    expect(renderText(text)).toContain(
      'Ask for the missing amount, from the same payer: coldpress sale resolve s1 wait',
    )
    expect(renderText(text)).toContain('coldpress sale resolve s1 refund')
    expect(exit).toBe(4)
    expect(saleAnswer(sale, options).exit).toBe(0)
    expect(json).toMatchObject({ id: 's1', explanations: [{ name: 'UnderpaidError' }] })
  })

  it('names the keys of a parked sale, and how their signatures come', () => {
    const transaction = {
      tx_id: 'aa',
      cbor: '',
      fee: 1,
      size: 1,
      inputs: [],
      outputs: [],
      valid_until: '2026-01-02T00:00:00.000Z',
      valid_until_slot: 1,
      status: 'awaiting_witnesses' as const,
      confirmations: 0,
      block_height: null,
      required_signers: [],
      signed_by: [],
      missing: ['ab12', 'cd34'],
      message: null,
    }
    const parked: Mint = {
      ...sampleMint,
      kind: 'sale',
      status: 'awaiting_witnesses',
      script: { type: 'all', scripts: [] },
      transactions: [transaction],
    }
    const text = textOf({ status: 'PROCESSING', mint_id: 'm1' }, { parked })
    expect(renderText(text)).toContain('key ab12\n  key cd34')
    expect(renderText(text)).toContain('coldpress mint status m1 --out mint.cpreq')
    expect(renderText(text)).toContain('coldpress mint witness m1 mint.witness')
    expect(renderText(text)).toContain('coldpress sale show s1 --wait')
    expect(textOf({}, { parked, isLocal: false })).not.toContain('in this vault')
    expect(renderText(text)).not.toContain('sale resolve')
    const given = { status: 'PROCESSING', mint_id: 'm1', resolutions: ['refund'] }
    expect(textOf(given, { parked })).toContain('coldpress sale resolve s1 refund')
  })

  it('lists several with what is to be done, and says how to start where there is none', () => {
    const token = sampleSale.tokens[0]
    const many = { ...sampleSale, tokens: token === undefined ? [] : [token, token, token] }
    const { text } = salesAnswer([{ ...many, resolutions: ['accept', 'refund'] }], {
      isLocal: true,
    })
    expect(renderText(text)).toContain('Leaf 1 and 2 more')
    expect(renderText(text)).toContain('accept or refund')
    expect(renderText(salesAnswer([], { isLocal: true }).text)).toContain('coldpress sale create')
  })
})
