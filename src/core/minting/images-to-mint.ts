import type { Network } from '#shared/networks.ts'
import type { Token } from '#shared/wire/token.ts'
import type { MintingClient } from '#core/api/client.ts'
import type { Cid } from '#core/content/cid.ts'
import { imageCid } from '#core/content/image-cid.ts'

export type TokensToMint = {
  readonly collectionId: string
  /** Ids, or all that are not minted yet. */
  readonly tokens: 'all' | readonly string[]
  /** Undefined for a testnet of unknown name. */
  readonly chain: Network | undefined
}

const mintedStatuses: ReadonlySet<string> = new Set(['MINTING', 'COMPLETED', 'BURNED'])

/**
 * The images of tokens to be minted, as far as their CIDs are known. On the devnet nobody else looks
 * for them, so there are none.
 */
export const imagesToMint = async (
  client: Pick<MintingClient, 'tokens'>,
  { collectionId, tokens, chain }: TokensToMint,
  signal?: AbortSignal,
): Promise<readonly Cid[]> => {
  if (chain === 'devnet') return []
  const wanted = tokens === 'all' ? undefined : new Set(tokens)
  const isWanted = ({ id, status }: Token): boolean =>
    wanted === undefined ? !mintedStatuses.has(status) : wanted.has(id)
  const cids = new Set<Cid>()
  for await (const token of client.tokens(collectionId, { order: 'asc', size: 100, signal })) {
    const cid = isWanted(token) ? imageCid(token) : null
    if (cid !== null) cids.add(cid)
  }
  return [...cids]
}

/** The images that are at a public place, as far as is known, and those on this computer only. */
export const splitLocal = (
  cids: readonly Cid[],
  onlyHere: (cids: readonly Cid[]) => readonly Cid[],
): { readonly local: readonly Cid[]; readonly elsewhere: readonly Cid[] } => {
  const local = new Set(onlyHere(cids))
  return { local: [...local], elsewhere: cids.filter((cid) => !local.has(cid)) }
}
