import { ColdpressError } from '../../shared/errors.ts'
import type { Studio } from '../options.ts'
import { findRoyalty } from '../mints/store.ts'
import type { CollectionRow } from '../store/collections.ts'

/**
 * Nothing may be minted or sold before the royalty token: only a policy's first mint can carry it
 * (CIP-27), and nobody can put that right afterwards.
 * @throws ColdpressError `conflict`
 */
export const requireOpen = (
  studio: Pick<Studio, 'database'>,
  { royalty, policy_id: policyId }: CollectionRow,
): void => {
  if (royalty === null || findRoyalty(studio.database, policyId) !== undefined) return
  throw new ColdpressError(
    'conflict',
    'royalty: its token is not minted yet, and it must be the first one of the policy (CIP-27). Pay for it through payment_link, then try again.',
  )
}
