import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PolicyId } from '#cardano/ids.ts'
import { buildRefund, type RefundToBuild } from '#cardano/transactions/build/build-refund.ts'
import { sharesOf } from '#cardano/transactions/build/shares.ts'
import type { BuiltTransaction } from '#cardano/transactions/build/types.ts'
import type { Utxo } from '#cardano/utxo.ts'
import { sumOf, unitOf, type Value } from '#cardano/value.ts'
import { createTestLedger } from '../../../support/ledger.ts'
import * as given from '../ingredients.ts'

const { ada, buyer, utxoOf, collector, held, home, parameters, saleAddress, slot } = given
const context = { network: 'devnet', parameters, slot } as const

const payment = (value: Value | bigint, more: Partial<Utxo> = {}): Utxo =>
  utxoOf(value, saleAddress, more)
const foreign = (count: number, digits = 2) =>
  Array.from({ length: count }, (_, at) => {
    const name = at.toString(16).padStart(digits, '0')
    return [unitOf(PolicyId('5c'.repeat(28)), name), BigInt(at + 1)] as const
  })
const unspent = (...utxos: readonly Utxo[]) => ({ utxos, changeAddress: home })
const rejection = (built: BuiltTransaction): string | undefined =>
  createTestLedger(built.inputs, slot).submit(given.signed(built))
const thrown = (build: () => unknown): unknown => {
  try {
    build()
  } catch (error) {
    return error
  }
  return undefined
}
const values = (built: BuiltTransaction) =>
  built.outputs.map(({ address, value }) => [address, value.lovelace])

describe('a refund out of the payments', () => {
  it('gives each payer one output with all that was paid, less a fee in proportion', () => {
    const utxos = [payment(ada(10)), payment(ada(30)), payment(held(ada(10), foreign(2)))]
    const [first, second, third] = utxos
    if (first === undefined || second === undefined || third === undefined) throw new Error('few')
    const built = buildRefund(context, {
      payments: [
        { utxo: first, to: collector },
        { utxo: second, to: buyer },
        { utxo: third, to: collector.toUpperCase() },
      ],
    })
    const [few, more] = sharesOf(built.fee, [ada(20), ada(30)])
    expect(values(built)).toEqual([
      [collector, ada(20) - (few ?? 0n)],
      [buyer, ada(30) - (more ?? 0n)],
    ])
    expect(built.outputs[0]?.value.assets).toEqual(new Map(foreign(2)))
    expect(built.returned).toEqual(new Map(values(built).map(([to, lovelace]) => [to, lovelace])))
    expect(built).toMatchObject({ change: [], tokens: [], validity: { end: 8_200n } })
    expect(built.requiredSigners).toHaveLength(1)
    expect(rejection(built)).toBeUndefined()
  })

  it('takes several outputs where the tokens of one payer are too many for one', () => {
    const all = foreign(200, 64)
    const payments = [all.slice(0, 100), all.slice(100)].map((some) => ({
      utxo: payment(held(ada(25), some)),
      to: collector,
    }))
    const built = buildRefund(context, { payments })
    expect(built.outputs.length).toBeGreaterThan(1)
    expect(built.returned).toEqual(new Map([[collector, ada(50) - built.fee]]))
    expect(rejection(built)).toBeUndefined()
  })

  it('says what is missing where too little was paid: with that much more it can be built', () => {
    const refund = (lovelace: bigint) =>
      buildRefund(context, { payments: [{ utxo: payment(lovelace), to: collector }] })
    const error = thrown(() => refund(ada(1)))
    expect(error).toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/too little was paid .* Pay the fee out of the collection's/u),
    })
    const missing = BigInt(String(Object(error).details.missing))
    expect(rejection(refund(ada(1) + missing))).toBeUndefined()
    expect(() => refund(ada(1) + missing - 1n)).toThrow('0.000001 ADA is still missing')
  })

  it('spends a payment with a datum, and pays for the largest reference scripts that there can be', () => {
    const special = (lovelace: bigint, hasReferenceScript?: boolean) => {
      const known = hasReferenceScript === undefined ? {} : { hasReferenceScript }
      const utxo = payment(lovelace, { isSpecial: true, ...known })
      return { utxo, to: collector }
    }
    const refund = (...payments: RefundToBuild['payments']) => buildRefund(context, { payments })
    const datum = refund(special(ada(5), false))
    expect(rejection(datum)).toBeUndefined()
    for (const lovelace of [ada(2), ada(5), ada(20), ada(60), ada(1_000)])
      expect(rejection(refund(special(lovelace, true)))).toBeUndefined()
    // Several steps of the price.
    expect(rejection(refund(...[1, 2, 3, 4, 5].map(() => special(ada(80), true))))).toBeUndefined()
    const unknown = refund(special(ada(5)))
    expect(unknown.fee).toBe(refund(special(ada(5), true)).fee)
    expect(unknown.fee - datum.fee).toBeLessThan(ada(5) / 250n)
  })

  it('is refused without payments, to an address that cannot be paid, and above a transaction’s size', () => {
    const utxo = payment(ada(5))
    expect(() => buildRefund(context, { payments: [] })).toThrow(/^payments: none was given/u)
    const to = given.mainnetAddress(given.other)
    expect(() => buildRefund(context, { payments: [{ utxo, to }] })).toThrow(/mainnet address/u)
    const payments = Array.from({ length: 500 }, () => ({ utxo: payment(ada(2)), to: collector }))
    expect(thrown(() => buildRefund(context, { payments }))).toMatchObject({ code: 'too_large' })
    const feeFrom = unspent(utxoOf(ada(5)))
    expect(thrown(() => buildRefund(context, { payments, feeFrom }))).toMatchObject({
      code: 'too_large',
    })
  })
})

