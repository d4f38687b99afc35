import { describe, expect, it } from 'vitest'
import { incomeOf, saleCostsOf } from '#contract/sales/sale-costs.ts'
import { buildSale } from '#cardano/transactions/build/build-sale.ts'
import * as given from '../../cardano/transactions/ingredients.ts'

const { ada, collector, home, parameters, plainPolicy, saleAddress, slot, tokensNamed, utxoOf } =
  given

/** What the builder takes from the price of so many tokens. */
const built = (count: number) => {
  const tokens = tokensNamed(count)
  const { accounts } = buildSale(
    { network: 'devnet', parameters, slot },
    {
      policy: plainPolicy,
      tokens,
      buyer: collector,
      payments: [utxoOf(ada(100), saleAddress)],
      price: ada(100),
      payouts: [{ address: home, ratio: 1 }],
    },
  )
  const names = tokens.map(({ assetName }) => ({
    asset_name: new TextDecoder().decode(assetName),
  }))
  return { accounts, names }
}

describe('what a sale takes from its price', () => {
  it('is guessed to a few hundredths of ADA, as the builder makes it', () => {
    for (const count of [1, 3, 20]) {
      const { accounts, names } = built(count)
      const { fee, withTokens } = saleCostsOf(names)
      const off = (guess: bigint, real: bigint) => Math.abs(Number(guess - real)) / 1_000_000
      expect(off(withTokens, accounts.nftFee), `${count}`).toBeLessThan(0.02)
      expect(off(fee, accounts.txFee) / count, `${count}`).toBeLessThan(0.03)
      expect(off(incomeOf(ada(100), names), accounts.income) / count, `${count}`).toBeLessThan(0.05)
    }
  })

  it('leaves nothing of a price that does not cover it', () => {
    expect(incomeOf(ada(1), [{ asset_name: 'Fern' }])).toBe(0n)
  })
})
