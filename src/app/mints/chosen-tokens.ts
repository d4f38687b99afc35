import { ColdpressError } from '#values/errors/errors.ts'
import { countText } from '#values/text/format.ts'
import type { ChosenTokens } from '#contract/mints/calls.ts'
import type { Token } from '#contract/tokens/token.ts'
import type { MintingClient } from '../api/client.ts'

type Client = Pick<MintingClient, 'tokens'>

/** Whether a token is on sale by itself: whoever has the link of its page can buy it. */
export const isPricedToken = ({ price }: Pick<Token, 'price'>): boolean => typeof price === 'number'

const isChosen = (chosen: ChosenTokens): ((token: Token) => boolean) => {
  if (chosen === 'all') return ({ status }) => status === 'FOR_SALE'
  if (chosen === 'unlisted') return (token) => token.status === 'FOR_SALE' && !isPricedToken(token)
  const ids = new Set(chosen)
  return ({ id }) => ids.has(id)
}

export const chosenTokens = async (
  client: Client,
  collectionId: string,
  chosen: ChosenTokens,
  signal?: AbortSignal,
): Promise<readonly Token[]> => {
  if (chosen.length === 0) return []
  const all = await Array.fromAsync(
    client.tokens(collectionId, { order: 'asc', size: 100, signal }),
  )
  return all.filter(isChosen(chosen))
}

/**
 * The tokens as a service mints them: it knows IDs, and `all`, which takes those on sale too.
 * @param options.onListed gets how many are left out because they are on sale
 * @throws ColdpressError `conflict` where all of them are
 */
export const tokensToMint = async (
  client: Client,
  collectionId: string,
  chosen: ChosenTokens,
  options: { readonly onListed?: (tokens: number) => void; readonly signal?: AbortSignal } = {},
): Promise<'all' | string[]> => {
  if (chosen !== 'unlisted') return chosen === 'all' ? chosen : [...chosen]
  const open = await chosenTokens(client, collectionId, 'all', options.signal)
  const unlisted = open.filter((token) => !isPricedToken(token))
  const listed = open.length - unlisted.length
  if (listed === 0) return 'all'
  if (unlisted.length === 0)
    throw new ColdpressError(
      'conflict',
      `tokens: ${listed === 1 ? 'the only unminted token is' : `all ${countText(listed, 'unminted token')} are`} on sale, and a mint leaves those out; choose them to mint them anyway`,
    )
  options.onListed?.(listed)
  return unlisted.map(({ id }) => id)
}
