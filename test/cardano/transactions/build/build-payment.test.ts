import { describe, expect, it } from 'vitest'
import { PolicyId } from '#cardano/ids.ts'
import { buildPayment } from '#cardano/transactions/build/build-payment.ts'
import { minLovelace } from '#cardano/transactions/build/outputs.ts'
import type { TransactionOutput } from '#cardano/transactions/build/types.ts'
import { lovelaceOnly, unitOf } from '#cardano/value.ts'
import * as given from '../ingredients.ts'

const { ada, utxoOf, contextWith, held } = given
const foreign = unitOf(PolicyId('5c'.repeat(28)), '41')
const pay = (amount: number, address = given.buyer): TransactionOutput => ({
  address,
  value: lovelaceOnly(ada(amount)),
})

describe('a plain payment', () => {
  it('pays each address what it should, with tokens, and returns the rest', () => {
    const utxos = [utxoOf(ada(10)), utxoOf(held(ada(3), [[foreign, 9n]]))]
    const outputs = [pay(2), { address: given.collector, value: held(ada(2), [[foreign, 4n]]) }]
    const built = buildPayment(contextWith(utxos), outputs)
    expect(built.outputs.slice(0, 2)).toEqual(outputs)
    expect(built.change.map(({ value }) => [...value.assets])).toEqual([[[foreign, 5n]], []])
    expect(built).toMatchObject({ mint: new Map(), tokens: [], validity: { end: 8_200n } })
    expect(built.requiredSigners).toEqual([given.payer.keyHash])
    expect(given.rejections(contextWith(utxos), [built])).toEqual([])
  })

  it('counts one signature for each key that pays', () => {
    const utxos = [utxoOf(ada(5)), utxoOf(ada(4), given.enterprise(given.other)), utxoOf(ada(3))]
    const built = buildPayment(contextWith(utxos), [pay(10)])
    expect(new Set(built.requiredSigners)).toEqual(
      new Set([given.payer.keyHash, given.other.keyHash]),
    )
    expect(given.signed(built)).toHaveLength(built.signedBytes)
  })

  it('holds amounts beyond what a JavaScript number can', () => {
    // The emulator reads no more than 63 bits of a quantity.
    const most = 2n ** 63n - 1n
    const utxos = [utxoOf(held(ada(45_000_000_000), [[foreign, most]]))]
    const value = held(ada(44_999_999_000), [[foreign, most]])
    const built = buildPayment(contextWith(utxos), [{ address: given.buyer, value }])
    expect(built.outputs[0]?.value).toEqual(value)
    expect(given.rejections(contextWith(utxos), [built])).toEqual([])
  })

  it.each<[string, TransactionOutput[], RegExp]>([
    ['nobody', [], /^outputs: none was given/u],
    [
      'less than an output must hold',
      [pay(2), pay(0.5)],
      /^outputs\[1\]: 0\.5 ADA; the ledger wants at least 0\.84907 ADA in this output/u,
    ],
    [
      'no more than none of a token',
      [{ address: given.buyer, value: held(ada(2), [[foreign, 0n]]) }],
      /^outputs\[0\]: 0 of the token/u,
    ],
    [
      'more tokens than an output holds',
      [
        {
          address: given.buyer,
          value: held(
            ada(100),
            Array.from({ length: 150 }, (_, at) => [
              unitOf(PolicyId('5c'.repeat(28)), String(at).padStart(64, '0')),
              1n,
            ]),
          ),
        },
      ],
      /^outputs\[0\]: its tokens take \d+ bytes, at most 5000 allowed/u,
    ],
    [
      'a stake address',
      [pay(2, 'stake1vpu5vlrf4xkxv2qpwngf6cjhtw542ayty80v8dyr49rf5egfu2p0u')],
      /address/u,
    ],
    ['a mainnet address', [pay(2, given.mainnetAddress(given.other))], /mainnet address/u],
    [
      'more than 64 bits',
      [{ address: given.buyer, value: lovelaceOnly(2n ** 64n) }],
      /^amount: 1844/u,
    ],
    [
      'more addresses than a transaction holds',
      Array.from({ length: 450 }, () => pay(1)),
      /^payment: its transaction takes \d+ bytes, at most 16384 allowed; pay fewer/u,
    ],
  ])('a plain payment refuses %s', (_, outputs, message) => {
    expect(() => buildPayment(contextWith([utxoOf(ada(1_000))]), outputs)).toThrow(message)
  })

  it('the least that an output must hold is exactly that', () => {
    const value = held(0n, [[foreign, 1n]])
    const least = minLovelace({ address: given.buyer, value }, given.parameters)
    const build = (lovelace: bigint) => () =>
      buildPayment(contextWith([utxoOf(held(ada(9), [[foreign, 1n]]))]), [
        { address: given.buyer, value: { ...value, lovelace } },
      ])
    expect(build(least)).not.toThrow()
    expect(build(least - 1n)).toThrow('the ledger wants at least')
  })
})
