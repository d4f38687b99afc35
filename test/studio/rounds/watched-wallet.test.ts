import { describe, expect } from 'vitest'
import { paymentKeyAt } from '#cardano/payment-wallet.ts'
import type { Mint } from '#contract/mints/mint.ts'
import { errorMessage, generatePolicyKey, policyOf } from '../open-studio.ts'
import type { Sales } from '../sales/open-sales.ts'
import { salesTest as it } from '../sales/sales-test.ts'
import { newTestWallet } from '../test-wallet.ts'
import { openOffline } from './round-harness.ts'

const policyHere = () => {
  const key = generatePolicyKey()
  return { key, policy: { lock: false, ...policyOf([key]) } }
}

/** A wallet that the vault watches from now on, and the key that signs for a mint of it. */
const watch = async (sales: Sales) => {
  const { wallet, entropy } = newTestWallet()
  sales.fakeVault.state.watched = wallet
  // A studio learns of it when it starts.
  await sales.closedWhile(async () => undefined)
  return {
    wallet,
    keyOf: ({ payment_key: key }: Mint) => {
      expect(key).toMatchObject({ wallet: wallet.id })
      return paymentKeyAt(Buffer.from(entropy, 'hex'), key?.index ?? -1)
    },
  }
}

describe('A studio that only watches the wallet of its sales', () => {
  it('leaves earlier sales their wallet, and collects those of the watched one although the policy’s key is here', async ({
    sales,
  }) => {
    const before = await sales.reserve(['Earlier'])
    const { wallet, keyOf } = await watch(sales)
    await sales.buyer.pay(before.sold, before.total)
    await sales.reaches(before.sold, 'COMPLETED')

    const offline = await openOffline(sales, ['Watched'], policyHere())
    expect((await offline.view()).keys_elsewhere).toEqual([wallet.id])
    const sold = await offline.sell('Watched')
    const [made] = (await offline.build()).sales
    if (made === undefined) throw new Error('one sale was built')
    const parked = await offline.mintOf(made.mint_id)
    const key = keyOf(parked)
    expect(parked).toMatchObject({ missing_here: [], signing_blocked: null })
    expect(parked.transactions[0]?.missing).toEqual([key.keyHash])
    expect((await offline.sign(made, key)).status).toBe(200)
    await sales.reaches(sold, 'COMPLETED')
  })

  it('parks a refund for a day, makes no key for its fee, and says so where the payment is too small', async ({
    sales,
  }) => {
    const { keyOf } = await watch(sales)
    const offline = await openOffline(sales, ['Refunded', 'Small'], policyHere())
    const keysBefore = sales.fakeVault.kept.size
    const sold = await offline.sell('Refunded')
    await sales.resolved(sold, 'refund')
    const { refund_id: refundId } = await sales.now(sold)
    const parked = await offline.mintOf(refundId ?? '')
    expect(parked.status).toBe('awaiting_witnesses')
    expect(Date.parse(parked.transactions[0]?.valid_until ?? '')).toBeGreaterThan(
      Date.now() + 23 * 3_600_000,
    )
    const signed = {
      sale_id: sold.id,
      mint_id: parked.id,
      tx_id: parked.transactions[0]?.tx_id ?? '',
    }
    expect((await offline.sign({ ...signed, status: parked.status }, keyOf(parked))).status).toBe(
      200,
    )
    await sales.reaches(sold, 'REFUNDED')

    const small = await offline.reserve('Small')
    await sales.buyer.pay(small, 1_000_000n)
    await sales.reaches(small, 'UNRESOLVED_UNDERPAID')
    const refused = await sales.studio.call('POST', `/sales/${small.id}/resolve`, {
      action: 'refund',
    })
    expect(errorMessage(refused, 409)).toContain('no key on this computer could pay the fee')
    expect(sales.fakeVault.kept.size).toBe(keysBefore)
  })
})
