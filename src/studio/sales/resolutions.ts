import type { SaleResolution, SaleStatus } from '../../shared/wire/sale.ts'
import type { Studio } from '../options.ts'
import { paymentsOf, type SaleRow } from './store.ts'

/** studio.md "Sales", the table of what goes wrong: what can be done, the recommended one first. */
const table: Partial<Record<SaleStatus, readonly SaleResolution[]>> = {
  RESERVED_FAILED: ['refund'],
  PROCESSING_FAILED: ['retry', 'refund'],
  UNRESOLVED_SUBMITTING_FAILED: ['retry', 'refund'],
  UNRESOLVED_MINTING_MISSING: ['retry', 'refund'],
  UNRESOLVED_OVERPAID: ['accept', 'refund'],
  UNRESOLVED_UNDERPAID: ['wait', 'refund'],
}

/** What can be done about a sale now: what its state allows, a refund only of what is still here. */
export const resolutionsOf = (
  { database }: Pick<Studio, 'database'>,
  { id, status }: Pick<SaleRow, 'id' | 'status'>,
): readonly SaleResolution[] => {
  const uses = new Set(paymentsOf(database, id).map(({ use }) => use))
  const hasMoney = uses.has('counted') || uses.has('surplus')
  const allowed = table[status] ?? (uses.has('surplus') ? ['refund'] : [])
  return allowed.filter((resolution) => resolution !== 'refund' || hasMoney)
}
