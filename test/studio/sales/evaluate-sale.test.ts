import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TxId } from '#cardano/ids.ts'
import { saleErrorOf } from '#contract/sales/explain-sale-error.ts'
import type { SaleStatus } from '#contract/sales/sale-status.ts'
import { evaluateSale, type SaleToEvaluate } from '#studio/sales/watch/evaluate-sale.ts'
import type { PaymentRow } from '#studio/sales/payments.ts'

const payment = (changes: Partial<PaymentRow> = {}): PaymentRow => ({
  sale_id: 'sale',
  tx_id: TxId('ab'.repeat(32)),
  output_index: 0,
  lovelace: 100n,
  assets: [],
  from_address: 'alice',
  is_from_script: false,
  payer_key: changes.from_address ?? 'alice',
  assets_lovelace: 0n,
  has_reference_script: false,
  block: 'block',
  slot: 500n,
  height: 10,
  block_index: 0,
  use: 'unconfirmed',
  spent_by: null,
  spent_in: null,
  spent_block: null,
  spent_height: null,
  spent_for: null,
  lacks: null,
  is_lost: false,
  ...changes,
})
const sale = (changes: Partial<SaleToEvaluate> = {}): SaleToEvaluate => ({
  status: 'RESERVED',
  reserved_until: 1_000n,
  gaps: [],
  confirmations: 3,
  expected: 100n,
  isHeld: true,
  refuseBuyer: () => undefined,
  ...changes,
})
const tip = { height: 100, slot: 600n }

describe('A payment', () => {
  it('after an end stays late when the reservation starts again, and its error names that end', () => {
    const again = sale({
      status: 'UNRESOLVED_UNDERPAID',
      reserved_until: 3_000n,
      gaps: [{ from: 1_000n, until: 2_000n }],
    })
    const part = payment({ lovelace: 10n })
    const late = payment({ slot: 1_500n, output_index: 1 })
    const seen = { height: 100, slot: 2_100n }
    expect(evaluateSale(again, [part, late], seen)).toMatchObject({
      status: 'UNRESOLVED_UNDERPAID',
      uses: [
        { payment: part, use: 'counted' },
        { payment: late, use: 'surplus' },
      ],
      error: [
        { name: 'UnderpaidError', message: { missing: 90 } },
        { name: 'ReservationEndedError', message: { reservedUntil: 1_000, paidAt: 1_500 } },
      ],
    })
    const rest = payment({ slot: 2_050n, lovelace: 90n, output_index: 2 })
    expect(evaluateSale(again, [part, late, rest], seen)).toMatchObject({
      status: 'PROCESSING',
      uses: [{ use: 'counted' }, { use: 'counted' }, { payment: late, use: 'surplus' }],
    })
  })

  it('counts once so many blocks stand on it', () => {
    expect(evaluateSale(sale(), [payment()], { height: 12, slot: 600n })).toBeUndefined()
    expect(evaluateSale(sale(), [payment()], { height: 13, slot: 600n })).toMatchObject({
      status: 'PROCESSING',
      buyer: 'alice',
      uses: [{ use: 'counted' }],
      reports: [],
    })
  })

  it('is in time by its own slot, however late it is seen', () => {
    const seen = { height: 100, slot: 99_999n }
    expect(evaluateSale(sale(), [payment({ slot: 999n })], seen)?.status).toBe('PROCESSING')
    expect(evaluateSale(sale(), [payment({ slot: 1_000n })], seen)?.status).toBe('EXPIRED')
    expect(
      evaluateSale(sale({ status: 'EXPIRED' }), [payment({ slot: 1_000n })], seen),
    ).toMatchObject({
      status: 'RESERVED_FAILED',
      uses: [{ use: 'surplus' }],
    })
  })

  it('that is still coming keeps a reservation, and a shortage, open', () => {
    const end = { height: 11, slot: 5_000n }
    expect(evaluateSale(sale(), [payment()], end)).toBeUndefined()
    const early = payment({ height: 1, lovelace: 40n })
    expect(evaluateSale(sale(), [early, payment({ lovelace: 60n })], end)).toBeUndefined()
  })
})

