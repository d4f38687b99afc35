import { ColdpressError } from '#values/errors/errors.ts'
import { countText } from '#values/text/format.ts'
import { type ChosenTokens, chooses, isPriced } from '#contract/mints/chosen-tokens.ts'
import type { Token } from '#contract/tokens/token.ts'
import type { MintingClient } from '../api/client.ts'

type Client = Pick<MintingClient, 'tokens'>

export const listChosenTokens = async (
  client: Client,
  collectionId: string,
  chosen: ChosenTokens,
  signal?: AbortSignal,
): Promise<readonly Token[]> => {
  if (chosen.length === 0) return []
  const all = await Array.fromAsync(
    client.tokens(collectionId, { order: 'asc', size: 100, signal }),
  )
  return all.filter(chooses(chosen))
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
  const open = await listChosenTokens(client, collectionId, 'all', options.signal)
  const unlisted = open.filter((token) => !isPriced(token))
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
