import { expect, it, vi } from 'vitest'
import { lovelaceOnly } from '#cardano/value.ts'
import { createBuyer } from './buyer.ts'
import { collectionWith, fixedSale, postSale, readSale, saleOf } from './sale-harness.ts'
import { ada, openMintHarness } from '../mints/mint-harness.ts'
import { until } from '../../support/until.ts'

it('A transaction that pays several sales is read once for each block, not for each sale', async () => {
  const harness = await openMintHarness()
  const outputsOf = vi.fn(harness.gateway.outputsOf)
  const tip = vi.fn(harness.gateway.tip)
  const studio = await harness.open({ gateway: { ...harness.gateway, outputsOf, tip } })
  try {
    const buyer = await createBuyer(harness)
    const { id, tokens } = await collectionWith(studio, ['Ash', 'Box', 'Cob', 'Dew'])
    const sales = await Promise.all(
      tokens.map(async (token) => saleOf(await postSale(studio, id, fixedSale([token])))),
    )
    await buyer.send(
      ...sales.map(({ payment_address: address }) => ({ address, value: lovelaceOnly(10n * ada) })),
    )
    for (const sold of sales)
      await until(async () => (await readSale(studio, sold.id)).status === 'COMPLETED')
    const hashes = await Promise.all(tip.mock.results.map(({ value }) => value))
    const blocks = new Set(hashes.map(({ hash }) => hash))
    // Each sale reads it when it is seen, when it has its confirmations, and before it is spent.
    expect(outputsOf.mock.calls.length).toBeLessThanOrEqual(blocks.size)
    expect(outputsOf.mock.calls.length).toBeLessThan(3 * sales.length)
  } finally {
    await studio.close()
    await harness.close()
  }
})
