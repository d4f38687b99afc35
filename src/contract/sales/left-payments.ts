import { isSaleError, saleErrorTable } from './explain-sale-error.ts'
import type { Sale } from './sale.ts'

/**
 * Lovelace of a sale that lacks what its way back needs, as the last refund found. It asks for no
 * decision: a stranger can leave it at any sale.
 */
export const leftLovelace = ({ error }: Pick<Sale, 'error'>): number => {
  const { message: form } = saleErrorTable.RefundLeftError
  const payers = (error ?? [])
    .filter((found) => isSaleError(found, 'RefundLeftError'))
    .flatMap(({ message }) => form.safeParse(message).data?.payers ?? [])
  return payers.reduce((sum, { lovelace }) => sum + Number(lovelace), 0)
}
