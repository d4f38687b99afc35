import { z } from 'zod'
import type { Database } from '#platform/db/database.ts'

const secondsRow = z.object({ seconds: z.int() })

/** Seconds that the seller of a collection stated last for signatures from elsewhere. */
export const findDeliveryTime = (database: Database, collectionId: string): number | undefined =>
  database.get(
    secondsRow,
    'SELECT seconds FROM delivery_times WHERE collection_id = :collectionId',
    { collectionId },
  )?.seconds

export const setDeliveryTime = (
  database: Database,
  collectionId: string,
  seconds: number,
): void => {
  database.upsert('delivery_times', { collection_id: collectionId, seconds }, 'collection_id')
}
