import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { TxId } from '../../../src/core/cardano/ids.ts'
import { slotAt } from '../../../src/core/cardano/slots.ts'
import type { Sale } from '../../../src/shared/wire/sale.ts'
import { ada, statusesOf, until } from '../mints/mint-world.ts'
import { generatePolicyKey, policyOf } from '../open-studio.ts'
import { openSales, type Sales } from './open-sales.ts'

let sales: Sales
beforeAll(async () => {
  sales = await openSales()
})
afterAll(() => sales.close())

/** More than a mint is valid for. */
const long = 8_000n

const accountsOf = ({ income, tx_fee: txFee, nft_fee: nftFee }: Sale): number =>
  (income ?? 0) + (txFee ?? 0) + (nftFee ?? 0)

describe('A sale whose transaction the gateway refuses', () => {
  it('keeps its tokens, and goes on with the same bytes when it is retried', async () => {
    const { state, studio } = sales
    state.sending = 'refused'
    const { sold, id, total } = await sales.sell(['Refused'])
    const failed = await sales.reaches(sold, 'UNRESOLVED_SUBMITTING_FAILED')
    expect(failed).toMatchObject({
      error: [{ name: 'GatewayRefusedError', message: { reason: expect.stringMatching(/fee/u) } }],
      resolutions: ['retry', 'refund'],
    })
    expect(await statusesOf(studio, id)).toEqual({ Refused: 'RESERVED' })
    state.sending = 'passes'
    await sales.resolved(sold, 'retry')
    await sales.resolved(sold, 'retry')
    const done = await sales.reaches(sold, 'COMPLETED')
    expect(done.tx_id).toBe(failed.tx_id)
    expect(accountsOf(done)).toBe(Number(total))
    expect(await sales.kinds(sold)).toEqual([
      'UNRESOLVED_SUBMITTING_FAILED',
      'MINTING',
      'COMPLETED',
    ])
    expect(await statusesOf(studio, id)).toEqual({ Refused: 'COMPLETED' })
  })

  it('gives the money back when it is refunded', async () => {
    const { state, studio, buyer } = sales
    state.sending = 'refused'
    const { sold, id, total } = await sales.sell(['Given'])
    await sales.reaches(sold, 'UNRESOLVED_SUBMITTING_FAILED')
    state.sending = 'passes'
    const before = (await buyer.held()).lovelace
    await sales.resolved(sold, 'refund')
    await sales.reaches(sold, 'REFUNDED')
    expect(await sales.gains(buyer, before)).toBeGreaterThan(total - ada)
    expect(await statusesOf(studio, id)).toEqual({ Given: 'FOR_SALE' })
  })
})

describe('A refund', () => {
  it('that the gateway refuses leaves the sale as it was, with the reason', async () => {
    const { state, studio } = sales
    state.sending = 'refused'
    const { sold, id } = await sales.sell(['Again'])
    const failed = await sales.reaches(sold, 'UNRESOLVED_SUBMITTING_FAILED')
    await sales.resolved(sold, 'refund')
    await until(async () => (await sales.now(sold)).error?.length === 2)
    expect(await sales.now(sold)).toMatchObject({
      status: 'UNRESOLVED_SUBMITTING_FAILED',
      error: [{ name: 'GatewayRefusedError' }, { name: 'RefundFailedError' }],
      payments: [{ use: 'counted' }],
    })
    expect(await statusesOf(studio, id)).toEqual({ Again: 'RESERVED' })
    state.sending = 'passes'
    await sales.resolved(sold, 'retry')
    expect((await sales.reaches(sold, 'COMPLETED')).tx_id).toBe(failed.tx_id)
  })

  it('comes too late for a sale whose transaction is in a block first', async () => {
    const { state, studio } = sales
    state.sending = 'away'
    const { sold, id } = await sales.sell(['First'])
    const failed = await sales.reaches(sold, 'UNRESOLVED_SUBMITTING_FAILED')
    await sales.resolved(sold, 'refund')
    // The gateway had it after all.
    const mint = z
      .object({ transactions: z.array(z.object({ cbor: z.string() })) })
      .parse((await studio.call('GET', `/nft/collections/${id}/mints/${failed.mint_id}`)).body)
    await sales.world.gateway.submit(Buffer.from(mint.transactions[0]?.cbor ?? '', 'hex'))
    await sales.reaches(sold, 'COMPLETED')
    state.sending = 'passes'
    expect(await statusesOf(studio, id)).toEqual({ First: 'COMPLETED' })
    expect(await sales.now(sold)).toMatchObject({ payments: [{ use: 'counted' }], surplus: 0 })
  })
})

describe('A sale whose gateway', () => {
  it('takes nothing for a while tells so, and goes on by itself', async () => {
    const { state } = sales
    state.sending = 'away'
    const { sold } = await sales.sell(['Away'])
    expect(await sales.reaches(sold, 'UNRESOLVED_SUBMITTING_FAILED')).toMatchObject({
      error: [{ name: 'GatewayUnreachableError', message: { since: expect.any(String) } }],
    })
    state.sending = 'passes'
    await sales.reaches(sold, 'COMPLETED')
    expect(await sales.kinds(sold)).toEqual([
      'UNRESOLVED_SUBMITTING_FAILED',
      'MINTING',
      'COMPLETED',
    ])
  })

  it('is silent expires nothing, and counts what was paid in time', async () => {
    const { state, buyer } = sales
    const { sold, total } = await sales.reserve(['Silent'], { reservation_time: 3 })
    state.isAway = true
    await buyer.pay(sold, total)
    await new Promise((resolve) => setTimeout(resolve, 3_500))
    expect((await sales.now(sold)).status).toBe('RESERVED')
    state.isAway = false
    await sales.reaches(sold, 'COMPLETED')
  })
})

