import { describe, expect, it } from 'vitest'
import { metadataBytes } from '#core/cardano/metadata.ts'
import { estimateMint } from '#core/cardano/transactions/build/build-mint.ts'
import { mintPacking } from '#core/imports/estimate/estimate.ts'
import * as given from '../../cardano/transactions/ingredients.ts'

/** Plenty, in one UTxO, as on a payment address that was funded once. */
const funds = [given.utxoOf(given.ada(5_000))]

const builtCost = async (count: number, content: Record<string, string>) => {
  const tokens = given.tokensNamed(count, { content, address: given.collector })
  const { fees, withTokens, transactions } = await estimateMint(given.contextWith(funds), {
    policy: given.plainPolicy,
    tokens,
  })
  return { cost: Number(fees + withTokens), transactions, withTokens }
}

const name = 'Coldpress0000'
const plain = { name, image: given.image, mediaType: 'image/png' }
const wordy = { ...plain, Lore: 'x'.repeat(60), Motto: 'y'.repeat(60) }

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
      const packing = mintPacking(count, {
        nameBytes: name.length,
        metadataBytes: metadataBytes({
          '721': { [given.plainId]: { [name]: content }, version: '1.0' },
        }),
      })
      const asked = await builtCost(count, content)
      expect(Number(packing.lovelace)).toBeGreaterThanOrEqual(asked.cost)
      expect(Number(packing.lovelace)).toBeLessThan(asked.cost * 1.05)
      expect(packing.transactions).toBe(asked.transactions)
      expect(packing.withTokens).toBeGreaterThanOrEqual(asked.withTokens)
    },
  )

  it('of no token is nothing', () => {
    expect(mintPacking(0, { nameBytes: 5, metadataBytes: 100 }).lovelace).toBe(0n)
  })
})
