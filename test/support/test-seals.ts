import type { PolicyKeys } from '#keys/operations.ts'
import type { OrderedTransaction } from '#keys/vault-schemas.ts'
import type { TxId } from '#cardano/ids.ts'
import { SealingKey } from '#keys/seal/seal.ts'
import { requireOrdered } from '#keys/vault/ordered.ts'

/** Seals as a vault does, with a key that all studios of the tests share. */
const key = new SealingKey(new Uint8Array(32).fill(0x5e))

export const testSeals: Pick<PolicyKeys, 'seal' | 'sealKey' | 'creatorKey'> = {
  seal: async (statements) => statements.map((statement) => key.seal(statement)),
  sealKey: async () => key.publicKey,
  creatorKey: async () => undefined,
}

/** The id of what was ordered, as a vault finds it out before it signs. */
export const orderedId = (
  { transaction, ...proof }: OrderedTransaction,
  creatorKey: string = key.publicKey,
): TxId => requireOrdered(transaction, proof, { ofOrder: key.publicKey, ofCollection: creatorKey })
