import { describe, expect } from 'vitest'
import { z } from 'zod'
import { TxId } from '#cardano/ids.ts'
import { slotAt } from '#cardano/slots.ts'
import { statusesOf } from '../mints/mint-harness.ts'
import { generatePolicyKey, policyOf } from '../open-studio.ts'
import { type Sales } from './open-sales.ts'
import { until } from '../../support/until.ts'
import { salesTest as it } from './sales-test.ts'

/** More than a mint is valid for. */
const long = 8_000n

describe('A sale whose transaction is lost', () => {
  it('is built again once its validity has ended, and not before', async ({ sales }) => {
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
    // A minute after the first was built: within the same slot it would be the same transaction.
    state.ahead = 60n
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

  it('gives the money back when it is refunded', async ({ sales }) => {
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
  it('tells so, and goes on by itself: each event once', async ({ sales }) => {
    const { harness } = sales
    const { sold } = await sales.sell(['Fork'])
    const { tx_id: txId } = await sales.reaches(sold, 'MINTING')
    await until(async () => (await heightOf(sales, txId)) !== undefined)
    const height = (await heightOf(sales, txId)) ?? 0
    await until(async () => {
      const tip = await harness.gateway.tip()
      const left = await harness.rollBack(tip.height - height + 1)
      return z.object({ height: z.int() }).parse(left).height < height
    })
    await sales.reaches(sold, 'COMPLETED')
    const kinds = await sales.kinds(sold)
    expect(kinds.filter((kind) => kind === 'MINTING')).toHaveLength(1)
    expect(kinds.at(-1)).toBe('COMPLETED')
  })

  const heightOf = async (sales: Sales, txId: string | null | undefined) =>
    (await sales.harness.gateway.transaction(TxId(txId ?? '')))?.height
})

describe('A sale under a policy', () => {
  it('that has locked meanwhile fails for good, and its tokens are free', async ({ sales }) => {
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
  it('is not in the vault any more fails, and goes on once it is back', async ({ sales }) => {
    const { fakeVault, studio } = sales
    const { sold, id, total } = await sales.reserve(['Keyless'])
    const [keyHash, text] = [...fakeVault.kept].at(-1) ?? ['', '']
    fakeVault.kept.delete(keyHash)
    await sales.buyer.pay(sold, total)
    expect(await sales.reaches(sold, 'PROCESSING_FAILED')).toMatchObject({
      error: [{ name: 'SigningKeyMissingError', message: { keyHashes: [keyHash] } }],
      resolutions: ['retry', 'refund'],
      mint_id: null,
    })
    expect(await statusesOf(studio, id)).toEqual({ Keyless: 'RESERVED' })
    const again = await sales.resolved(sold, 'retry')
    expect(again.status).toBe('PROCESSING_FAILED')
    fakeVault.kept.set(keyHash, text)
    await sales.resolved(sold, 'retry')
    await sales.reaches(sold, 'COMPLETED')
    expect(await sales.kinds(sold)).toEqual(['PROCESSING_FAILED', 'MINTING', 'COMPLETED'])
  })

  it('is locked away waits, and goes on once the vault is unlocked', async ({ sales }) => {
    const { fakeVault } = sales
    fakeVault.state.locked = true
    const { sold } = await sales.sell(['Vault'])
    const parked = await sales.reaches(sold, 'PROCESSING')
    await until(async () => (await sales.now(sold)).mint_id !== null)
    expect(parked.error).toBeNull()
    fakeVault.state.locked = false
    await sales.reaches(sold, 'COMPLETED')
  })
})
