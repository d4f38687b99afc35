import { describe, expect, it } from 'vitest'
import { metadataBytes } from '#cardano/metadata.ts'
import { policyIdOf } from '#cardano/scripts.ts'
import { estimateMint } from '#cardano/transactions/build/build-mint.ts'
import { mintPacking } from '#app/imports/estimate/mint-packing.ts'
import * as given from '../../../cardano/transactions/ingredients.ts'

/** Plenty, in one UTxO, as on a payment address that was funded once. */
const funds = [given.utxoOf(given.ada(5_000))]

const builtCost = async (
  count: number,
  content: Record<string, string>,
  policy = given.plainPolicy,
) => {
  const policyId = policyIdOf(policy.script)
  return await costOf(
    given.tokensNamed(count, { content, address: given.collector, policyId }),
    policy,
  )
}

const costOf = async (tokens: ReturnType<typeof given.tokensNamed>, policy = given.plainPolicy) => {
  const { fees, withTokens, transactions } = await estimateMint(given.contextWith(funds), {
    policy,
    tokens,
  })
  return { cost: Number(fees + withTokens), transactions, withTokens }
}

const name = 'Coldpress0000'
const plain = { name, image: given.image, mediaType: 'image/png' }
const wordy = { ...plain, Lore: 'x'.repeat(60), Motto: 'y'.repeat(60) }

const sizeOf = (content: Record<string, string | readonly string[]>) => ({
  nameBytes: name.length,
  metadataBytes: metadataBytes({
    '721': { [given.plainId]: { [name]: content }, version: '1.0' },
  }),
})

/** A story of so many strings of 64 bytes. */
const told = (strings: number) => ({
  ...plain,
  Story: Array.from({ length: strings }, () => 'x'.repeat(64)),
})

describe('mintPacking', () => {
  it.each([
    ['1 token', 1, plain],
    ['24 tokens', 24, plain],
    ['300 tokens', 300, plain],
    ['24 tokens with long texts', 24, wordy],
    ['300 tokens with long texts', 300, wordy],
  ])(
    'of %s is never below what the builder asks, and at most 5 percent above',
    async (_title, count, content) => {
      const packing = mintPacking(Array.from({ length: count }, () => sizeOf(content)))
      const asked = await builtCost(count, content)
      expect(Number(packing.lovelace)).toBeGreaterThanOrEqual(asked.cost)
      expect(Number(packing.lovelace)).toBeLessThan(asked.cost * 1.05)
      expect(packing.transactions).toBe(asked.transactions)
      expect(packing.withTokens).toBeGreaterThanOrEqual(asked.withTokens)
    },
  )

  it.each([
    ['a long one and a short one in turn', (at: number) => (at % 2 === 0 ? 140 : 0)],
    ['the short ones first', (at: number) => (at < 30 ? 0 : 100)],
    ['each longer than the last', (at: number) => at * 2],
  ])('packs tokens of unequal size as the builder does: %s', async (_title, stringsOf) => {
    const contents = Array.from({ length: 60 }, (_, at) => told(stringsOf(at)))
    const tokens = contents.flatMap((content, at) =>
      given.tokensNamed(at + 1, { content, address: given.collector }).slice(-1),
    )
    const asked = await costOf(tokens)
    const packing = mintPacking(contents.map(sizeOf))
    expect(packing.transactions).toBe(asked.transactions)
    expect(Number(packing.lovelace)).toBeGreaterThanOrEqual(asked.cost)
    expect(Number(packing.lovelace)).toBeLessThan(asked.cost * 1.05)
  })

  it('knows how long the receiving address is, which its minimum ADA follows', async () => {
    const sizes = Array.from({ length: 24 }, () => sizeOf(plain))
    const tokens = given.tokensNamed(24, { content: plain, address: given.buyer })
    const asked = await costOf(tokens)
    const packing = mintPacking(sizes, { receiverBytes: 29 })
    expect(packing.withTokens).toBe(asked.withTokens)
    expect(Number(packing.lovelace) - asked.cost).toBeLessThan(10_000)
  })

  it('knows what the script of another policy takes', async () => {
    const { script } = given.twoOfThree
    const sizes = Array.from({ length: 24 }, () => sizeOf(plain))
    const asked = await builtCost(24, plain, given.twoOfThree)
    const packing = mintPacking(sizes, { script })
    expect(Number(packing.lovelace)).toBeGreaterThanOrEqual(asked.cost)
    expect(Number(packing.lovelace)).toBeLessThan(asked.cost * 1.05)
    expect(packing.fees - mintPacking(sizes).fees).toBeGreaterThan(44n * 100n)
  })

  it('of a sample is that of all its tokens', () => {
    const sizes = Array.from({ length: 50 }, (_, at) => sizeOf(told(at)))
    const whole = mintPacking(sizes.flatMap((size) => [size, size, size, size]))
    expect(mintPacking(sizes, { count: 200 })).toEqual(whole)
  })

  it('of no token is nothing', () => {
    expect(mintPacking([]).lovelace).toBe(0n)
  })
})
