import type { KeyHash } from '#cardano/ids.ts'
import type { WalletIndex } from '#keys/vault-schemas.ts'
import type { Vault } from '#keys/vault/vault.ts'

/** Signs what its user has read and confirmed. */
export type Signer = Pick<Vault, 'hasKey' | 'witness'>

/**
 * Signs with the keys of the vault, and with those of its wallets that a request names.
 * @param requireHere throws when the home was moved away
 */
export const createSigner = ({
  vault,
  walletIndexOf,
  requireHere,
}: {
  readonly vault: Signer
  /** Where a key is in a wallet of the vault; undefined where it is in none. */
  readonly walletIndexOf: (keyHash: KeyHash) => Promise<WalletIndex | undefined>
  readonly requireHere: () => void
}): Signer => ({
  hasKey: async (keyHash) =>
    (await vault.hasKey(keyHash)) || (await walletIndexOf(keyHash)) !== undefined,
  witness: async ({ transaction, keyHash }) => {
    requireHere()
    return vault.witness({ transaction, keyHash, walletIndex: await walletIndexOf(keyHash) })
  },
})
