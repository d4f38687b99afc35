import { describe, expect, it } from 'vitest'
import { PolicyId } from '#core/cardano/ids.ts'
import { buildBurn } from './build-burn.ts'
import { unitOf } from '#core/cardano/value.ts'
import * as given from '../ingredients.ts'

const { ada, utxoOf, contextWith, held, plainPolicy: policy, plainId } = given
const bytes = (text: string) => new TextEncoder().encode(text)
const unit = (text: string) => unitOf(plainId, Buffer.from(text).toString('hex'))
const foreign = unitOf(PolicyId('5c'.repeat(28)), '41')
const burn = (utxos: Parameters<typeof contextWith>[0], ...tokens: [string, bigint][]) =>
  buildBurn(contextWith(utxos), {
    policy,
    tokens: tokens.map(([name, quantity]) => ({ assetName: bytes(name), quantity })),
  })

describe('burning tokens', () => {
  it('takes the outputs that hold them and keeps everything else', () => {
    const utxos = [
      utxoOf(ada(50)),
      utxoOf(held(ada(2), [[unit('A'), 1n]])),
      utxoOf(
        held(ada(2), [
          [unit('B'), 5n],
          [foreign, 9n],
        ]),
      ),
      utxoOf(held(ada(2), [[unit('C'), 1n]])),
    ]
    const built = burn(utxos, ['A', 1n], ['B', 2n])
    expect(new Set(built.inputs)).toEqual(new Set([utxos[1], utxos[2]]))
    expect(built.mint).toEqual(
      new Map([
        [unit('A'), -1n],
        [unit('B'), -2n],
      ]),
    )
    expect(built.outputs.map(({ value }) => [...value.assets])).toEqual([
      [
        [unit('B'), 3n],
        [foreign, 9n],
      ],
      [],
    ])
    expect(built.change).toHaveLength(2)
    expect(given.rejections(contextWith(utxos), [built])).toEqual([])
  })

  it('burns the royalty token too, which has no name', () => {
    const utxos = [utxoOf(ada(5)), utxoOf(held(ada(2), [[unit(''), 1n]]))]
    const built = burn(utxos, ['', 1n])
    expect(given.rejections(contextWith(utxos), [built])).toEqual([])
  })

  it('says how many of which token are missing', () => {
    const utxos = [utxoOf(ada(50)), utxoOf(held(ada(2), [[unit('A'), 2n]]))]
    expect(() => burn(utxos, ['A', 5n])).toThrow(
      expect.objectContaining({
        code: 'conflict',
        message: expect.stringContaining(`3 of the token ${unit('A')} are missing`),
      }),
    )
  })

  it.each<[string, [string, bigint][], RegExp]>([
    ['nothing', [], /^tokens: none was given/u],
    ['none of a token', [['A', 0n]], /^token "A": 0 of it cannot be burned/u],
    ['fewer than none', [['A', -1n]], /^token "A": -1 of it cannot be burned/u],
    [
      'a token twice',
      [
        ['A', 1n],
        ['A', 1n],
      ],
      /^token "A": it is listed twice/u,
    ],
    [
      'a name that is too long',
      [['x'.repeat(33), 1n]],
      /^token "x+": an asset name has at most 32/u,
    ],
    ['more than a mint can say', [['A', 2n ** 63n]], /^token "A": 9223372036854775808 of it/u],
  ])('refuses %s', (_, tokens, message) => {
    expect(() => burn([utxoOf(ada(50))], ...tokens)).toThrow(message)
  })
})
