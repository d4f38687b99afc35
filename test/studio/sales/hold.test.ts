import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WholeSale } from '#contract/sales/sale.ts'
import { ada, mintOf, statusesOf } from '../mints/mint-harness.ts'
import { errorMessage } from '../open-studio.ts'
import { openSales, type Sales } from './open-sales.ts'
import { saleOf } from './sale-harness.ts'

let sales: Sales
beforeAll(async () => {
  sales = await openSales()
})
afterAll(() => sales.close())

const hold = (sold: WholeSale, action: string, to?: string) =>
  sales.studio.call('POST', `/sales/${sold.id}/resolve`, {
    action,
    hold: true,
    ...(to === undefined ? {} : { to }),
  })
const held = async (...of: Parameters<typeof hold>) => saleOf(await hold(...of))
const mintPath = ({ collection_id: collectionId }: WholeSale, id: string) =>
  `/nft/collections/${collectionId}/mints/${id}`
const act = (sold: WholeSale, id: string | null | undefined, what: 'release' | 'cancel') =>
  sales.studio.call('POST', `${mintPath(sold, id ?? '')}/${what}`)
const mint = async (sold: WholeSale, id: string | null | undefined) =>
  mintOf(await sales.studio.call('GET', mintPath(sold, id ?? '')))

const overpaid = async (name: string) => {
  const made = await sales.reserve([name])
  await sales.buyer.pay(made.sold, made.total + 3n * ada)
  await sales.reaches(made.sold, 'UNRESOLVED_OVERPAID')
  return made
}

describe('A decision about a sale that is held', () => {
  it('leaves the sale as it is, and is forgotten without a trace', async () => {
    const { id, sold } = await overpaid('Once')
    const before = await sales.now(sold)
    const after = await held(sold, 'accept')
    const { held_mint_id: mintId } = after
    expect(after).toEqual({
      ...before,
      held_mint_id: expect.any(String),
      tokens: [{ ...before.tokens[0], status: 'MINTING' }],
    })
    expect(await mint(sold, mintId)).toMatchObject({
      kind: 'sale',
      held: true,
      transactions: [{ signed_by: [] }],
    })
    expect(mintOf(await act(sold, mintId, 'cancel')).status).toBe('cancelled')
    expect(await sales.now(sold)).toEqual(before)
    expect(await statusesOf(sales.studio, id)).toEqual({ Once: 'RESERVED' })
    expect(errorMessage(await act(sold, mintId, 'release'), 409)).toMatch(/cancelled/u)
    expect(await sales.now(sold)).toEqual(before)
  })

  it('is sent just as it was shown, once it is released', async () => {
    const { sold } = await overpaid('Shown')
    const { held_mint_id: mintId } = await held(sold, 'accept')
    const [shown] = (await mint(sold, mintId)).transactions
    await act(sold, mintId, 'release')
    const done = await sales.reaches(sold, 'COMPLETED')
    expect(done).toMatchObject({ tx_id: shown?.tx_id, mint_id: mintId, held_mint_id: null })
    expect(done.buyer_address).toBe(sales.buyer.address)
    expect(errorMessage(await act(sold, mintId, 'cancel'), 409)).toMatch(/completed/u)
  })

  it('gives way to another decision, also to the same one without a look', async () => {
    for (const [action, end] of [
      ['refund', 'REFUNDED'],
      ['accept', 'COMPLETED'],
    ] as const) {
      const { sold } = await overpaid(`Other${end}`)
      const { held_mint_id: first } = await held(sold, 'accept')
      const { held_mint_id: second } = await held(sold, 'accept')
      expect(second).not.toBe(first)
      await sales.resolved(sold, action)
      await sales.reaches(sold, end)
      for (const mintId of [first, second])
        expect((await mint(sold, mintId)).status).toBe('cancelled')
      expect(errorMessage(await act(sold, second, 'release'), 409)).toMatch(/cancelled/u)
    }
  })

  it('names what it cannot be built for, and tells no receiver of events', async () => {
    const { state } = sales
    const { sold } = await overpaid('Doubled')
    const before = await sales.now(sold)
    const reported = await sales.kinds(sold)
    state.minted.add('Doubled')
    expect(errorMessage(await hold(sold, 'accept'), 409)).toMatch(/Doubled/u)
    state.minted.clear()
    expect(await sales.now(sold)).toEqual(before)
    expect(await sales.kinds(sold)).toEqual(reported)
  })

  it('is the same bytes where they would be sent once more, and another receiver is held again', async () => {
    const { state, other } = sales
    state.sending = 'away'
    const { sold } = await sales.sell(['Away'])
    const stuck = await sales.reaches(sold, 'UNRESOLVED_SUBMITTING_FAILED')
    expect(errorMessage(await hold(sold, 'retry', other.address), 409)).toMatch(/^to: /u)
    expect((await held(sold, 'retry')).held_mint_id).toBeNull()
    state.sending = 'passes'
    await act(sold, stuck.mint_id, 'release')
    expect((await sales.reaches(sold, 'COMPLETED')).tx_id).toBe(stuck.tx_id)

    state.sending = 'rejected'
    const { sold: rejected } = await sales.sell(['Rejected'])
    await sales.reaches(rejected, 'UNRESOLVED_SUBMITTING_FAILED')
    state.sending = 'passes'
    const { held_mint_id: mintId } = await held(rejected, 'retry', other.address)
    await act(rejected, mintId, 'release')
    expect(await sales.reaches(rejected, 'COMPLETED')).toMatchObject({
      buyer_address: other.address,
    })
  })

  it('is a retry or an acceptance, nothing else', async () => {
    const { sold } = await overpaid('Neither')
    for (const action of ['refund', 'wait'])
      expect(errorMessage(await hold(sold, action), 400)).toMatch(/^hold: /u)
  })
})
