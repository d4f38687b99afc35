import { z } from 'zod'
import { isoTime, longText, shortText } from '#values/bounds/bounded.ts'
import { entropyOf, phraseFingerprint, wordsOf } from '#cardano/derive.ts'
import { networks } from '#cardano/network.ts'
import { accountKeyOfEntropy } from '#cardano/payment-wallet.ts'
import type { SealedWallet, WalletBackupContent, WalletToBackUp } from '../vault-schemas.ts'
import { Secret, useAndWipe } from '#platform/secret/secret.ts'
import {
  type BackupFormat,
  noBackup,
  openBackupOf,
  sealBackupOf,
  type SealOptions,
} from './backup-seal.ts'

/** The caller wipes the entropy. */
export type OpenedWallet = { readonly content: WalletBackupContent; readonly entropy: Secret }

/**
 * The JSON that `age -d` prints: words for any wallet that follows CIP-1852, and the derivation
 * path of the payment keys.
 */
const contents = z.object({
  created: isoTime,
  network: z.enum(networks),
  wallet: shortText,
  account_key: shortText,
  words: longText,
})

const format: BackupFormat<z.output<typeof contents>> = {
  format: 'coldpress-wallet-backup',
  version: 1,
  what: "wallet's backup",
  contents,
}

const paths = "payments at m/1852'/1815'/0'/0/0, 1, 2, …; stake key m/1852'/1815'/0'/2/0"

/** @param entropy the bytes of the wallet's words; the caller wipes them */
export const sealWallet = async (
  { id, network }: WalletToBackUp,
  entropy: Secret,
  passphrase: Secret,
  seal: SealOptions,
): Promise<SealedWallet> => {
  const accountKey = entropy.use(accountKeyOfEntropy)
  const open = { network, wallet: id, account_key: accountKey, paths }
  const words = Secret.ofText(entropy.use(wordsOf).join(' '))
  const sealed = await useAndWipe(words, () =>
    sealBackupOf(format, open, ['"words":"', words, '"'], passphrase, seal),
  )
  return { id, network, accountKey, created: seal.created, ...sealed }
}

/**
 * Opens a wallet's backup: the age file, or its text form.
 * @throws ColdpressError as `openBackupOf`, and `invalid` when its parts contradict each other
 */
export const openWallet = async (bytes: Uint8Array, passphrase: Secret): Promise<OpenedWallet> => {
  const { contents, fingerprint } = await openBackupOf(format, bytes, passphrase)
  const { network, wallet: id, account_key: accountKey, created } = contents
  const entropy = await useAndWipe(Secret.ofText(contents.words), async (words) =>
    Secret.ofBytes(entropyOf(words)),
  )
  const belongs = entropy.use(
    (bytes) => phraseFingerprint(bytes) === id && accountKeyOfEntropy(bytes) === accountKey,
  )
  if (belongs) return { content: { id, network, accountKey, created, fingerprint }, entropy }
  entropy.wipe()
  throw noBackup('wallet_id', 'Its wallet and its words do not belong together.')
}