describe('A payment of who may get no more', () => {
  const refusal = saleErrorOf('TooManyForBuyerError', {
    buyer: 'alice',
    most: 1,
    has: 1,
    tokens: 1,
  })
  const limited = (changes: Partial<SaleToEvaluate> = {}) =>
    sale({
      refuseBuyer: ({ from_address: payer }) => (payer === 'alice' ? refusal : undefined),
      ...changes,
    })

  it('leaves a reservation as it is, is reported once, and does not keep others from buying', () => {
    const refused = payment()
    expect(evaluateSale(limited(), [refused], tip)).toMatchObject({
      status: 'RESERVED',
      error: null,
      uses: [{ use: 'surplus' }],
      reports: [{ kind: 'UNRESOLVED_OVERPAID', error: [refusal] }],
    })
    const known = payment({ use: 'surplus' })
    expect(evaluateSale(limited(), [known], tip)).toBeUndefined()
    const other = payment({ from_address: 'bob', output_index: 1 })
    expect(evaluateSale(limited(), [known, other], tip)).toMatchObject({
      status: 'PROCESSING',
      buyer: 'bob',
      uses: [
        { payment: other, use: 'counted' },
        { payment: known, use: 'surplus' },
      ],
    })
  })

  it('is what a sale fails with at its end, and is told from a late one', () => {
    const end = { height: 100, slot: 5_000n }
    const late = payment({ slot: 2_000n, output_index: 1 })
    expect(evaluateSale(limited(), [payment(), late], end)).toMatchObject({
      status: 'RESERVED_FAILED',
      frees: true,
      error: [refusal, { name: 'ReservationEndedError' }],
    })
    const part = payment({ from_address: 'bob', lovelace: 40n })
    expect(evaluateSale(limited(), [part, payment({ output_index: 1 })], end)).toMatchObject({
      status: 'UNRESOLVED_UNDERPAID',
      error: [{ name: 'UnderpaidError', message: { paid: 40, missing: 60 } }, refusal],
    })
  })
})

describe('What was given back', () => {
  it('pays for nothing any more', () => {
    const given = payment({ use: 'refunded', spent_by: 'refund' })
    const rest = payment({ output_index: 1, lovelace: 40n })
    expect(evaluateSale(sale(), [given], tip)).toBeUndefined()
    expect(evaluateSale(sale(), [given, rest], tip)).toMatchObject({
      status: 'UNRESOLVED_UNDERPAID',
      error: [{ message: { paid: 40 } }],
    })
    expect(evaluateSale(sale({ status: 'EXPIRED' }), [given], tip)).toBeUndefined()
  })
})

describe('A further payment', () => {
  it('leaves what is wrong with a sale as it is', () => {
    const verdict = evaluateSale(sale({ status: 'UNRESOLVED_OVERPAID' }), [payment()], tip)
    expect(verdict).toMatchObject({ reports: [{ error: [{ name: 'SecondPaymentError' }] }] })
    expect(verdict).not.toHaveProperty('error')
  })
})

describe('What very many strangers have paid', () => {
  it('makes neither the cause of an event long, nor its error', () => {
    const strangers = (count: number) => {
      const payments = Array.from({ length: count }, (_, index) =>
        payment({ output_index: index, lovelace: 1n, from_address: `stranger ${index}` }),
      )
      return evaluateSale(sale(), payments, tip)?.reports[0]
    }
    const report = strangers(2_000)
    expect(report?.cause).toMatch(/^UnderpaidError .{1,150}$/u)
    expect(JSON.stringify(report).length).toBeLessThan(3_000)
    expect(strangers(2_000)).toEqual(report)
    expect(strangers(2_001)?.cause).not.toBe(report?.cause)
  })
})

