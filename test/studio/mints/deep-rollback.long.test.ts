import { describe, expect, it } from 'vitest'
import type { Mint } from '#contract/mints/mint.ts'
import { baseAddress, testAddress } from '../open-studio.ts'
import {
  fundedCollection,
  mintOf,
  mintReaches,
  postMint,
  readMint,
  royaltyOf,
  statusesOf,
} from './mint-harness.ts'
import { openPublicStudio, type PublicStudio } from './public-studio.ts'

/** What paid or was minted before lies deeper than the rollback goes. */
const bury = ({ blockfrost }: PublicStudio): void => blockfrost.mine(220)

const confirmationsOf = async ({ studio }: PublicStudio, made: Mint): Promise<number> =>
  (await readMint(studio, made)).transactions[0]?.confirmations ?? 0

/** Final once as many blocks are on it as its network's genesis says, and not before. */
const becomesFinal = async (opened: PublicStudio, made: Mint): Promise<void> => {
  const { blockfrost, studio, untilLooked, finalAfter } = opened
  blockfrost.mine(finalAfter - 150)
  await untilLooked(async () => (await confirmationsOf(opened, made)) >= finalAfter - 150)
  const [before] = (await readMint(studio, made)).transactions
  expect(before?.final_after).toBe(finalAfter)
  expect(before?.confirmations).toBeLessThan(finalAfter)
  blockfrost.mine(150)
  await untilLooked(async () => (await confirmationsOf(opened, made)) >= finalAfter)
}

describe('A rollback of 200 blocks', () => {
  it.each([
    ['preprod', 2160],
    // Its genesis differs, and with it how soon something is final.
    ['preview', 432],
  ] as const)(
    'takes a burn back on %s: its token is COMPLETED until the same transaction is confirmed again, and final after %i blocks',
    async (network, blocks) => {
      const opened = await openPublicStudio(network)
      const { studio } = opened
      expect(opened.finalAfter).toBe(blocks)
      const { id, tokens, address } = await fundedCollection(opened, studio, { names: ['Ash'] })
      const minted = mintOf(await postMint(studio, id, { tokens: 'all', to: address }))
      await mintReaches(studio, minted, 'completed')
      bury(opened)
      const burn = { tokens: tokens.map((token) => token.id) }
      const made = mintOf(await studio.call('POST', `/nft/collections/${id}/burns`, burn))
      await mintReaches(studio, made, 'completed')
      expect(await statusesOf(studio, id)).toEqual({ Ash: 'BURNED' })

      opened.blockfrost.mine(150)
      opened.rollBackDeeply()
      await opened.untilLooked(async () => (await readMint(studio, made)).status !== 'completed')
      expect(await statusesOf(studio, id)).toEqual({ Ash: 'COMPLETED' })
      await mintReaches(studio, made, 'completed')
      expect(await statusesOf(studio, id)).toEqual({ Ash: 'BURNED' })
      const again = await readMint(studio, made)
      expect(again.transactions[0]).toMatchObject({ tx_id: made.transactions[0]?.tx_id })
      expect(await readMint(studio, minted)).toMatchObject({ status: 'completed' })
      await becomesFinal(opened, made)
    },
  )

  it('takes a royalty token back: nothing is minted without it, and the same one is there again', async () => {
    const opened = await openPublicStudio()
    const { studio } = opened
    const royalty = { address: [baseAddress.slice(0, 60), baseAddress.slice(60)], rate: '0.125' }
    const { id } = await fundedCollection(opened, studio, { names: ['Elm'], more: { royalty } })
    bury(opened)
    const shown = { rate: '0.125', address: baseAddress }
    await studio.call('POST', `/nft/collections/${id}/royalty/confirm`, shown)
    await opened.untilLooked(async () => (await royaltyOf(studio, id)).status === 'minted')
    const { tx_id: txId, mint_id: mintId } = await royaltyOf(studio, id)

    opened.blockfrost.mine(150)
    opened.rollBackDeeply()
    await opened.untilLooked(async () => (await royaltyOf(studio, id)).status !== 'minted')
    await opened.untilLooked(async () => (await royaltyOf(studio, id)).status === 'minted')
    expect(await royaltyOf(studio, id)).toMatchObject({ tx_id: txId, mint_id: mintId })
    const made = mintOf(await postMint(studio, id, { tokens: 'all', to: testAddress }))
    await mintReaches(studio, made, 'completed')
    await becomesFinal(opened, made)
  })
})
