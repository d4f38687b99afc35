import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PolicyId } from '#cardano/ids.ts'
import { buildMint } from '#cardano/transactions/build/build-mint.ts'
import { buildPayment } from '#cardano/transactions/build/build-payment.ts'
import type { Utxo } from '#cardano/utxo.ts'
import { lovelaceOnly, unitOf, type Unit } from '#cardano/value.ts'
import { isColdpressError } from '#values/errors/errors.ts'
import * as given from '../ingredients.ts'

const { ada, utxoOf, contextWith, held } = given
const foreign = PolicyId('5c'.repeat(28))
const units = (count: number): [Unit, bigint][] =>
  Array.from({ length: count }, (_, at) => [unitOf(foreign, String(at).padStart(64, '0')), 1n])
const pay = (utxos: readonly Utxo[], lovelace: bigint) =>
  buildPayment(contextWith(utxos), [{ address: given.buyer, value: lovelaceOnly(lovelace) }])

describe('the choice of inputs', () => {
  it('takes the largest without tokens first, and tokens only where there is nothing else', () => {
    const [small, large, holder] = [
      utxoOf(ada(5)),
      utxoOf(ada(20)),
      utxoOf(held(ada(900), units(1))),
    ] as const
    expect(pay([holder, small, large], ada(10)).inputs).toEqual([large])
    expect(new Set(pay([holder, small, large], ada(22)).inputs)).toEqual(new Set([small, large]))
    const all = pay([holder, small, large], ada(100))
    expect(new Set(all.inputs)).toEqual(new Set([holder, small, large]))
    expect(all.change.map(({ value }) => value.assets.size)).toEqual([1, 0])
  })

  it('leaves special outputs, those of scripts and those of Byron times, and says what is missing', () => {
    const left = [
      utxoOf(ada(100), given.home, { isSpecial: true }),
      utxoOf(ada(100), given.scriptAddress(foreign)),
      utxoOf(ada(100), 'Ae2tdPwUPEZFRbyhz3cpfC2CumGzNkFBN2L42rcUc2yjQpEkxDbkPodpMAi'),
    ]
    expect(() => pay(left, ada(10))).toThrow(
      /^funding: \d+\.\d{6} ADA is still missing; send that much/u,
    )
    const good = utxoOf(ada(20))
    expect(pay([...left, good], ada(10)).inputs).toEqual([good])
  })

  it('spends an output that is listed twice once', () => {
    const twice = utxoOf(ada(10))
    expect(() => pay([twice, twice], ada(15))).toThrow('ADA is still missing')
    expect(pay([twice, twice], ada(5)).inputs).toEqual([twice])
  })

  it('refuses change at an address of a script, of Byron times or of another network', () => {
    const build = (changeAddress: string) => () =>
      buildPayment(contextWith([], { funding: { utxos: [utxoOf(ada(9))], changeAddress } }), [
        { address: given.buyer, value: lovelaceOnly(ada(2)) },
      ])
    expect(build(given.scriptAddress(foreign))).toThrow('change address: it is that of a script')
    expect(build('Ae2tdPwUPEZFRbyhz3cpfC2CumGzNkFBN2L42rcUc2yjQpEkxDbkPodpMAi')).toThrow('Byron')
    expect(build(given.mainnetAddress(given.payer))).toThrow('mainnet')
    expect(build(given.home.toUpperCase())).not.toThrow()
  })
})

describe('change', () => {
  it('is never burned as fee: another input is taken, or what is missing is said', () => {
    const tight = utxoOf(ada(10))
    const spare = utxoOf(ada(1))
    // 0.3 ADA would be left: more than the fee wants, less than an output may hold.
    const lovelace = ada(9.5)
    expect(() => pay([tight], lovelace)).toThrow('ADA is still missing')
    const built = pay([tight, spare], lovelace)
    expect(built.inputs).toHaveLength(2)
    expect(built.fee).toBeLessThan(ada(0.2))
  })

  it('is not there where exactly nothing is left', () => {
    const fee = pay([utxoOf(ada(10))], ada(5)).fee
    const withoutChange = fee - 44n * 65n
    const exact = utxoOf(ada(5) + withoutChange)
    const built = pay([exact], ada(5))
    expect(built).toMatchObject({ change: [], fee: withoutChange })
    expect(given.rejections(contextWith([exact]), [built])).toEqual([])
  })

  it('holds tokens apart from the rest where there is enough, and with it where there is not', () => {
    const rich = pay([utxoOf(held(ada(10), units(2)))], ada(2))
    expect(rich.change.map(({ value }) => value.assets.size)).toEqual([2, 0])
    const poor = pay([utxoOf(held(ada(4), units(2)))], ada(2))
    expect(poor.change.map(({ value }) => value.assets.size)).toEqual([2])
  })

  it('of many tokens stands in as many outputs as the ledger wants', () => {
    const utxo = utxoOf(held(ada(200), units(400)))
    const built = pay([utxo], ada(2))
    expect(built.change.length).toBeGreaterThan(3)
    expect(built.change.flatMap(({ value }) => [...value.assets.keys()])).toHaveLength(400)
    expect(given.rejections(contextWith([utxo]), [built])).toEqual([])
  })
})

const missingIn = (build: () => unknown): bigint => {
  try {
    build()
    return 0n
  } catch (error) {
    if (!isColdpressError(error, 'conflict')) throw error
    return BigInt(String(error.details['missing']))
  }
}

describe('what is missing', () => {
  const coins = fc.array(fc.bigInt(ada(1), ada(8)), { maxLength: 6 })
  const mintWith = (utxos: readonly Utxo[], count: number) => () =>
    buildMint(contextWith(utxos), {
      policy: given.plainPolicy,
      tokens: given.tokensNamed(count),
    })

  it('suffices, also for several transactions and beside tokens', () => {
    fc.assert(
      fc.property(coins, fc.nat(3), fc.integer({ min: 1, max: 90 }), (amounts, tokens, count) => {
        const utxos = amounts.map((lovelace, at) =>
          utxoOf(at === 0 ? held(lovelace + ada(1), units(tokens)) : lovelace),
        )
        const missing = missingIn(mintWith(utxos, count))
        const enough = missing === 0n ? utxos : [...utxos, utxoOf(missing)]
        expect(mintWith(enough, count)).not.toThrow()
      }),
      { numRuns: 30 },
    )
  })

  it('is exact for one transaction: with one lovelace less it is not built', () => {
    fc.assert(
      fc.property(coins, fc.bigInt(ada(2), ada(60)), (amounts, lovelace) => {
        const utxos = amounts.map((amount) => utxoOf(amount))
        const payWith = (more: readonly Utxo[]) => () => pay([...utxos, ...more], lovelace)
        const missing = missingIn(payWith([]))
        if (missing === 0n) return
        expect(payWith([utxoOf(missing)])).not.toThrow()
        expect(missingIn(payWith([utxoOf(missing - 1n)]))).toBeGreaterThan(0n)
      }),
    )
  })

  it('is said as an amount and where to send it', () => {
    expect(() => pay([], ada(5))).toThrow(
      expect.objectContaining({
        code: 'conflict',
        message: `funding: 6.136835 ADA is still missing; send that much to ${given.home} and build again`,
        details: { rule: 'not_enough_ada', missing: '6136835', address: given.home },
      }),
    )
  })
})
