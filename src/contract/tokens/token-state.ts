import { isPriced } from '../mints/chosen-tokens.ts'
import type { Token, TokenStatus } from './token.ts'

/** The state of a token as people read it. */
export const tokenStatusLabels: Readonly<Record<TokenStatus, string>> = {
  UPLOADING_CONTENT: 'Uploading',
  OPEN: 'Not ready',
  FOR_SALE: 'Ready',
  RESERVED: 'Reserved',
  MINTING: 'Minting',
  COMPLETED: 'Minted',
  BURNED: 'Burned',
  EXPIRED: 'Expired',
}

/** What matters more than the status: that visitors can buy a token, or that a buyer has it. */
export const tokenStateLabels = { onSale: 'On sale', isSold: 'Sold' } as const

type TokenState = Pick<Token, 'is_sold' | 'price' | 'awaits_confirmation'> & {
  readonly status: string
}

/** Visitors can buy it: it has a price that its creator confirmed, and nobody has reserved it. */
export const isListed = ({
  status,
  price,
  awaits_confirmation: awaits,
}: Omit<TokenState, 'is_sold'>): boolean =>
  status === 'FOR_SALE' && isPriced({ price }) && awaits !== true

const labels: Readonly<Record<string, string>> = tokenStatusLabels

/** The status in words; a hosted service may send unknown ones. */
export const tokenStatusText = (status: string): string => labels[status] ?? status

export const tokenStateText = (token: TokenState): string => {
  if (token.status === 'COMPLETED' && token.is_sold === true) return tokenStateLabels.isSold
  return isListed(token) ? tokenStateLabels.onSale : tokenStatusText(token.status)
}
