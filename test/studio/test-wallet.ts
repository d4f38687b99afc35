import { randomBytes } from 'node:crypto'
import { phraseFingerprint } from '#cardano/derive.ts'
import type { KeyHash, TxId } from '#cardano/ids.ts'
import { signBody, type Witness } from '#cardano/keys.ts'
import { accountKeyOfEntropy, paymentKeyAt } from '#cardano/payment-wallet.ts'
import type { KeptWallet, PaymentWallet, WalletIndex } from '#keys/vault-schemas.ts'
import { ColdpressError } from '#values/errors/errors.ts'

/** A wallet as a vault would make one, and what it is made of as hex. */
export const newTestWallet = (): { readonly wallet: PaymentWallet; readonly entropy: string } => {
  const entropy = randomBytes(32)
  const wallet = { id: phraseFingerprint(entropy), accountKey: accountKeyOfEntropy(entropy) }
  return { wallet, entropy: entropy.toString('hex') }
}

/** The same wallet, as a vault that has it says it. */
export const keptTestWallet = (entropy: string): KeptWallet => {
  const bytes = Buffer.from(entropy, 'hex')
  return {
    id: phraseFingerprint(bytes),
    accountKey: accountKeyOfEntropy(bytes),
    isWatched: false,
    createdAt: '2026-01-01T00:00:00.000Z',
  }
}

/**
 * Signs with the key at a place of a wallet, as a vault does.
 * @param entropy hex; undefined for a wallet that is not known
 */
export const signFromWallet = (
  entropy: string | undefined,
  walletIndex: WalletIndex,
  bodyHash: TxId,
  keyHash: KeyHash,
): Witness => {
  if (entropy === undefined)
    throw new ColdpressError('key_missing', `The vault holds no wallet ${walletIndex.wallet}.`)
  const key = paymentKeyAt(Buffer.from(entropy, 'hex'), walletIndex.index)
  if (key.keyHash !== keyHash)
    throw new ColdpressError(
      'invalid',
      `The key ${walletIndex.index} does not have the hash ${keyHash}.`,
    )
  return signBody(key, bodyHash)
}
