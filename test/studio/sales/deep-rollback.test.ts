import { describe, expect, it } from 'vitest'
import { mint } from '#contract/mints/mint.ts'
import type { WholeSale } from '#contract/sales/sale.ts'
import type { SaleStatus } from '#contract/sales/sale-status.ts'
import { ada, statusesOf } from '../mints/mint-harness.ts'
import { openPublicStudio, type PublicStudio } from '../mints/public-studio.ts'
import { until } from '../../support/until.ts'
import { eventsOf, resolved } from './sale-ends.ts'
import { collectionWith, fixedSale, postSale, readSale, saleOf } from './sale-harness.ts'

/** Sales of a public network are polled rarely, too. */
const saleReaches = async (
  { studio, untilLooked }: PublicStudio,
  { id }: WholeSale,
  status: SaleStatus,
): Promise<WholeSale> => {
  await untilLooked(async () => (await readSale(studio, id)).status === status)
  return readSale(studio, id)
}

describe('A rollback of 200 blocks', () => {
  it('takes a completed sale back; it is sent again, completed again and final in the end', async () => {
    const preprod = await openPublicStudio()
    const { blockfrost, studio, untilLooked, rollBackDeeply } = preprod
    const { id, tokens } = await collectionWith(studio, ['Deep'])
    const sold = saleOf(await postSale(studio, id, fixedSale(tokens, { confirmations: 1 })))
    const paid = await blockfrost.pay(sold.payment_address, 10_000_000n)
    const { mint_id: mintId } = await saleReaches(preprod, sold, 'COMPLETED')
    const statusOfToken = async () =>
      (await studio.call('GET', `/nft/collections/${id}/tokens/${tokens[0]?.id}`)).body
    const transaction = async () =>
      mint.parse((await studio.call('GET', `/nft/collections/${id}/mints/${mintId}`)).body)
        .transactions[0]
    await until(async () => (await transaction())?.final_after === 2160)
    expect(await readSale(studio, sold.id)).toMatchObject({ finality: { of: 2160 } })

    blockfrost.mine(150)
    await untilLooked(async () => ((await transaction())?.confirmations ?? 0) >= 150)
    rollBackDeeply()
    await untilLooked(async () => (await readSale(studio, sold.id)).status !== 'COMPLETED')
    const reverted = await readSale(studio, sold.id)
    expect(reverted.status).toBe('UNRESOLVED_MINTING_MISSING')
    expect(reverted).toMatchObject({ finality: null })
    expect(await statusOfToken()).toMatchObject({ status: 'MINTING' })

    blockfrost.payAgain(paid)
    await saleReaches(preprod, sold, 'COMPLETED')
    expect(await statusOfToken()).toMatchObject({ status: 'COMPLETED' })
    expect((await eventsOf(studio, sold)).map(({ status }) => status)).toEqual([
      'MINTING',
      'COMPLETED',
      'UNRESOLVED_MINTING_MISSING',
      'COMPLETED',
    ])
    blockfrost.mine(2160)
    await untilLooked(async () => ((await transaction())?.confirmations ?? 0) >= 2160)
    expect((await readSale(studio, sold.id)).finality?.blocks).toBeGreaterThanOrEqual(2160)
  })

  it.each([
    ['alone', 220],
    ['with its payment', 0],
  ])(
    'takes a refund back %s; the same refund is sent and confirmed again',
    async (_which, buriedUnder) => {
      const preprod = await openPublicStudio()
      const { blockfrost, studio, untilLooked, rollBackDeeply } = preprod
      const { id, tokens } = await collectionWith(studio, ['Back'])
      const sold = saleOf(await postSale(studio, id, fixedSale(tokens, { confirmations: 1 })))
      const paid = await blockfrost.pay(sold.payment_address, 5n * ada)
      await saleReaches(preprod, sold, 'UNRESOLVED_UNDERPAID')
      blockfrost.mine(buriedUnder)
      await resolved(studio, sold, 'refund')
      const { refund_id: refundId } = await saleReaches(preprod, sold, 'REFUNDED')
      expect(await statusesOf(studio, id)).toEqual({ Back: 'FOR_SALE' })

      blockfrost.mine(150)
      rollBackDeeply()
      await untilLooked(async () => (await readSale(studio, sold.id)).status !== 'REFUNDED')
      expect(await readSale(studio, sold.id)).toMatchObject({ status: 'REFUNDING' })
      if (buriedUnder === 0) blockfrost.payAgain(paid)
      const back = await saleReaches(preprod, sold, 'REFUNDED')
      expect(back).toMatchObject({ refund_id: refundId, surplus: 0 })
      expect(await statusesOf(studio, id)).toEqual({ Back: 'FOR_SALE' })
    },
  )
})
