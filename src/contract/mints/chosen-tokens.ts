import { z } from 'zod'
import { documentText, listOf } from '#values/bounds/bounded.ts'

/**
 * Which tokens are minted: IDs; `all` that are for sale; or `unlisted`, those of them without a price,
 * which nobody may be buying meanwhile. A token that is held back is named.
 */
export const chosenTokens = z.union([z.literal('all'), z.literal('unlisted'), listOf(documentText)])
export type ChosenTokens = 'all' | 'unlisted' | readonly string[]

type Choosable = {
  readonly id: string
  readonly status: string
  readonly price?: number | null | undefined
}

/** Whether a token is on sale by itself: whoever has the link of its page can buy it. */
export const isPriced = ({ price }: Pick<Choosable, 'price'>): boolean => typeof price === 'number'

/** Whether a mint takes a token. */
export const chooses = (chosen: ChosenTokens): ((token: Choosable) => boolean) => {
  if (chosen === 'all') return ({ status }) => status === 'FOR_SALE'
  if (chosen === 'unlisted') return (token) => token.status === 'FOR_SALE' && !isPriced(token)
  const ids = new Set(chosen)
  return ({ id }) => ids.has(id)
}
