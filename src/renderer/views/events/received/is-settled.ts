import type { SaleDetails } from '#contract/sales/calls.ts'

const ends: ReadonlySet<SaleDetails['status']> = new Set(['COMPLETED', 'REFUNDING', 'REFUNDED'])

/** Whether an earlier error of the sale needs nothing more: it ended, and no payment is left over. */
export const isSettled = ({ status, resolutions }: Pick<SaleDetails, 'status' | 'resolutions'>) =>
  ends.has(status) && resolutions.length === 0
