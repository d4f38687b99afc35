import { ColdpressError } from '../../shared/errors.ts'
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

type Asking = Pick<Studio, 'database' | 'chain'>

/**
 * What can be done about a sale now: what its state allows; a refund only of what is still here, and
 * nothing built anew while what was sent may still be on chain.
 */
export const resolutionsOf = (
  { database, chain }: Asking,
  { id, status, mint_id: mintId }: Pick<SaleRow, 'id' | 'status' | 'mint_id'>,
): readonly SaleResolution[] => {
  const uses = new Set(paymentsOf(database, id).map(({ use }) => use))
  const hasMoney = uses.has('counted') || uses.has('surplus')
  const isDecided = (): boolean =>
    mintId !== null && chain?.submissions.of(mintId).every(({ settled }) => settled) === true
  const allowed = table[status] ?? (uses.has('surplus') ? ['refund'] : [])
  return allowed.filter((resolution) => {
    if (resolution === 'refund') return hasMoney
    return resolution !== 'retry' || status !== 'UNRESOLVED_MINTING_MISSING' || isDecided()
  })
}

/**
 * Who asks twice gets the same result.
 * @returns `done` when just that was done before
 * @throws ColdpressError `conflict` that names what can be done
 */
export const requireAllowed = (
  studio: Asking,
  sale: SaleRow,
  action: SaleResolution,
): 'go_on' | 'done' => {
  const allowed = resolutionsOf(studio, sale)
  if (allowed.includes(action)) return 'go_on'
  if (sale.resolution === action) return 'done'
  throw new ColdpressError(
    'conflict',
    `action: the sale is ${sale.status}, ${allowed.length === 0 ? 'where nothing is to be resolved' : `where only ${allowed.join(' or ')} is possible`}`,
  )
}
