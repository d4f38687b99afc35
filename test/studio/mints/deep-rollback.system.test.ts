import { describe, expect, it } from 'vitest'
import type { Mint } from '#shared/wire/mint.ts'
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
import { openPreprodStudio, type PreprodStudio } from './preprod-studio.ts'

/** What paid or was minted before lies deeper than the rollback goes. */
const bury = ({ blockfrost }: PreprodStudio): void => blockfrost.mine(220)

const becomesFinal = async (preprod: PreprodStudio, made: Mint): Promise<void> => {
  preprod.blockfrost.mine(2160)
  await preprod.untilLooked(async () => {
    const [transaction] = (await readMint(preprod.studio, made)).transactions
    return (transaction?.confirmations ?? 0) >= (transaction?.final_after ?? Infinity)
  })
}

describe('A rollback of 200 blocks', () => {
  it('takes a burn back: its token is COMPLETED until the same transaction is confirmed again, and final', async () => {
    const preprod = await openPreprodStudio()
    const { studio } = preprod
    const { id, tokens, address } = await fundedCollection(preprod, studio, { names: ['Ash'] })
    const minted = mintOf(await postMint(studio, id, { tokens: 'all', to: address }))
    await mintReaches(studio, minted, 'completed')
    bury(preprod)
    const burn = { tokens: tokens.map((token) => token.id) }
    const made = mintOf(await studio.call('POST', `/nft/collections/${id}/burns`, burn))
    await mintReaches(studio, made, 'completed')
    expect(await statusesOf(studio, id)).toEqual({ Ash: 'BURNED' })

    preprod.blockfrost.mine(150)
    preprod.rollBackDeeply()
    await preprod.untilLooked(async () => (await readMint(studio, made)).status !== 'completed')
    expect(await statusesOf(studio, id)).toEqual({ Ash: 'COMPLETED' })
    await mintReaches(studio, made, 'completed')
    expect(await statusesOf(studio, id)).toEqual({ Ash: 'BURNED' })
    const again = await readMint(studio, made)
    expect(again.transactions[0]).toMatchObject({ tx_id: made.transactions[0]?.tx_id })
    expect(await readMint(studio, minted)).toMatchObject({ status: 'completed' })
    await becomesFinal(preprod, made)
  })

  it('takes a royalty token back: nothing is minted without it, and the same one is there again', async () => {
    const preprod = await openPreprodStudio()
    const { studio } = preprod
    const royalty = { address: [baseAddress.slice(0, 60), baseAddress.slice(60)], rate: '0.125' }
    const { id } = await fundedCollection(preprod, studio, { names: ['Elm'], more: { royalty } })
    bury(preprod)
    const shown = { rate: '0.125', address: baseAddress }
    await studio.call('POST', `/nft/collections/${id}/royalty/confirm`, shown)
    await preprod.untilLooked(async () => (await royaltyOf(studio, id)).status === 'minted')
    const { tx_id: txId, mint_id: mintId } = await royaltyOf(studio, id)

    preprod.blockfrost.mine(150)
    preprod.rollBackDeeply()
    await preprod.untilLooked(async () => (await royaltyOf(studio, id)).status !== 'minted')
    await preprod.untilLooked(async () => (await royaltyOf(studio, id)).status === 'minted')
    expect(await royaltyOf(studio, id)).toMatchObject({ tx_id: txId, mint_id: mintId })
    const made = mintOf(await postMint(studio, id, { tokens: 'all', to: testAddress }))
    await mintReaches(studio, made, 'completed')
    await becomesFinal(preprod, made)
  })
})
