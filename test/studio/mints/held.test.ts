import { describe, expect, onTestFinished } from 'vitest'
import { errorMessage, testAddress, type TestStudio } from '../open-studio.ts'
import type { Mint } from '#contract/mints/mint.ts'
import {
  fundedCollection,
  mintOf,
  mintReaches,
  mintsPath,
  type MintHarness,
  postMint,
  readMint,
  statusesOf,
} from './mint-harness.ts'
import { mintTest as it, restartTest } from './mint-test.ts'

const held = async (harness: MintHarness, studio: TestStudio, names: readonly string[]) => {
  const { id } = await fundedCollection(harness, studio, { names })
  const reply = await postMint(studio, id, { tokens: 'all', to: testAddress, hold: true })
  return { id, made: mintOf(reply) }
}
const act = (
  studio: TestStudio,
  { id, collection_id: collectionId }: Mint,
  what: string,
  body?: object,
) => studio.call('POST', `${mintsPath(collectionId)}/${id}/${what}`, body)

describe('A mint that is held', () => {
  it('is built and not signed, however long the vault is open, until it is released', async ({
    harness,
    studio,
  }) => {
    const { id, made } = await held(harness, studio, ['Aa', 'Bb'])
    expect(made).toMatchObject({ status: 'awaiting_witnesses', held: true, message: null })
    const [transaction] = made.transactions
    expect(transaction?.fee).toBeGreaterThan(0)
    expect(transaction?.signed_by).toEqual([])
    expect(await statusesOf(studio, id)).toEqual({ Aa: 'MINTING', Bb: 'MINTING' })

    // Another one that is parked later goes its way meanwhile: whoever signs what is parked was here.
    const other = await fundedCollection(harness, studio, { names: ['Cc'] })
    const passed = mintOf(await postMint(studio, other.id, { tokens: 'all', to: testAddress }))
    await mintReaches(studio, passed, 'completed')
    expect((await readMint(studio, made)).transactions[0]?.signed_by).toEqual([])

    const released = mintOf(await act(studio, made, 'release'))
    expect(released).toMatchObject({ status: 'submitting', held: false })
    const done = await mintReaches(studio, made, 'completed')
    expect(done.transactions.map(({ tx_id: txId }) => txId)).toEqual([transaction?.tx_id])
    expect(mintOf(await act(studio, made, 'release')).status).toBe('completed')
  })

  it('takes no witness before, and is cancelled without a trace', async ({ harness, studio }) => {
    const { id, made } = await held(harness, studio, ['Dd'])
    expect(errorMessage(await act(studio, made, 'witnesses', { witnesses: [] }), 409)).toMatch(
      /is held.*release it first/u,
    )
    expect(mintOf(await act(studio, made, 'cancel')).status).toBe('cancelled')
    expect(await statusesOf(studio, id)).toEqual({ Dd: 'FOR_SALE' })
    expect(errorMessage(await act(studio, made, 'release'), 409)).toMatch(/cancelled/u)
  })

  restartTest('stays held when the studio starts again', async ({ harness }) => {
    const first = await harness.open()
    const { made } = await held(harness, first, ['Ee'])
    await first.close()
    const studio = await harness.open()
    onTestFinished(() => studio.close())
    const other = await fundedCollection(harness, studio, { names: ['Ff'] })
    const passed = mintOf(await postMint(studio, other.id, { tokens: 'all', to: testAddress }))
    await mintReaches(studio, passed, 'completed')
    expect(await readMint(studio, made)).toMatchObject({ held: true, status: 'awaiting_witnesses' })
  })
})
