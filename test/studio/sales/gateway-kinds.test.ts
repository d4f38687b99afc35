import { describe, expect, it, onTestFinished } from 'vitest'
import { currentSlot } from '#cardano/slots.ts'
import { newestDepth } from '#devnet/chain/make-block.ts'
import { openTestChain } from '../../support/gateways/chain.ts'
import { gatewayKinds } from '../../support/gateways/kinds.ts'
import { ada, statusesOf } from '../mints/mint-harness.ts'
import { openStudio } from '../open-studio.ts'
import { createBuyer } from './buyer.ts'
import { saleReaches } from './sale-ends.ts'
import { collectionWith, fixedSale, postSale, saleOf } from './sale-harness.ts'

const blockMs = 40
/** Blocks that follow a transaction at once; a confirmation takes 15. */
const quickBlocks = 20

/** A chain that makes its blocks by itself while a transaction waits for them. */
const openMiningChain = () => {
  const test = openTestChain([], Number(currentSlot('devnet', new Date())))
  const timer = setInterval(() => {
    const depth = newestDepth(test.database)
    if (depth !== undefined && depth < quickBlocks) test.mine()
  }, blockMs)
  onTestFinished(() => {
    clearInterval(timer)
    test.close()
  })
  return test
}

describe.each(gatewayKinds)('a studio with a gateway of %s', (_name, open) => {
  it('sells: finds the payment, mints to who paid, and follows it to its confirmations', async () => {
    const test = openMiningChain()
    const gateway = await open(test)
    const studio = await openStudio({
      gateway,
      following: { pollMs: 20, resendMs: 200, marginSlots: 2n },
    })
    onTestFinished(() => studio.close())
    const { id, tokens } = await collectionWith(studio, ['One', 'Two'])
    const sold = saleOf(await postSale(studio, id, fixedSale(tokens)))
    const fundAndWait = async (address: string, lovelace: bigint): Promise<void> => {
      test.pay(address, lovelace)
    }
    const buyer = await createBuyer({ gateway, fundAndWait }, 200n * ada)
    await buyer.pay(sold, BigInt(sold.price * sold.supply))
    const done = await saleReaches(studio, sold, 'COMPLETED')
    expect(await statusesOf(studio, id)).toEqual({ One: 'COMPLETED', Two: 'COMPLETED' })
    expect((await buyer.held()).assets.size).toBe(2)
    expect((done.income ?? 0) + (done.tx_fee ?? 0) + (done.nft_fee ?? 0)).toBe(2 * sold.price)
  })
})
