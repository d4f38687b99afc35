import { z } from 'zod'
import { KeyHash, TxId } from '#cardano/ids.ts'
import { readSigningKey, signBody, type Witness } from '#cardano/keys.ts'
import { Database } from '#platform/db/database.ts'
import { Secret } from '#platform/secret/secret.ts'
import type { Mint } from '#contract/mints/mint.ts'
import type { WholeSale } from '#contract/sales/sale.ts'
import type { TestStudio } from '../open-studio.ts'
import { signFromWallet } from '../test-wallet.ts'

const addressRow = z.object({
  payment_key_hash: z.string(),
  wallet_id: z.string(),
  wallet_index: z.int(),
})

/** The signatures that a sale's transaction wants, by somebody with the same keys on another machine. */
export const signElsewhere = (
  { fakeVault, databasePath }: TestStudio,
  { id }: WholeSale,
  transaction: Mint['transactions'][number],
): readonly Witness[] => {
  const database = new Database(databasePath, [])
  const saleAddress = database.get(addressRow, 'SELECT * FROM sales WHERE id = :id', { id })
  database.close()
  const txId = TxId(transaction.tx_id)
  return transaction.required_signers.map((signer) => {
    if (signer !== saleAddress?.payment_key_hash)
      return signBody(readSigningKey(Secret.ofText(fakeVault.kept.get(signer) ?? '')), txId)
    const walletIndex = { wallet: saleAddress.wallet_id, index: saleAddress.wallet_index }
    return signFromWallet(
      fakeVault.wallets.get(walletIndex.wallet),
      walletIndex,
      txId,
      KeyHash(signer),
    )
  })
}
