import { isColdpressError } from '#values/errors/errors.ts'
import type { Mint } from '#contract/mints/mint.ts'
import type { MintingClient } from '../api/client.ts'

const rebuiltKinds: ReadonlySet<Mint['kind']> = new Set(['tokens', 'royalty', 'burn'])

/** Whether it can be built again: its time ended, or it was rejected, and nothing took its place. */
export const isRebuildable = ({ kind, status, replaced_by: by }: Mint): boolean =>
  rebuiltKinds.has(kind) && status === 'failed' && (by ?? null) === null

/** Whether all of its time passed before everybody had signed, so that nothing of it was sent. */
export const isStale = (mint: Mint): boolean =>
  isRebuildable(mint) &&
  mint.transactions.every(
    ({ status, missing }) => status === 'missing' || (status === 'rejected' && missing.length > 0),
  ) &&
  mint.transactions.some(({ missing }) => missing.length > 0)

/** The mint in whose place another one was built; undefined for none, or one that is gone. */
export const replacedMint = async (
  client: Pick<MintingClient, 'getMint'>,
  { collection_id: collectionId, replaces }: Mint,
): Promise<Mint | undefined> => {
  if (replaces === null || replaces === undefined) return undefined
  try {
    return await client.getMint(collectionId, replaces)
  } catch (error) {
    if (isColdpressError(error, 'not_found')) return undefined
    throw error
  }
}
