import { countText } from '#values/text/format.ts'
import { type Token, tokenName, type TokenRequestInput } from '#contract/tokens/token.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { mayHaveArrived } from '../api/create-once.ts'
import type { MintingClient } from '../api/client.ts'
import type { Question } from '../asks.ts'

/**
 * Adds tokens in one request, all or none. After a lost answer it looks for them in the collection
 * instead of sending again: asset names are unique there.
 * @throws ColdpressError as the client; after a lost answer without them, with what to look at
 */
export const addTokensOnce = async (
  client: Pick<MintingClient, 'addTokens' | 'tokens'>,
  collectionId: string,
  requests: readonly TokenRequestInput[],
): Promise<readonly Token[]> => {
  try {
    return await client.addTokens(collectionId, requests)
  } catch (error) {
    if (!mayHaveArrived(error)) throw error
    const wanted = new Set(requests.map(({ asset_name: name }) => name))
    const found: Token[] = []
    for await (const token of client.tokens(collectionId, { order: 'desc', size: 100 }))
      if (wanted.has(token.asset_name)) found.push(token)
    if (found.length === wanted.size) return found
    throw new ColdpressError(
      error.code,
      `${error.message} The tokens may still be added: look at the list of tokens before you try again.`,
      { details: error.details, cause: error },
    )
  }
}

/** What is asked before tokens are deleted. */
export const tokenDeletionQuestion = (tokens: readonly Token[]): Question => ({
  kind: 'delete',
  question: `Delete ${countText(tokens.length, 'token')}? Their images stay where they are pinned.`,
  lines: tokens.map(
    (token) => `${tokenName(token)} (${token.asset_name}, ${token.status}, ${token.id})`,
  ),
  yes: 'Delete the tokens',
})
