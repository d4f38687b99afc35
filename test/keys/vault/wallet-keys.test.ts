import { inspect } from 'node:util'
import { describe, expect, it, vi } from 'vitest'
import { paymentKeyAt, paymentsParent } from '#cardano/payment-wallet.ts'
import { Secret } from '#platform/secret/secret.ts'
import { WalletKeys } from '#keys/vault/wallet-keys.ts'

const entropy = Uint8Array.from({ length: 32 }, (_, at) => 5 * at + 3)

/** A phrase that opens when `opened` resolves. */
const phrase =
  (opened: Promise<void> = Promise.resolve()) =>
  async (work: (entropy: Secret) => Promise<Secret>): Promise<Secret> => {
    await opened
    return work(Secret.ofBytes(Uint8Array.from(entropy)))
  }

describe('the keys of wallets in an open vault', () => {
  it('are those of the phrase, which is opened once for each wallet', async () => {
    const keys = new WalletKeys()
    const open = vi.fn(phrase())
    for (const index of [0, 1, 2 ** 31 - 1]) {
      const key = await keys.keyAt('wallet', index, open)
      expect(key.keyHash).toBe(paymentKeyAt(entropy, index).keyHash)
    }
    expect(open).toHaveBeenCalledTimes(1)
    await keys.keyAt('another', 0, open)
    expect(open).toHaveBeenCalledTimes(2)
  })

  it('are not held if the vault is locked while the phrase is opened', async () => {
    const keys = new WalletKeys()
    const { promise, resolve } = Promise.withResolvers<void>()
    const signing = keys.keyAt('wallet', 0, phrase(promise))
    keys.wipe()
    resolve()
    await expect(signing).rejects.toMatchObject({ code: 'vault_locked' })
    const open = vi.fn(phrase())
    await keys.keyAt('wallet', 0, open)
    expect(open).toHaveBeenCalledTimes(1)
  })

  it('are in nothing that is printed', async () => {
    const keys = new WalletKeys()
    await keys.keyAt('wallet', 0, phrase())
    const parent = Buffer.from(paymentsParent(entropy)).toString('hex')
    const printed = [inspect(keys, { depth: 9, showHidden: true }), JSON.stringify(keys)]
    for (const text of printed) expect(text).not.toContain(parent.slice(0, 16))
  })
})
