import { expect, it } from 'vitest'
import { testAddress } from '../open-studio.ts'
import { fundedCollection, mintOf, mintReaches, postMint, readMint } from './mint-harness.ts'
import { openPublicStudio } from './public-studio.ts'
import { until } from '../../support/until.ts'

/** Loops of the studio that ask the gateway, each of which waits for itself. */
const loops = 4

it('A gateway that is asked too fast is asked as rarely as it says, from the mint until it is final', async () => {
  const preprod = await openPublicStudio()
  const { blockfrost, studio } = preprod
  const { id } = await fundedCollection(preprod, studio, { names: ['Wait'] })
  let stormSeconds = 0
  const storm = (seconds: number): void => {
    stormSeconds += seconds
    blockfrost.state.tooFastUntil = Date.now() + seconds * 1_000
  }
  const isOver = () => Promise.resolve(Date.now() > blockfrost.state.tooFastUntil)

  storm(2)
  // More than one attempt of a call: it is answered when the storm is over.
  const made = mintOf(await postMint(studio, id, { tokens: 'all', to: testAddress }))
  expect(blockfrost.state.refused).toBeGreaterThan(0)
  // Longer than all attempts of a call: the next look goes on.
  storm(6)
  await until(isOver)
  await until(async () => (await readMint(studio, made)).transactions[0]?.status === 'in_block')
  storm(2)
  const { transactions } = await mintReaches(studio, made, 'completed')
  expect(transactions[0]?.tx_id).toBe(made.transactions[0]?.tx_id)

  blockfrost.mine(2160)
  storm(2)
  await preprod.untilLooked(async () => {
    const [transaction] = (await readMint(studio, made)).transactions
    return (transaction?.confirmations ?? 0) >= (transaction?.final_after ?? Infinity)
  })
  await until(isOver)
  // Without a pause it would be asked 50 times a second.
  expect(blockfrost.state.refused).toBeLessThanOrEqual(loops * (stormSeconds + 4))
})
