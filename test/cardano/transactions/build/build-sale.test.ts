import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PolicyId } from '#cardano/ids.ts'
import {
  buildSale,
  minPrice,
  maxTokensOfSale,
  type SaleToBuild,
} from '#cardano/transactions/build/build-sale.ts'
import { sharesOf, weightsOf } from '#cardano/transactions/build/shares.ts'
import type { Utxo } from '#cardano/utxo.ts'
import { sumOf, unitOf, type Value } from '#cardano/value.ts'
import { readLedgerTransaction as readAsDevnet } from '#devnet/ledger/read-transaction.ts'
import { createTestLedger } from '../../../support/ledger.ts'
import * as given from '../ingredients.ts'

const { ada, buyer, utxoOf, collector, held, home, parameters, plainId, plainPolicy, slot } = given
const { saleAddress, secondSaleAddress, tokenNamed, tokensNamed } = given
const context = { network: 'devnet', parameters, slot } as const

const payment = (value: Value | bigint, more: Partial<Utxo> = {}): Utxo =>
  utxoOf(value, saleAddress, more)
const foreign = (count: number) =>
  Array.from(
    { length: count },
    (_, at) => [unitOf(PolicyId('5c'.repeat(28)), `${10 + at}`), BigInt(at + 1)] as const,
  )

const sale: SaleToBuild = {
  policy: plainPolicy,
  tokens: tokensNamed(2),
  buyer: collector,
  payments: [payment(ada(20))],
  price: ada(20),
  payouts: [{ address: home, ratio: 1 }],
}
const saleOf = (change: Partial<SaleToBuild>) => ({ ...sale, ...change })
const rejection = (wanted: SaleToBuild): string | undefined => {
  const built = buildSale(context, wanted)
  return createTestLedger(wanted.payments, slot).submit(given.signed(built))
}
const thrown = (build: () => unknown): unknown => {
  try {
    build()
  } catch (error) {
    return error
  }
  return undefined
}

describe('the transaction of a sale', () => {
  it('mints to who paid and pays out the price, less the fee and the ADA that goes with the tokens', () => {
    const built = buildSale(context, sale)
    const { accounts } = built
    expect(built.outputs.map(({ address }) => address)).toEqual([collector, home])
    expect(built.outputs[0]?.value).toEqual(
      held(
        accounts.nftFee,
        [...built.mint].map(([unit]) => [unit, 1n]),
      ),
    )
    expect(built.outputs[1]?.value).toEqual(held(accounts.income, []))
    expect(accounts).toMatchObject({ revenue: ada(20), txFee: built.fee, returned: 0n })
    expect(accounts.income + accounts.txFee + accounts.nftFee).toBe(ada(20))
    expect(built).toMatchObject({ inputs: sale.payments, change: [], tokens: [0, 1] })
    expect(built.requiredSigners).toContain(given.alice.keyHash)
    expect(built.requiredSigners).toHaveLength(2)
    expect(built.validity).toEqual({ end: 8_200n })
    const read = readAsDevnet(built.cbor)
    expect(read.outputs.map(({ address, value }) => ({ address, value }))).toEqual(built.outputs)
    expect(JSON.stringify(read.metadata)).toContain('Coldpress0001')
    expect(rejection(sale)).toBeUndefined()
  })

  it('takes out of the price only what the buyer’s own surplus leaves to the least ADA', () => {
    const nftFee = (surplus: bigint) =>
      buildSale(context, saleOf({ payments: [payment(ada(20) + surplus)] })).accounts.nftFee
    const whole = nftFee(0n)
    expect(nftFee(ada(0.4))).toBe(whole - ada(0.4))
    expect(nftFee(whole)).toBe(0n)
    const built = buildSale(context, saleOf({ payments: [payment(ada(29))] }))
    expect(built.accounts).toMatchObject({ returned: ada(9), nftFee: 0n })
    expect(built.outputs[0]?.value.lovelace).toBe(ada(9))
  })

  it('gives the buyer the tokens that came with the payments', () => {
    const payments = [payment(held(ada(12), foreign(3))), payment(held(ada(9), foreign(2)))]
    const built = buildSale(context, saleOf({ payments }))
    expect(built.outputs[0]?.value.assets).toEqual(
      new Map([
        ...[...built.mint].map(([unit]) => [unit, 1n] as const),
        ...foreign(3).map(([unit, count], at) => [unit, at < 2 ? 2n * count : count] as const),
      ]),
    )
    expect(rejection(saleOf({ payments }))).toBeUndefined()
  })

  it('pays one address twice where it is named twice, and a buyer who is paid as well', () => {
    const payouts = [home, home, collector].map((address, at) => ({
      address,
      ratio: [0.5, 0.25, 0.25][at] ?? 0,
    }))
    const built = buildSale(context, saleOf({ payouts }))
    const { income } = built.accounts
    expect(built.outputs.map(({ address }) => address)).toEqual([collector, home, home, collector])
    expect(built.outputs.slice(1).map(({ value }) => value.lovelace)).toEqual(
      sharesOf(income, [2n, 1n, 1n]),
    )
    expect(rejection(saleOf({ payouts }))).toBeUndefined()
  })

  it('writes all metadata in version 2 where one name is no text', () => {
    const tokens = [tokenNamed('Text'), tokenNamed(Uint8Array.of(0xff, 0x01))]
    const [label] = readAsDevnet(buildSale(context, saleOf({ tokens })).cbor).metadata
    expect(label?.json).toMatchObject({
      [`0x${plainId}`]: { '0x54657874': {}, '0xff01': {} },
      version: 2,
    })
    expect(rejection(saleOf({ tokens }))).toBeUndefined()
  })

  it('spends payments of several addresses, with a datum, which no key is asked for, and with a reference script', () => {
    const payments = [
      payment(ada(12)),
      utxoOf(ada(4), secondSaleAddress),
      payment(ada(5), { isSpecial: true, hasReferenceScript: false }),
      payment(ada(7), { isSpecial: true, hasReferenceScript: true }),
    ]
    const built = buildSale(context, saleOf({ payments }))
    expect(new Set(built.inputs)).toEqual(new Set(payments))
    expect(built.requiredSigners).toHaveLength(3)
    expect(rejection(saleOf({ payments }))).toBeUndefined()
  })
})