describe('A sale whose transaction is lost', () => {
  it('is built anew once its validity has ended, and not before', async () => {
    const { state } = sales
    state.sending = 'lost'
    const { sold } = await sales.sell(['Lost'])
    const minting = await sales.reaches(sold, 'MINTING')
    state.ahead = long
    const missing = await sales.reaches(sold, 'UNRESOLVED_MINTING_MISSING')
    expect(missing).toMatchObject({
      error: [{ name: 'TransactionMissingError', message: { txId: minting.tx_id } }],
      resolutions: ['retry', 'refund'],
    })
    state.sending = 'passes'
    state.ahead = 0n
    await sales.resolved(sold, 'retry')
    const done = await sales.reaches(sold, 'COMPLETED')
    expect(done.tx_id).not.toBe(minting.tx_id)
    expect(await sales.kinds(sold)).toEqual([
      'MINTING',
      'UNRESOLVED_MINTING_MISSING',
      'MINTING',
      'COMPLETED',
    ])
  })

  it('gives the money back when it is refunded', async () => {
    const { state, studio } = sales
    state.sending = 'lost'
    const { sold, id } = await sales.sell(['Back'])
    await sales.reaches(sold, 'MINTING')
    state.ahead = long
    await sales.reaches(sold, 'UNRESOLVED_MINTING_MISSING')
    state.sending = 'passes'
    state.ahead = 0n
    await sales.resolved(sold, 'refund')
    await sales.reaches(sold, 'REFUNDED')
    expect(await statusesOf(studio, id)).toEqual({ Back: 'FOR_SALE' })
  })
})

describe('A sale whose block the chain takes back', () => {
  it('tells so, and goes on by itself: each event once', async () => {
    const { world } = sales
    const { sold } = await sales.sell(['Fork'])
    const { tx_id: txId } = await sales.reaches(sold, 'MINTING')
    await until(async () => (await heightOf(txId)) !== undefined)
    const height = (await heightOf(txId)) ?? 0
    await until(async () => {
      const tip = await world.gateway.tip()
      const left = await world.rollBack(tip.height - height + 1)
      return z.object({ height: z.int() }).parse(left).height < height
    })
    await sales.reaches(sold, 'COMPLETED')
    const kinds = await sales.kinds(sold)
    expect(kinds.filter((kind) => kind === 'MINTING')).toHaveLength(1)
    expect(kinds.at(-1)).toBe('COMPLETED')
  })

  const heightOf = async (txId: string | null | undefined) =>
    (await sales.world.gateway.transaction(TxId(txId ?? '')))?.height
})

describe('A sale under a policy', () => {
  it('that has locked meanwhile fails for good, and its tokens are free', async () => {
    const { state, studio } = sales
    const lock = slotAt('devnet', new Date(Date.now() + 1_200_000))
    const policy = policyOf([generatePolicyKey()], [{ type: 'before', slot: Number(lock) }])
    const { sold, id, total } = await sales.reserve(
      ['Locked'],
      {},
      { policy: { lock: true, ...policy } },
    )
    state.isAway = true
    await sales.buyer.pay(sold, total)
    state.ahead = 1_250n
    state.isAway = false
    expect(await sales.reaches(sold, 'RESERVED_FAILED')).toMatchObject({
      error: [
        {
          name: 'OutsideOfValidityIntervalError',
          message: { interval: { invalidHereafter: Number(lock) } },
        },
      ],
      resolutions: ['refund'],
      surplus: Number(total),
    })
    state.ahead = 0n
    expect(await statusesOf(studio, id)).toEqual({ Locked: 'FOR_SALE' })
    await sales.resolved(sold, 'refund')
    await sales.reaches(sold, 'REFUNDED')
  })
})

describe('A sale whose key', () => {
  it('is not in the vault any more fails, and goes on once it is back', async () => {
    const { keeper, studio } = sales
    const { sold, id, total } = await sales.reserve(['Keyless'])
    const [keyHash, text] = [...keeper.kept].at(-1) ?? ['', '']
    keeper.kept.delete(keyHash)
    await sales.buyer.pay(sold, total)
    expect(await sales.reaches(sold, 'PROCESSING_FAILED')).toMatchObject({
      error: [{ name: 'SigningKeyMissingError', message: { keyHashes: [keyHash] } }],
      resolutions: ['retry', 'refund'],
      mint_id: null,
    })
    expect(await statusesOf(studio, id)).toEqual({ Keyless: 'RESERVED' })
    const again = await sales.resolved(sold, 'retry')
    expect(again.status).toBe('PROCESSING_FAILED')
    keeper.kept.set(keyHash, text)
    await sales.resolved(sold, 'retry')
    await sales.reaches(sold, 'COMPLETED')
    expect(await sales.kinds(sold)).toEqual(['PROCESSING_FAILED', 'MINTING', 'COMPLETED'])
  })

  it('is locked away waits, and goes on once the vault is unlocked', async () => {
    const { keeper } = sales
    keeper.state.locked = true
    const { sold } = await sales.sell(['Vault'])
    const parked = await sales.reaches(sold, 'PROCESSING')
    await until(async () => (await sales.now(sold)).mint_id !== null)
    expect(parked.error).toBeNull()
    keeper.state.locked = false
    await sales.reaches(sold, 'COMPLETED')
  })
})
