import { describe, expect, it } from 'vitest'
import { buildMint, estimateMint } from '#cardano/transactions/build/build-mint.ts'
import type { Utxo } from '#cardano/utxo.ts'
import * as given from '../ingredients.ts'

const { ada, contextWith, utxoOf } = given
const mintOf = (count: number) => ({
  policy: given.plainPolicy,
  tokens: given.tokensNamed(count),
})
const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((a, b) => a + b, 0n)

/** What a built mint takes from `home`, from its transactions alone. */
const costOf = (utxos: readonly Utxo[], count: number) => {
  const built = buildMint(contextWith(utxos), mintOf(count))
  const others = built.flatMap(({ outputs }) =>
    outputs.filter(({ address }) => address !== given.home),
  )
  return {
    transactions: built.length,
    fees: sum(built.map(({ fee }) => fee)),
    withTokens: sum(others.map(({ value }) => value.lovelace)),
  }
}

describe.each([1, 24, 300])('the estimate of a mint of %i tokens', (count) => {
  const estimate = (utxos: readonly Utxo[]) => estimateMint(contextWith(utxos), mintOf(count))

  it('is what the mint asks of the same funds', async () => {
    const utxos = [utxoOf(ada(3)), utxoOf(ada(200))]
    const { left, ...estimated } = await estimate(utxos)
    expect(estimated).toEqual({ ...costOf(utxos, count), missing: 0n })
    expect(left).toBe(ada(203) - estimated.fees - estimated.withTokens)
  })

  it('names what is missing: with exactly that the mint is built, and it asks what was estimated', async () => {
    const { missing, left, ...estimated } = await estimate([])
    expect(left).toBe(missing - estimated.fees - estimated.withTokens)
    expect(left).toBeGreaterThan(0n)
    expect(costOf([utxoOf(missing)], count)).toEqual(estimated)
    expect((await estimate([utxoOf(missing)])).missing).toBe(0n)
    expect((await estimate([utxoOf(missing - 20_000n)])).missing).toBeGreaterThan(0n)
  })

  it('counts what is there already', async () => {
    const { missing } = await estimate([utxoOf(ada(1.5))])
    expect(missing).toBeGreaterThan(0n)
    expect(costOf([utxoOf(ada(1.5)), utxoOf(missing)], count).transactions).toBeGreaterThan(0)
  })
})

it('an estimate for thousands of tokens without funds comes to an end, and can be ended before', async () => {
  const { transactions, missing } = await estimateMint(contextWith([]), mintOf(1500))
  expect(transactions).toBeGreaterThan(30)
  expect(missing).toBeGreaterThan(ada(100))

  const ending = new AbortController()
  const ended = estimateMint(contextWith([]), mintOf(1500), ending.signal)
  ending.abort(new Error('ended'))
  await expect(ended).rejects.toThrow('ended')
})