describe('A rest that no payment can be as small as', () => {
  const price = 5_000_000n
  const evaluated = (...amounts: readonly bigint[]) =>
    evaluateSale(
      sale({ expected: price }),
      amounts.map((lovelace, at) => payment({ lovelace, output_index: at, height: at + 1 })),
      tip,
    )

  it('is paid by the least that can be, which is asked for: nobody has to decide', () => {
    expect(evaluated(4_500_000n, 1_000_000n)).toMatchObject({
      status: 'PROCESSING',
      error: null,
      uses: [{ use: 'counted' }, { use: 'counted' }],
      reports: [],
    })
    expect(evaluated(2_000_000n, 2_999_999n, 1_000_000n)).toMatchObject({ status: 'PROCESSING' })
  })

  it('is overpaid by anything else that is too much', () => {
    for (const amounts of [
      [4_500_000n, 1_000_001n],
      [4_500_000n, 999_999n],
      [4_000_000n, 1_000_001n],
      [1_000_000n, 4_500_000n],
      [5_000_001n],
    ])
      expect(evaluated(...amounts), amounts.join()).toMatchObject({
        status: 'UNRESOLVED_OVERPAID',
        error: [{ name: 'OverpaidError' }],
      })
  })

  it('does not hide other tokens', () => {
    const assets = [{ unit: 'unit', quantity: '1' }]
    const both = [
      payment({ lovelace: 4_500_000n, height: 1 }),
      payment({ lovelace: 1_000_000n, output_index: 1, height: 2, assets }),
    ]
    expect(evaluateSale(sale({ expected: price }), both, tip)).toMatchObject({
      status: 'UNRESOLVED_OVERPAID',
      error: [{ name: 'OtherTokensError' }],
    })
  })

  it('never makes more go back than that, whatever was paid', () => {
    const amounts = fc.array(fc.bigInt({ min: 1n, max: 12n }), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(amounts, (halves) => {
        const paid = halves.map((half) => half * 500_000n)
        const verdict = evaluated(...paid)
        if (verdict?.status !== 'PROCESSING') return
        const counted = verdict.uses.filter(({ use }) => use === 'counted')
        const sum = counted.reduce((total, { payment: { lovelace } }) => total + lovelace, 0n)
        expect(sum >= price && sum - price < 1_000_000n).toBe(true)
        expect(sum === price || counted.at(-1)?.payment.lovelace === 1_000_000n).toBe(true)
      }),
    )
  })
})

describe('A reservation', () => {
  it('ends when the chain says so', () => {
    expect(evaluateSale(sale(), [], { height: 1, slot: 999n })).toBeUndefined()
    expect(evaluateSale(sale(), [], { height: 1, slot: 1_000n })?.status).toBe('EXPIRED')
  })
})

