import { expect, it } from 'vitest'
import { cslMemoryBytes } from '#cardano/csl.ts'
import { buildMint } from '#cardano/transactions/build/build-mint.ts'
import * as given from './ingredients.ts'

it('a thousand transactions, built and signed, leave nothing in the memory of the library', () => {
  const context = given.contextWith([given.utxoOf(given.ada(50))])
  const tokens = given.tokensNamed(3)
  const buildAndSign = (times: number): void => {
    for (let round = 0; round < times; round += 1)
      for (const built of buildMint(context, { policy: given.plainPolicy, tokens }))
        given.signed(built)
  }
  buildAndSign(50)
  const before = cslMemoryBytes()
  buildAndSign(1_000)
  expect(cslMemoryBytes()).toBe(before)
})
