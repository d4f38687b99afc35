import { describe, expect } from 'vitest'
import { z } from 'zod'
import { derivePaymentAddress } from '#cardano/payment-wallet.ts'
import { Database } from '#platform/db/database.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { errorMessage, type TestStudio } from '../open-studio.ts'
import { statusesOf } from '../mints/mint-harness.ts'
import { collectionWith, fixedSale, postSale, saleOf } from './sale-harness.ts'
import { mintTest as it } from '../mints/mint-test.ts'

const walletRow = z.object({ id: z.string(), account_key: z.string(), next_index: z.int() })
const walletsOf = ({ databasePath }: TestStudio) => {
  const database = new Database(databasePath, [])
  const rows = database.all(walletRow, 'SELECT * FROM sale_wallets')
  database.close()
  return rows
}

describe('The wallet that sales are paid to', () => {
  it('is not there before it is needed, and without it nothing is reserved', async ({
    harness,
    studio,
  }) => {
    const { id, tokens } = await collectionWith(studio, ['First'])
    expect(walletsOf(studio)).toEqual([])
    harness.fakeVault.state.keysError = new ColdpressError(
      'conflict',
      'The vault has no room. Make some.',
    )
    expect(errorMessage(await postSale(studio, id, fixedSale(tokens)), 409)).toMatch(/no room/u)
    harness.fakeVault.state.keysError = undefined
    expect(walletsOf(studio)).toEqual([])
    expect(await statusesOf(studio, id)).toEqual({ First: 'FOR_SALE' })
  })

  it('is one, however many ask for it at once in however many programs', async ({
    harness,
    studio,
  }) => {
    const names = Array.from({ length: 8 }, (_, index) => `Sold${index}`)
    const { id, tokens } = await collectionWith(studio, names)
    const second = await harness.open()
    const replies = await Promise.all(
      tokens.map((token, index) =>
        postSale(index % 2 === 0 ? studio : second, id, fixedSale([token])),
      ),
    )
    await second.close()
    const [wallet, ...others] = walletsOf(studio)
    expect(others).toEqual([])
    expect(wallet?.next_index).toBe(8)
    const addresses = names.map(
      (_, index) => derivePaymentAddress(wallet?.account_key ?? '', index, 'devnet').address,
    )
    const reported = replies.map((reply) => saleOf(reply).payment_address)
    expect(reported.toSorted()).toEqual(addresses.toSorted())
    // Each program asked its vault once; the second one's wallet takes no payments.
    expect(harness.fakeVault.wallets.size).toBeLessThanOrEqual(2)
    expect([...harness.fakeVault.wallets.keys()]).toContain(wallet?.id)
  })

  it('gives addresses while the vault is locked', async ({ harness, studio }) => {
    const { id, tokens } = await collectionWith(studio, ['Locked'])
    harness.fakeVault.state.locked = true
    const sold = saleOf(await postSale(studio, id, fixedSale(tokens)))
    harness.fakeVault.state.locked = false
    expect(sold.status).toBe('RESERVED')
  })
})