describe('The buyer', () => {
  it('is who paid the price alone; everybody else gets the money back', () => {
    const verdict = evaluateSale(
      sale(),
      [
        payment({ lovelace: 30n, from_address: 'bob', height: 1 }),
        payment({ output_index: 1, from_address: 'carol', height: 2 }),
      ],
      tip,
    )
    expect(verdict).toMatchObject({
      status: 'PROCESSING',
      buyer: 'carol',
      uses: [
        { payment: { from_address: 'carol' }, use: 'counted' },
        { payment: { from_address: 'bob' }, use: 'surplus' },
      ],
      reports: [{ kind: 'UNRESOLVED_OVERPAID', error: [{ name: 'SecondPaymentError' }] }],
    })
  })

  it('is nobody while the price is reached by several together', () => {
    const both = [
      payment({ lovelace: 30n, from_address: 'bob', height: 1 }),
      payment({ output_index: 1, lovelace: 70n, height: 2 }),
    ]
    expect(evaluateSale(sale(), both, tip)).toMatchObject({
      status: 'UNRESOLVED_UNDERPAID',
      buyer: null,
      uses: [
        { payment: { from_address: 'alice' }, use: 'counted' },
        { payment: { from_address: 'bob' }, use: 'surplus' },
      ],
      error: [
        {
          name: 'UnderpaidError',
          message: {
            missing: 30,
            payers: [
              { address: 'alice', paid: 70, missing: 30 },
              { address: 'bob', paid: 30, missing: 70 },
            ],
          },
        },
      ],
    })
  })

  it('is who reaches the price first on chain, with what that took, whichever poll saw it', () => {
    const all = [
      payment({ lovelace: 40n, from_address: 'bob', height: 1 }),
      payment({ output_index: 1, lovelace: 50n, height: 2 }),
      payment({ output_index: 2, lovelace: 60n, from_address: 'bob', height: 3 }),
      payment({ output_index: 3, lovelace: 50n, height: 4 }),
      payment({ output_index: 4, lovelace: 100n, from_address: 'bob', height: 5 }),
    ]
    for (const seen of [all, all.slice(0, 4), all.slice(0, 3)])
      expect(evaluateSale(sale(), seen, tip)).toMatchObject({
        status: 'PROCESSING',
        buyer: 'bob',
        uses: [
          { payment: { output_index: 0 }, use: 'counted' },
          { payment: { output_index: 2 }, use: 'counted' },
          { payment: { output_index: 1 }, use: 'surplus' },
          ...seen.slice(3).map(() => ({ use: 'surplus' })),
        ],
      })
  })

  it('is told by the key that all inputs share: addresses and stake parts do not count', () => {
    const halves = (first: string, second: string) => [
      payment({ lovelace: 30n, from_address: 'thief with my stake', payer_key: first, height: 1 }),
      payment({ lovelace: 70n, payer_key: second, output_index: 1, height: 2 }),
    ]
    expect(evaluateSale(sale(), halves('one', 'one'), tip)?.status).toBe('PROCESSING')
    expect(evaluateSale(sale(), halves('one', 'other'), tip)?.status).toBe('UNRESOLVED_UNDERPAID')
    // Several keys, or a script: each payment stands alone, and may cover the price.
    expect(evaluateSale(sale(), halves('', ''), tip)?.status).toBe('UNRESOLVED_UNDERPAID')
    const whole = payment({ payer_key: '', output_index: 2, height: 3 })
    expect(evaluateSale(sale(), [...halves('', ''), whole], tip)?.status).toBe('PROCESSING')
  })

  it('pays with the ADA that foreign tokens leave', () => {
    const assets = [{ unit: 'unit', quantity: '1' }]
    const withTokens = payment({ assets, assets_lovelace: 12n })
    expect(evaluateSale(sale(), [withTokens], tip)).toMatchObject({
      status: 'UNRESOLVED_UNDERPAID',
      error: [{ name: 'UnderpaidError', message: { paid: 88, missing: 12 } }],
    })
    const rest = payment({ lovelace: 12n, output_index: 1, height: 11 })
    expect(evaluateSale(sale(), [withTokens, rest], tip)).toMatchObject({
      status: 'UNRESOLVED_OVERPAID',
      error: [{ name: 'OtherTokensError' }],
    })
  })
})

describe('A sale that nobody has paid in full by its end', () => {
  const end = { height: 100, slot: 1_000n }
  const part = payment({ lovelace: 40n, use: 'counted' })
  const short = sale({ status: 'UNRESOLVED_UNDERPAID' })

  it('frees its tokens and stays underpaid', () => {
    expect(evaluateSale(short, [part], { height: 100, slot: 999n })).toBeUndefined()
    expect(evaluateSale(short, [part], end)).toEqual({
      status: 'UNRESOLVED_UNDERPAID',
      frees: true,
      uses: [],
      reports: [],
    })
    expect(evaluateSale({ ...short, isHeld: false }, [part], end)).toBeUndefined()
  })

  it('sells nothing to who pays the rest later, or in time but when the tokens are gone', () => {
    const ended = { ...short, isHeld: false }
    const late = payment({ lovelace: 60n, output_index: 1, slot: 1_000n, height: 20 })
    expect(evaluateSale(ended, [part, late], end)).toMatchObject({
      status: 'UNRESOLVED_UNDERPAID',
      uses: [{ use: 'counted' }, { use: 'surplus' }],
    })
    expect(evaluateSale(ended, [part, { ...late, slot: 900n }], end)).toMatchObject({
      status: 'RESERVED_FAILED',
      uses: [{ use: 'surplus' }, { use: 'surplus' }],
    })
  })

  it('is reserved or over once what was paid in part is spent elsewhere', () => {
    const spent = { ...part, use: 'spent' as const, spent_for: 'elsewhere' as const }
    const before = { height: 100, slot: 999n }
    expect(evaluateSale(short, [spent], before)).toMatchObject({ status: 'RESERVED', error: null })
    expect(evaluateSale(short, [spent], end)).toMatchObject({ status: 'EXPIRED', frees: true })
  })
})

