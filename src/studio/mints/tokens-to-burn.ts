import { ColdpressError } from '#values/errors/errors.ts'
import { quoted } from '#values/text/text.ts'
import type { TokenStatus } from '#contract/tokens/token.ts'
import type { Studio } from '../options.ts'
import type { CollectionRow } from '../store/collections.ts'
import type { StoredTokenRow } from '../store/tokens.ts'
import { namedTokens, namesOf } from './requested-tokens.ts'
import { tokensInBurns } from './store.ts'

const reasons: Readonly<Record<Exclude<TokenStatus, 'COMPLETED'>, string>> = {
  UPLOADING_CONTENT: 'not minted, so there is nothing to burn; delete it instead',
  OPEN: 'not minted, so there is nothing to burn; delete it instead',
  FOR_SALE: 'not minted, so there is nothing to burn; delete it instead',
  EXPIRED: 'not minted, so there is nothing to burn; delete it instead',
  RESERVED: 'reserved for a sale and not minted; cancel or finish the sale first',
  MINTING: 'being minted; wait until the mint is complete',
  BURNED: 'burned already',
}

/**
 * The tokens of a request to burn.
 * @throws ColdpressError `invalid` for a missing or repeated token; `conflict` for one that cannot
 * be burned now, with the reason and what to do
 */
export const tokensToBurn = (
  studio: Pick<Studio, 'database'>,
  { id: collectionId }: CollectionRow,
  ids: readonly string[],
): readonly StoredTokenRow[] => {
  const rows = namedTokens(studio, collectionId, ids)
  const other = rows.find(({ status }) => status !== 'COMPLETED')
  if (other !== undefined && other.status !== 'COMPLETED') {
    const same = rows.filter(({ status }) => status === other.status)
    throw new ColdpressError(
      'conflict',
      `tokens: ${namesOf(same)} ${same.length === 1 ? 'is' : 'are'} ${reasons[other.status]}`,
    )
  }
  const [pending] = tokensInBurns(
    studio.database,
    rows.map(({ id }) => id),
  )
  if (pending === undefined) return rows
  throw new ColdpressError(
    'conflict',
    `tokens: ${quoted(pending.asset_name)} is in the burn ${pending.mint_id}, which is not over; finish or cancel that first`,
  )
}
