import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TxId } from '#core/cardano/ids.ts'
import type { SaleStatus } from '#shared/wire/sale.ts'
import { evaluateSale, type SaleToEvaluate } from '#studio/sales/evaluate-sale.ts'
import type { PaymentRow } from '#studio/sales/payments.ts'

const payment = (changes: Partial<PaymentRow> = {}): PaymentRow => ({
  sale_id: 'sale',
  tx_id: TxId('ab'.repeat(32)),
  output_index: 0,
  lovelace: 100n,
  assets: [],
  from_address: 'alice',
  is_from_script: false,
  has_reference_script: false,
  block: 'block',
  slot: 500n,
  height: 10,
  block_index: 0,
  use: 'unconfirmed',
  spent_by: null,
  ...changes,
})
const sale = (changes: Partial<SaleToEvaluate> = {}): SaleToEvaluate => ({
  status: 'RESERVED',
  reserved_until: 1_000n,
  confirmations: 3,
  expected: 100n,
  ...changes,
})
const tip = { height: 100, slot: 600n }

describe('A payment', () => {
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
      [4_500_000n, 1_000_000n, 1_000_000n],
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

  it('is who paid first where several paid together', () => {
    const both = [
      payment({ lovelace: 30n, from_address: 'bob', height: 1 }),
      payment({ output_index: 1, lovelace: 70n, height: 2 }),
    ]
    expect(evaluateSale(sale(), both, tip)).toMatchObject({
      status: 'PROCESSING',
      buyer: 'bob',
      reports: [],
    })
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
          let terms = sale({ status })
          let rows = seen
          let rounds = 0
          for (;;) {
            const verdict = evaluateSale(terms, rows, now)
            if (verdict === undefined) break
            const uses = new Map(
              verdict.uses.map(({ payment: { output_index: at }, use }) => [at, use]),
            )
            rows = rows.map((row) => ({ ...row, use: uses.get(row.output_index) ?? row.use }))
            terms = { ...terms, status: verdict.status }
            rounds += 1
            expect(rounds).toBeLessThan(4)
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
          expect(isPending || !confirmed.some(isUntouched)).toBe(true)
          expect(rows.filter((row) => !confirmed.includes(row)).every(isUntouched)).toBe(true)
        },
      ),
      { numRuns: 2_000 },
    )
  })
})

/** What comes may complete what is there, so nothing is said before. */
const isWaiting = (before: SaleStatus, after: SaleStatus): boolean =>
  before === 'UNRESOLVED_UNDERPAID' && after === before

const isUntouched = ({ use }: PaymentRow): boolean => use === 'unconfirmed'
