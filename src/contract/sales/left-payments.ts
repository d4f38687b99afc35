import { z } from 'zod'
import { listOf } from '#values/bounds/bounded.ts'
import type { Sale } from './sale.ts'

const leftError = z.object({ payers: listOf(z.object({ lovelace: z.int().nonnegative() })) })

/**
 * Lovelace of a sale that lacks what its way back needs, as the last refund found. It asks for no
 * decision: a stranger can leave it at any sale.
 */
export const leftLovelace = ({ error }: Pick<Sale, 'error'>): number => {
  const payers = (error ?? [])
    .filter(({ name }) => name === 'RefundLeftError')
    .flatMap(({ message }) => leftError.safeParse(message).data?.payers ?? [])
  return payers.reduce((sum, { lovelace }) => sum + lovelace, 0)
}