describe('a refund whose fee another pays', () => {
  it('gives back the whole payment, and the change to who paid the fee', () => {
    const utxo = payment(held(ada(5), foreign(1)))
    const own = utxoOf(held(ada(3), foreign(2)))
    const built = buildRefund(context, {
      payments: [{ utxo, to: collector }],
      feeFrom: unspent(own),
    })
    expect(built.outputs[0]).toEqual({ address: collector, value: utxo.value })
    expect(built.change.map(({ address }) => address)).toEqual([home, home])
    expect(sumOf(built.change.map(({ value }) => value))).toEqual(
      held(ada(3) - built.fee, foreign(2)),
    )
    expect(built.requiredSigners).toHaveLength(2)
    expect(built.returned).toEqual(new Map([[collector, ada(5)]]))
    expect(rejection(built)).toBeUndefined()
  })

  it('raises what is too little to the least', () => {
    const utxo = payment(ada(0.9))
    const payments = [{ utxo, to: collector }]
    const own = utxoOf(ada(3))
    const built = buildRefund(context, { payments, feeFrom: unspent(own) })
    const [returned = 0n] = built.returned.values()
    expect(returned).toBe(969_750n)
    expect(built.change[0]?.value.lovelace).toBe(ada(3.9) - returned - built.fee)
    expect(rejection(built)).toBeUndefined()
  })

  it('does not count the change as given back, nor a payment as funding', () => {
    const utxo = payment(ada(5))
    const feeFrom = { utxos: [utxo, utxoOf(ada(3), saleAddress)], changeAddress: saleAddress }
    const built = buildRefund(context, { payments: [{ utxo, to: saleAddress }], feeFrom })
    expect(built.inputs).toHaveLength(2)
    expect(built.returned).toEqual(new Map([[saleAddress, ada(5)]]))
    expect(rejection(built)).toBeUndefined()
  })

  it('says what is missing there', () => {
    const payments = [{ utxo: payment(ada(5)), to: collector }]
    expect(thrown(() => buildRefund(context, { payments, feeFrom: unspent() }))).toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/^funding: [\d.]+ ADA is still missing; send that much to/u),
    })
  })
})

describe('whatever is given back', () => {
  const paid = fc.array(
    fc.record({
      lovelace: fc.bigInt(ada(3), ada(60)),
      assets: fc.nat(12),
      to: fc.constantFrom(collector, buyer, given.enterprise(given.other)),
    }),
    { minLength: 1, maxLength: 12 },
  )
  const payers = (parts: readonly { lovelace: bigint; assets: number; to: string }[]) =>
    parts.map(({ lovelace, assets, to }) => ({
      utxo: payment(held(lovelace, foreign(assets))),
      to,
    }))

  it('is all of it less the fee, and the ledger takes it', () => {
    fc.assert(
      fc.property(paid, (parts) => {
        const payments = payers(parts)
        const built = buildRefund(context, { payments })
        const byPayer = [...Map.groupBy(payments, ({ to }) => to)].map(
          ([to, own]) => [to, sumOf(own.map(({ utxo }) => utxo.value))] as const,
        )
        const fees = sharesOf(
          built.fee,
          byPayer.map(([, { lovelace }]) => lovelace),
        )
        expect(new Set(built.inputs)).toEqual(new Set(payments.map(({ utxo }) => utxo)))
        expect(built.outputs).toEqual(
          byPayer.map(([address, { lovelace, assets }], at) => ({
            address,
            value: { lovelace: lovelace - (fees[at] ?? 0n), assets },
          })),
        )
        expect(given.signed(built).length).toBe(built.signedBytes)
        expect(rejection(built)).toBeUndefined()
      }),
      { numRuns: 60 },
    )
  })

  it('is all of it where another pays the fee, and the ledger takes it', () => {
    fc.assert(
      fc.property(paid, fc.nat(5), (parts, assets) => {
        const payments = payers(parts)
        const feeFrom = unspent(utxoOf(held(ada(20), foreign(assets))), utxoOf(ada(2)))
        const built = buildRefund(context, { payments, feeFrom })
        const sent = built.outputs.slice(0, built.outputs.length - built.change.length)
        for (const [to, own] of Map.groupBy(payments, (one) => one.to))
          expect(
            sumOf(sent.filter(({ address }) => address === to).map(({ value }) => value)),
          ).toEqual(sumOf(own.map(({ utxo }) => utxo.value)))
        const all = sumOf(built.outputs.map(({ value }) => value))
        const inputs = sumOf(built.inputs.map(({ value }) => value))
        expect(all.lovelace + built.fee).toBe(inputs.lovelace)
        expect(all.assets).toEqual(inputs.assets)
        expect(rejection(built)).toBeUndefined()
      }),
      { numRuns: 60 },
    )
  })
})
