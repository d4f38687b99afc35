import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import { KeyHash } from '#cardano/ids.ts'
import type { Database } from '#platform/db/database.ts'

const paymentKeyRow = z.object({
  collection_id: shortText,
  key_hash: shortText.transform(KeyHash),
  address: shortText,
})
export type PaymentKey = z.output<typeof paymentKeyRow>

export const findPaymentKey = (database: Database, collectionId: string): PaymentKey | undefined =>
  database.get(paymentKeyRow, 'SELECT * FROM payment_keys WHERE collection_id = :collectionId', {
    collectionId,
  })

export const findPaymentKeys = (database: Database): PaymentKey[] =>
  database.all(paymentKeyRow, 'SELECT * FROM payment_keys ORDER BY created_at')

/**
 * Keeps the first key: somebody may have paid to it.
 * @returns whether it is this one
 */
export const insertPaymentKey = (
  database: Database,
  key: PaymentKey & { readonly created_at: string },
): boolean => database.insert('payment_keys', key, 'ON CONFLICT DO NOTHING')
