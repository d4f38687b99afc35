import { describe, expect, it } from 'vitest'
import { PolicyId } from '#cardano/ids.ts'
import { buildBurn, estimateBurn } from '#cardano/transactions/build/build-burn.ts'
import type { BuiltTransaction } from '#cardano/transactions/build/types.ts'
import { isSameValue, lovelaceOnly, sumOf, unitOf } from '#cardano/value.ts'
import * as given from '../ingredients.ts'

const { ada, utxoOf, contextWith, held, plainPolicy: policy, plainId } = given
const bytes = (text: string) => new TextEncoder().encode(text)
const unit = (text: string) => unitOf(plainId, Buffer.from(text).toString('hex'))
const foreign = unitOf(PolicyId('5c'.repeat(28)), '41')
const wanted = (...tokens: [string, bigint][]) =>
  tokens.map(([name, quantity]) => ({ assetName: bytes(name), quantity }))
const burn = (utxos: Parameters<typeof contextWith>[0], ...tokens: [string, bigint][]) => {
  const [built] = buildBurn(contextWith(utxos), {
    policy,
    tokens: wanted(...tokens),
    holders: utxos,
  })
  if (built === undefined) throw new Error('nothing was built')
  return built
}
const collectors = given.enterprise(given.other)
const isConserved = ({ inputs, mint, outputs, fee }: BuiltTransaction): boolean =>
  isSameValue(
    sumOf([...inputs.map(({ value }) => value), { lovelace: 0n, assets: mint }]),
    sumOf([...outputs.map(({ value }) => value), lovelaceOnly(fee)]),
  )

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
  ])('burning tokens refuses %s', (_, tokens, message) => {
    expect(() => burn([utxoOf(ada(50))], ...tokens)).toThrow(message)
  })
})

describe('burning tokens that lie at another address', () => {
  it('gives all else back to that address; the funding pays the fee alone', () => {
    const funding = [utxoOf(ada(20))]
    const holders = [
      utxoOf(
        held(ada(3), [
          [unit('A'), 1n],
          [foreign, 4n],
        ]),
        collectors,
      ),
      utxoOf(held(ada(1.5), [[unit('B'), 1n]]), collectors),
      utxoOf(ada(7), collectors),
    ]
    const context = contextWith(funding)
    const request = { policy, tokens: wanted(['A', 1n], ['B', 1n]), holders }
    const [built, ...more] = buildBurn(context, request)
    if (built === undefined) throw new Error('nothing was built')
    expect(more).toEqual([])
    expect(new Set(built.inputs)).toEqual(new Set([funding[0], holders[0], holders[1]]))
    expect(built.outputs).toEqual([
      { address: collectors, value: held(ada(4.5), [[foreign, 4n]]) },
      { address: given.home, value: lovelaceOnly(ada(20) - built.fee) },
    ])
    expect(built.requiredSigners).toEqual(
      expect.arrayContaining([given.payer.keyHash, given.other.keyHash, given.alice.keyHash]),
    )
    expect(isConserved(built)).toBe(true)
    expect(given.rejections(contextWith([...funding, ...holders]), [built])).toEqual([])
  })

  it('takes as many transactions as they need; a later one spends what an earlier one gave back', async () => {
    const names = Array.from({ length: 900 }, (_, at) => `Coldpress number ${at}`)
    const funding = [utxoOf(ada(20))]
    const values = [names.slice(0, 150), names.slice(150, 300)].map((some) =>
      held(
        ada(30),
        some.map((name) => [unit(name), 1n]),
      ),
    )
    const holders = [
      ...values.map((value) => utxoOf(value, collectors)),
      ...names.slice(300).map((name) => utxoOf(held(ada(2), [[unit(name), 1n]]), collectors)),
    ]
    // Half of what the first output holds is burned last.
    const order = [...names.slice(75), ...names.slice(0, 75)]
    const tokens = wanted(...order.map((name): [string, bigint] => [name, 1n]))
    const request = { policy, tokens, holders }
    const context = contextWith(funding)
    const built = buildBurn(context, request)
    expect(built.length).toBeGreaterThan(2)
    expect(built.flatMap((one) => one.tokens)).toEqual(names.map((_, at) => at))
    expect(built.at(-1)?.inputs.some(({ txId }) => txId === built[0]?.txId)).toBe(true)
    expect(built.every(isConserved)).toBe(true)
    expect(given.rejections(contextWith([...funding, ...holders]), built)).toEqual([])
    const fees = built.reduce((sum, { fee }) => sum + fee, 0n)
    expect(await estimateBurn(context, request)).toEqual({
      transactions: built.length,
      withTokens: 0n,
      fees,
      missing: 0n,
      left: ada(20) - fees,
    })
  })

  it('says exactly what the funding lacks', async () => {
    const holders = [utxoOf(held(ada(2), [[unit('A'), 1n]]), collectors)]
    const request = { policy, tokens: wanted(['A', 1n]), holders }
    const { missing, fees, left } = await estimateBurn(contextWith([]), request)
    const [built] = buildBurn(contextWith([utxoOf(missing)]), request)
    expect(built?.fee).toBe(fees)
    expect(left).toBe(missing - fees)
    expect(() => buildBurn(contextWith([utxoOf(missing - 1n)]), request)).toThrow(
      /is still missing/u,
    )
  })

  it('spends no output with a datum or a script, which would be lost', () => {
    const holders = [utxoOf(held(ada(2), [[unit('A'), 1n]]), collectors, { isSpecial: true })]
    const request = { policy, tokens: wanted(['A', 1n]), holders }
    expect(() => buildBurn(contextWith([utxoOf(ada(5))]), request)).toThrow(/is missing/u)
  })
})