const statuses: readonly SaleStatus[] = [
  'RESERVED',
  'EXPIRED',
  'CANCELLED',
  'PROCESSING',
  'MINTING',
  'COMPLETED',
  'RESERVED_FAILED',
  'UNRESOLVED_OVERPAID',
  'UNRESOLVED_UNDERPAID',
  'REFUNDED',
]
const payments = fc
  .array(
    fc.record({
      lovelace: fc.bigInt({ min: 1n, max: 150n }),
      height: fc.integer({ min: 1, max: 20 }),
      from_address: fc.constantFrom('alice', 'bob', 'carol'),
      assets: fc.array(fc.record({ unit: fc.constant('unit'), quantity: fc.constant('1') }), {
        maxLength: 1,
      }),
    }),
    { maxLength: 5 },
  )
  .map((all) =>
    all
      .toSorted((a, b) => a.height - b.height)
      // A slot for every height, so that time goes with the chain.
      .map((one, output_index) =>
        payment({ ...one, output_index, slot: BigInt(one.height * 100) }),
      ),
  )

describe('Whatever was paid', () => {
  it('is evaluated to an end: once applied, nothing changes any more, and every payment has its use', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...statuses),
        payments,
        fc.integer({ min: 1, max: 30 }),
        (status, paid, height) => {
          const seen = paid.filter((one) => one.height <= height)
          const now = { height, slot: BigInt(height * 100) }
          let terms = sale({ status, isHeld: !isEnded(status) })
          let rows = seen
          let rounds = 0
          for (;;) {
            const verdict = evaluateSale(terms, rows, now)
            if (verdict === undefined) break
            const uses = new Map(
              verdict.uses.map(({ payment: { output_index: at }, use }) => [at, use]),
            )
            rows = rows.map((row) => ({ ...row, use: uses.get(row.output_index) ?? row.use }))
            const isHeld = terms.isHeld && verdict.frees !== true
            terms = { ...terms, status: verdict.status, isHeld }
            rounds += 1
            expect(rounds).toBeLessThan(5)
          }
          const confirmed = rows.filter((row) => height - row.height >= terms.confirmations)
          const counted = rows.filter(({ use }) => use === 'counted')
          const sum = counted.reduce((total, { lovelace }) => total + lovelace, 0n)
          const isPaid = status === 'RESERVED' && terms.status === 'PROCESSING'
          const isShort = status === 'RESERVED' && terms.status === 'UNRESOLVED_UNDERPAID'
          const isPending = terms.status === 'RESERVED' || isWaiting(status, terms.status)
          expect(!isPaid || sum === 100n).toBe(true)
          expect(!isPaid || counted.every(({ assets }) => assets.length === 0)).toBe(true)
          expect(!isPaid || counted.every(({ slot }) => slot < terms.reserved_until)).toBe(true)
          expect(!isShort || sum < 100n).toBe(true)
          expect(new Set(counted.map((row) => row.payer_key)).size).toBeLessThan(2)
          expect(isPending || !confirmed.some(isUntouched)).toBe(true)
          expect(rows.filter((row) => !confirmed.includes(row)).every(isUntouched)).toBe(true)
        },
      ),
      { numRuns: 2_000 },
    )
  })
})

const isEnded = (status: SaleStatus): boolean => status === 'EXPIRED' || status === 'CANCELLED'

/** What comes may complete what is there, so nothing is said before. */
const isWaiting = (before: SaleStatus, after: SaleStatus): boolean =>
  before === 'UNRESOLVED_UNDERPAID' && after === before

const isUntouched = ({ use }: PaymentRow): boolean => use === 'unconfirmed'
