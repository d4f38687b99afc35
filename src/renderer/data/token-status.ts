import { fixedStatuses } from '#contract/tokens/token.ts'
import type { TokenRow } from '#contract/collections/calls.ts'

type WithStatus = Pick<TokenRow, 'status'>

/** Neither minted nor reserved. */
export const canBeSold = ({ status }: WithStatus): boolean =>
  status === 'OPEN' || status === 'FOR_SALE'

/** A reserved or minted token stays what its buyer was shown. */
export const canChange = ({ status }: WithStatus): boolean => !fixedStatuses.has(status)

/** A transaction may exist that mints it. */
export const mayHaveTransaction = ({ status }: WithStatus): boolean =>
  status === 'MINTING' || status === 'COMPLETED' || status === 'BURNED'

/** On chain, as far as is known here. */
export const isMinted = ({ status }: WithStatus): boolean => status === 'COMPLETED'

export const isBurned = ({ status }: WithStatus): boolean => status === 'BURNED'

/** What a sale says of each of its tokens, beside the status. */
export const soldBy = ({ status }: WithStatus): Pick<TokenRow, 'is_sold'> =>
  status === 'COMPLETED' ? { is_sold: true } : {}
