import { afterEach, beforeEach, expect, it } from 'vitest'
import { createGateway } from '#core/gateway/blockfrost/client.ts'
import { mint } from '#shared/wire/mint.ts'
import { type Blockfrost, startBlockfrost } from '../../support/blockfrost-stand-in.ts'
import { until } from '../../support/until.ts'
import { openStudio, type TestStudio } from '../open-studio.ts'
import { eventsOf, saleReaches } from './sale-ends.ts'
import { collectionWith, fixedSale, postSale, readSale, saleOf } from './sale-harness.ts'

let blockfrost: Blockfrost
let studio: TestStudio
/** The studio's clock ahead of the system's: deep transactions are looked at rarely. */
let aheadMs: number
beforeEach(async () => {
  blockfrost = await startBlockfrost({ network: 'preprod' })
  blockfrost.mine(250)
  aheadMs = 0
  const gateway = createGateway({ baseUrl: blockfrost.baseUrl, network: 'preprod' })
  const following = { pollMs: 20, resendMs: 200, marginSlots: 2n, confirmations: 2 }
  const now = () => new Date(Date.now() + aheadMs)
  studio = await openStudio({ network: 'preprod', gateway, following, now })
})
afterEach(async () => {
  await studio.close()
  await blockfrost.close()
})

const hour = 3_600_000

/**
 * Waits for what the next look finds, and moves the clock on every two seconds: a look that was under
 * way while the clock moved sets the next one after that.
 */
const untilLooked = async (isSo: () => Promise<boolean>): Promise<void> => {
  let moveAt = performance.now()
  await until(async () => {
    if (performance.now() >= moveAt) {
      aheadMs += hour
      moveAt += 2_000
    }
    return isSo()
  })
}

it('a rollback of 200 blocks takes a completed sale back; it is sent again, completed again and final in the end', async () => {
  const { id, tokens } = await collectionWith(studio, ['Deep'])
  const sold = saleOf(await postSale(studio, id, fixedSale(tokens, { confirmations: 1 })))
  const paid = await blockfrost.pay(sold.payment_address, 10_000_000n)
  const { mint_id: mintId } = await saleReaches(studio, sold, 'COMPLETED')
  const statusOfToken = async () =>
    (await studio.call('GET', `/nft/collections/${id}/tokens/${tokens[0]?.id}`)).body
  const transaction = async () =>
    mint.parse((await studio.call('GET', `/nft/collections/${id}/mints/${mintId}`)).body)
      .transactions[0]
  await until(async () => (await transaction())?.final_after === 2160)
  expect(await readSale(studio, sold.id)).toMatchObject({ finality: { of: 2160 } })

  blockfrost.mine(150)
  await untilLooked(async () => ((await transaction())?.confirmations ?? 0) >= 150)
  blockfrost.rollBack(200)
  blockfrost.mine(220)
  await untilLooked(async () => (await readSale(studio, sold.id)).status !== 'COMPLETED')
  const reverted = await readSale(studio, sold.id)
  expect(reverted.status).toBe('UNRESOLVED_MINTING_MISSING')
  expect(reverted).toMatchObject({ finality: null })
  expect(await statusOfToken()).toMatchObject({ status: 'MINTING' })

  blockfrost.payAgain(paid)
  await saleReaches(studio, sold, 'COMPLETED')
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