const ratios = fc
  .array(fc.integer({ min: 1, max: 9_999 }), { minLength: 1, maxLength: 5 })
  .map((parts) => parts.map((part) => part / 10_000))
const receivers = [home, buyer, collector, given.enterprise(given.other)]
const payoutsBy = (some: readonly number[]) =>
  some.map((ratio, at) => ({ address: receivers[at % receivers.length] ?? home, ratio }))
const names = fc.uniqueArray(
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.stringMatching(/^[A-Za-z0-9]{1,32}$/u).map((text) => Buffer.from(text)),
    },
    fc.uint8Array({ minLength: 1, maxLength: 32 }).map((bytes) => Buffer.from(bytes)),
  ),
  { minLength: 1, maxLength: 20, size: 'max', selector: (name) => name.toString('hex') },
)
const paid = fc.array(
  fc.record({ more: fc.bigInt(0n, ada(30)), assets: fc.nat(12), second: fc.boolean() }),
  { minLength: 1, maxLength: 5 },
)

describe('whatever is sold', () => {
  it('leaves no lovelace and no token unaccounted for, and the ledger takes it', () => {
    fc.assert(
      fc.property(names, ratios, paid, fc.bigInt(0n, ada(50)), (all, some, coins, profit) => {
        const terms = {
          policy: plainPolicy,
          tokens: all.map((name, at) => tokenNamed(name, { content: { name: `No. ${at}` } })),
          payouts: payoutsBy(some),
        }
        // More than one payment and tokens inside take a little more than the least.
        const price = minPrice(context, terms) + ada(3) + profit
        const payments = coins.map(({ more, assets, second }, at) =>
          utxoOf(
            held((at === 0 ? price : ada(1)) + more + BigInt(assets) * ada(0.2), foreign(assets)),
            second ? secondSaleAddress : saleAddress,
          ),
        )
        const wanted = { ...terms, payments, price, buyer: collector }
        const built = buildSale(context, wanted)
        const brought = sumOf(payments.map(({ value }) => value))
        const sent = sumOf(built.outputs.map(({ value }) => value))
        const { revenue, income, txFee, nftFee, returned } = built.accounts
        expect(revenue).toBe(price)
        expect(income + txFee + nftFee).toBe(price)
        expect(price + returned).toBe(brought.lovelace)
        expect(sent.lovelace + txFee).toBe(brought.lovelace)
        expect(sent.assets).toEqual(sumOf([brought, { lovelace: 0n, assets: built.mint }]).assets)
        const payouts = built.outputs.slice(-some.length)
        expect(payouts.map(({ value }) => value)).toEqual(
          sharesOf(income, weightsOf(some)).map((share) => held(share, [])),
        )
        expect(new Set(built.outputs.slice(0, -some.length).map(({ address }) => address))).toEqual(
          new Set([collector]),
        )
        const signed = given.signed(built)
        expect(signed.length).toBe(built.signedBytes)
        const least = parameters.minFeeA * BigInt(signed.length - 1) + parameters.minFeeB
        expect(built.fee - least).toBeLessThan(1_000n)
        expect(createTestLedger(payments, slot).submit(signed)).toBeUndefined()
      }),
      { numRuns: 60 },
    )
  })

  it('has a least price: the ledger takes a sale at it, and none is built at a lovelace less', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), ratios, (count, some) => {
        const terms = { policy: plainPolicy, tokens: tokensNamed(count), payouts: payoutsBy(some) }
        const price = minPrice(context, terms)
        const at = (lovelace: bigint, index: number) =>
          saleOf({ ...terms, price: lovelace, payments: [payment(lovelace, { index })] })
        expect(rejection(at(price, 255))).toBeUndefined()
        expect(rejection(at(price, 0))).toBeUndefined()
        expect(thrown(() => buildSale(context, at(price - 1n, 255)))).toMatchObject({
          code: 'conflict',
          details: { minPrice: String(price) },
        })
      }),
      { numRuns: 40 },
    )
  })
})

