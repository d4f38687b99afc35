import { describe, expect, it } from 'vitest'
import { PolicyId } from '#cardano/ids.ts'
import { buildSweep } from '#cardano/transactions/build/build-sweep.ts'
import { refText } from '#cardano/utxo.ts'
import { sumOf, unitOf } from '#cardano/value.ts'
import * as given from '../ingredients.ts'

const { ada, buyer, utxoOf, contextWith, held, rejections } = given

const unitsOf = (count: number, digit = '5c') =>
  Array.from({ length: count }, (_, index) =>
    unitOf(PolicyId(digit.repeat(28)), index.toString(16).padStart(64, '0')),
  )

describe('sending everything elsewhere', () => {
  it.each([1.2, 2, 2.1, 2.2, 60])('leaves nothing behind of %d ADA', (amount) => {
    const context = contextWith([utxoOf(ada(amount))])
    const built = buildSweep(context, buyer)
    expect(built.outputs.map(({ address }) => address)).toEqual([buyer])
    const sum = sumOf(built.outputs.map(({ value }) => value))
    expect(sum.lovelace + built.fee).toBe(ada(amount))
    expect(rejections(context, [built])).toEqual([])
  })

  it('takes tokens along, in as many outputs as hold them', () => {
    const units = unitsOf(200)
    const lots = [units.slice(0, 100), units.slice(100)].map((some) =>
      utxoOf(
        held(
          ada(20),
          some.map((unit) => [unit, 3n]),
        ),
      ),
    )
    const context = contextWith([...lots, utxoOf(ada(5))])
    const built = buildSweep(context, buyer)
    const sent = sumOf(built.outputs.map(({ value }) => value))
    expect(built.outputs.length).toBeGreaterThan(1)
    expect(new Set(sent.assets.keys())).toEqual(new Set(units))
    expect(sent.lovelace + built.fee).toBe(ada(45))
    expect(rejections(context, [built])).toEqual([])
  })

  it('leaves tokens that cannot stand on their own with what is there', () => {
    const [unit] = unitsOf(1)
    const poor = utxoOf(held(ada(0.2), unit === undefined ? [] : [[unit, 1n]]))
    const built = buildSweep(contextWith([utxoOf(ada(1.1)), poor]), buyer)
    expect(built.inputs.map(({ value }) => value.lovelace)).toEqual([ada(1.1)])
  })

  it('takes as many of a thousand outputs as one transaction holds, and then the others', () => {
    const utxos = Array.from({ length: 1_000 }, () => utxoOf(ada(1)))
    let left = utxos
    let rounds = 0
    while (left.length > 0) {
      const context = contextWith(left)
      const built = buildSweep(context, buyer)
      expect(built.signedBytes).toBeLessThanOrEqual(context.parameters.maxTxBytes)
      const gone = new Set(built.inputs.map(refText))
      left = left.filter((utxo) => !gone.has(refText(utxo)))
      rounds += 1
    }
    expect(rounds).toBe(3)
  })

  it('is refused where nothing is there, or too little', () => {
    expect(() => buildSweep(contextWith([]), buyer)).toThrow(/nothing that is free is there/u)
    expect(() => buildSweep(contextWith([utxoOf(ada(1))]), buyer)).toThrow(/too little is there/u)
  })
})
