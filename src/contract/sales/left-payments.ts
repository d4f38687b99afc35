import { z } from 'zod'
import { listOf } from '#values/bounds/bounded.ts'
import { isSaleError } from './explain-sale-error.ts'
import type { Sale } from './sale.ts'

/** All that is asked of the message here, whatever else a service says or leaves out. */
const leftMessage = z.object({ payers: listOf(z.object({ lovelace: z.int().nonnegative() })) })

/**
 * Lovelace of a sale that lacks what its way back needs, as the last refund found. It asks for no
 * decision: a stranger can leave it at any sale.
 */
export const leftLovelace = ({ error }: Pick<Sale, 'error'>): number => {
  const payers = (error ?? [])
    .filter((found) => isSaleError(found, 'RefundLeftError'))
    .flatMap(({ message }) => leftMessage.safeParse(message).data?.payers ?? [])
  return payers.reduce((sum, { lovelace }) => sum + lovelace, 0)
}
