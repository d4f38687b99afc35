import type { Sale } from '#contract/sales/sale.ts'

/** Whether a sale is paid and waits to be built with a signing round, which keys elsewhere sign. */
export const waitsForRound = ({
  status,
  delivery,
  mint_id: mintId,
}: Pick<Sale, 'status' | 'delivery' | 'mint_id'>): boolean =>
  status === 'PROCESSING' &&
  delivery !== null &&
  delivery !== undefined &&
  (mintId === null || mintId === undefined)