describe('what is no sale', () => {
  it('too many tokens, and how many fit: those do, one more does not', () => {
    const tokens = tokensNamed(60)
    const fits = maxTokensOfSale(context, { ...sale, tokens })
    expect(fits).toBeGreaterThan(20)
    const [error] = [thrown(() => buildSale(context, saleOf({ tokens })))]
    expect(error).toMatchObject({ code: 'too_large', details: { fits } })
    expect(error).toHaveProperty(
      'message',
      expect.stringMatching(/^tokens: 60 of them take \d+ bytes/u),
    )
    const terms = (count: number) => {
      const some = { ...sale, tokens: tokens.slice(0, count), payouts: payoutsBy([0.5, 0.3, 0.2]) }
      return { ...some, payments: [payment(2n ** 36n, { index: 255 })], price: 2n ** 36n }
    }
    const most = maxTokensOfSale(context, terms(60))
    expect(rejection(terms(most))).toBeUndefined()
    expect(() => buildSale(context, terms(most + 1))).toThrow(
      `the first ${most} fit one transaction`,
    )
  })

  it('a token that no transaction holds, by its name', () => {
    const content = { all: Array.from({ length: 260 }, () => 'x'.repeat(62)) }
    const tokens = [tokenNamed('Large', { content }), tokenNamed('Small')]
    expect(maxTokensOfSale(context, { ...sale, tokens })).toBe(0)
    expect(() => buildSale(context, saleOf({ tokens }))).toThrow(
      /^token "Large": its transaction takes \d+ bytes, at most 16384 allowed; shorten its metadata$/u,
    )
  })

  it('less than the price, and how much is missing', () => {
    const payments = [payment(ada(12)), payment(ada(7.5))]
    expect(thrown(() => buildSale(context, saleOf({ payments })))).toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/19\.5 ADA were paid, and the price is 20 ADA/u),
      details: { missing: '500000' },
    })
  })

  const other = payment(ada(20))
  it.each<[string, string, Partial<SaleToBuild>, RegExp]>([
    [
      'a payment at a script',
      'invalid',
      { payments: [utxoOf(ada(20), given.scriptAddress(plainId))] },
      /does not lie at an address of a key/u,
    ],
    ['a payment that is listed twice', 'invalid', { payments: [other, other] }, /is listed twice/u],
    ['no tokens', 'invalid', { tokens: [] }, /^tokens: none was given/u],
    ['nobody to pay out to', 'invalid', { payouts: [] }, /^payouts: nobody is named/u],
    [
      'a buyer of another network',
      'invalid',
      { buyer: given.mainnetAddress(given.other) },
      /it is a mainnet address/u,
    ],
    [
      'the wrong signers',
      'invalid',
      { policy: { ...plainPolicy, signers: new Set() } },
      /^signers:/u,
    ],
  ])('a sale cannot be built: %s', (_, code, change, message) => {
    expect(thrown(() => buildSale(context, saleOf(change)))).toMatchObject({
      code,
      message: expect.stringMatching(message),
    })
  })
})
