import type { Studio } from '../options.ts'
import type { SaleEvent } from './emit.ts'

export const insertEvent = (studio: Studio, event: SaleEvent): void => {
  studio.database.run(
    `INSERT INTO events (id, status, sale_id, collection_id, tokens, error, created_at)
     VALUES (:id, :status, :saleId, :collectionId, :tokens, :error, :at)`,
    {
      id: studio.nextId(),
      status: event.status,
      saleId: event.saleId,
      collectionId: event.collectionId,
      tokens: JSON.stringify(event.tokens),
      error: event.error === undefined ? null : JSON.stringify(event.error),
      at: studio.now().toISOString(),
    },
  )
}
