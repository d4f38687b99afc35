import { describe, expect, it } from 'vitest'
import { moneyOf } from '#app/sales/rehearsal-money.ts'
import type { Mint } from '#contract/mints/mint.ts'
import type { Sale } from '#contract/sales/sale.ts'
import { sampleMint, sampleSale } from '../api/samples.ts'

type Payment = NonNullable<Sale['payments']>[number]

const paid = (index: number, address: string, lovelace: number): Payment => ({
  tx_id: 'aa',
  index,
  address,
  lovelace,
  assets: [],
  slot: 1,
  confirmations: 3,
  use: 'refunded',
})

const refund = (
  inputs: readonly string[],
  outputs: readonly (readonly [string, number])[],
  fee: number,
): Mint => ({
  ...sampleMint,
  kind: 'refund',
  status: 'completed',
  script: { type: 'all', scripts: [] },
  transactions: [
    {
      tx_id: 'bb',
      cbor: '',
      fee,
      size: 1,
      inputs: inputs.map((ref) => {
        const [tx_id = '', index = ''] = ref.split('#')
        return { tx_id, index: Number(index), address: '', lovelace: 0, assets: [] }
      }),
      outputs: outputs.map(([address, lovelace]) => ({ address, lovelace, assets: [] })),
      valid_until: '2026-01-02T00:00:00.000Z',
      valid_until_slot: 1,
      status: 'confirmed',
      confirmations: 1,
      block_height: 1,
      required_signers: [],
      signed_by: [],
      missing: [],
      message: null,
    },
  ],
})

const refunded = (payments: readonly Payment[]): Sale => ({
  ...sampleSale,
  status: 'REFUNDED',
  payments: [...payments],
})

const facts = { payoutAddresses: ['creator'], mayLeave: false }

describe('the money of a rehearsed sale', () => {
  it('adds up where each payer gets theirs back', () => {
    const sale = refunded([paid(0, 'alice', 5_000_000), paid(1, 'bob', 3_000_000)])
    const mints = [
      refund(['aa#0'], [['alice', 4_800_000]], 200_000),
      refund(['aa#1'], [['bob', 2_800_000]], 200_000),
    ]
    expect(moneyOf(sale, mints, facts)).toEqual({
      money: {
        paid: 8_000_000,
        income: 0,
        fees: 400_000,
        withTokens: 0,
        returned: 7_600_000,
        left: 0,
      },
      error: undefined,
    })
  })

  it('is wrong where one payer gets what another has paid, or somebody who has paid nothing', () => {
    const sale = refunded([paid(0, 'alice', 5_000_000), paid(1, 'bob', 3_000_000)])
    const all = ['aa#0', 'aa#1']
    const toBob = moneyOf(sale, [refund(all, [['bob', 7_800_000]], 200_000)], facts)
    expect(toBob.error).toBe('bob has paid 3 ADA and got 7.8 ADA')
    const toEve = moneyOf(sale, [refund(all, [['eve', 7_800_000]], 200_000)], facts)
    expect(toEve.error).toBe('7.8 ADA went to eve, which has paid nothing')
  })

  it('may leave too little to be sent back only where that is played', () => {
    const sale = refunded([paid(0, 'alice', 5_000_000), paid(1, 'bob', 1_000_000)])
    const mints = [refund(['aa#0'], [['alice', 4_800_000]], 200_000)]
    expect(moneyOf(sale, mints, facts).error).toBe('1 payment was never spent, of 2')
    expect(moneyOf(sale, mints, { ...facts, mayLeave: true })).toMatchObject({
      money: { left: 1_000_000 },
      error: undefined,
    })
  })

  it('counts nothing that the payment address of the collection adds', () => {
    const sale = refunded([paid(0, 'bob', 1_000_000)])
    const outputs = [
      ['bob', 1_000_000],
      ['own', 7_800_000],
    ] as const
    expect(moneyOf(sale, [refund(['aa#0', 'ff#0'], outputs, 200_000)], facts)).toMatchObject({
      money: { paid: 1_000_000, fees: 0, returned: 1_000_000 },
      error: undefined,
    })
  })
})
