import { expect, it } from 'vitest'
import { factsOf } from '#main/services/sales/sale-facts.ts'
import { sampleSale } from '../../core/api/samples.ts'
import { baseAddress } from '../../studio/open-studio.ts'

it.each([
  [0, '25000000', '25'],
  [20_000_000, '5000000', '5'],
  [24_500_000, '1000000', '1'],
])('What is to be paid once %d lovelace are there is %s, and can be', async (there, due, ada) => {
  const payment = { address: baseAddress, assets: [], slot: 1, confirmations: 5, tx_id: 'aa' }
  const facts = await factsOf(
    { gateways: { explorerUrl: async () => '' } },
    {
      ...sampleSale,
      payment_address: baseAddress,
      payments:
        there === 0 ? [] : [{ ...payment, index: 0, lovelace: there, use: 'unconfirmed' as const }],
    },
    { chain: 'devnet', now: new Date(), parked: null, events: [] },
  )
  expect(facts).toMatchObject({ due, uri: `web+cardano:${baseAddress}?amount=${ada}` })
})
