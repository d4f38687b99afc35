import { paymentKeyBelow, paymentsParent } from '#cardano/payment-wallet.ts'
import type { PolicyKey } from '#cardano/keys.ts'
import { Secret } from '#platform/secret/secret.ts'
import { vaultLocked } from './vault-errors.ts'

/** Provides the entropy of a wallet's phrase to one call, then wipes it. */
type UseEntropy = (work: (entropy: Secret) => Promise<Secret>) => Promise<Secret>

/**
 * The wallets' private keys m/1852'/1815'/0'/0, held from the first signature until the vault locks:
 * deriving one from its phrase takes longer than everything else about a sale.
 */
export class WalletKeys {
  /** By wallet id. A lock replaces it, so that a derivation under way adds nothing afterwards. */
  #held = new Map<string, Secret>()

  /**
   * The wallet's payment key at the index; the caller wipes it.
   * @throws ColdpressError `invalid` for the index; `vault_locked` if the vault was locked
   * meanwhile; whatever `useEntropy` throws
   */
  async keyAt(wallet: string, index: number, useEntropy: UseEntropy): Promise<PolicyKey> {
    const parent = this.#held.get(wallet) ?? (await this.#derive(wallet, useEntropy))
    return parent.use((bytes) => paymentKeyBelow(bytes, index))
  }

  wipe(): void {
    const held = this.#held
    this.#held = new Map()
    for (const secret of held.values()) secret.wipe()
  }

  async #derive(wallet: string, useEntropy: UseEntropy): Promise<Secret> {
    const held = this.#held
    const parent = await useEntropy(async (entropy) => Secret.ofBytes(entropy.use(paymentsParent)))
    if (held !== this.#held) {
      parent.wipe()
      throw vaultLocked()
    }
    // Another signature may have derived it meanwhile.
    held.get(wallet)?.wipe()
    held.set(wallet, parent)
    return parent
  }
}
