import { derivePaymentAddress } from '#cardano/payment-wallet.ts'
import type { KeyHash, TxId } from '#cardano/ids.ts'
import { generatePolicyKey } from '#cardano/keys.ts'
import type { Network } from '#cardano/network.ts'
import type { OrderedTransaction, WalletIndex } from '#keys/vault-schemas.ts'
import { transactionId } from '#cardano/transaction-id.ts'
import type { Seal, Statement } from '#keys/seal/seal.ts'

/** A transaction that does nothing: no inputs, no outputs, no fee. */
export const sampleTransaction = (): Uint8Array =>
  Uint8Array.from(Buffer.from('84a3008001800200a0f5f6', 'hex'))

export const sampleTxId: TxId = transactionId(sampleTransaction())

type Sealing = { seal(statements: readonly Statement[]): Promise<readonly Seal[]> }

/** That transaction as a studio has it signed: with an order that it keeps to. */
export const sampleOrdered = async (
  vault: Sealing,
  network: Network,
  keyHash: KeyHash,
  walletIndex?: WalletIndex,
): Promise<OrderedTransaction> => {
  const subject = { network, collection: 'c' } as const
  const [collection, order] = await vault.seal([
    {
      ...subject,
      kind: 'collection',
      id: 'c',
      facts: {
        payout_address: derivePaymentAddress('00'.repeat(64), 0, network).address,
        royalty: null,
        script: { type: 'sig', keyHash: generatePolicyKey().keyHash },
      },
    },
    {
      ...subject,
      kind: 'order',
      id: 'm',
      facts: { kind: 'tokens', transactions: [sampleTxId], tokens: {}, receivers: [] },
    },
  ])
  if (order === undefined || collection === undefined) throw new Error('nothing was sealed')
  return { transaction: sampleTransaction(), keyHash, walletIndex, order, collection }
}
