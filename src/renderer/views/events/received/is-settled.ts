import type { SaleFacts } from '#contract/sales/calls.ts'
import { statusOf } from '#contract/sales/sale-status.ts'

/** Whether an earlier error of the sale needs nothing more: it ended, and no payment is left over. */
export const isSettled = ({ status, resolutions }: Pick<SaleFacts, 'status' | 'resolutions'>) =>
  statusOf(status).isDecided && resolutions.length === 0
