import type { Network } from '#values/networks/networks.ts'
import { walletContentOf } from '#contract/tokens/wallet-content.ts'
import type { Token } from '#contract/tokens/token.ts'
import type { MintingClient } from '../api/client.ts'
import { type AnyCid, type Cid, readCid } from '#media/content/cid.ts'
import { addressText, type ContentAddress, contentAddress } from '#media/content/content-address.ts'

export type TokensToMint = {
  readonly collectionId: string
  /** Ids, or all that are not minted yet. */
  readonly tokens: 'all' | readonly string[]
  /** Undefined for a testnet of unknown name. */
  readonly chain: Network | undefined
}

const mintedStatuses: ReadonlySet<string> = new Set(['MINTING', 'COMPLETED', 'BURNED'])

/**
 * The images of tokens to be minted, and the works beside them, that IPFS has, also in a folder. On
 * the devnet nobody else looks for them, so there are none.
 */
export const imagesToMint = async (
  client: Pick<MintingClient, 'tokens'>,
  { collectionId, tokens, chain }: TokensToMint,
  signal?: AbortSignal,
): Promise<readonly ContentAddress[]> => {
  if (chain === 'devnet') return []
  const wanted = tokens === 'all' ? undefined : new Set(tokens)
  const isWanted = ({ id, status }: Token): boolean =>
    wanted === undefined ? !mintedStatuses.has(status) : wanted.has(id)
  const images = new Map<string, ContentAddress>()
  for await (const token of client.tokens(collectionId, { order: 'asc', size: 100, signal })) {
    for (const text of isWanted(token) ? textsOf(token) : []) {
      const image = contentAddress(text)
      if (image !== undefined) images.set(addressText(image), image)
    }
  }
  return [...images.values()]
}

/** The images that are at a public place, as far as is known, and those on this computer only. */
export const splitLocal = (
  images: readonly ContentAddress[],
  onlyHere: (cids: readonly Cid[]) => readonly Cid[],
): { readonly local: readonly Cid[]; readonly elsewhere: readonly ContentAddress[] } => {
  // only a whole file is in the content store
  const whole = images.flatMap(({ cid, path }) => (path === '' ? (readCid(cid)?.v0 ?? []) : []))
  const local = new Set<AnyCid>(onlyHere(whole))
  const elsewhere = images.filter(({ cid, path }) => path !== '' || !local.has(cid))
  return { local: whole.filter((cid) => local.has(cid)), elsewhere }
}

/** The addresses of a token's image and of the works beside it, as its metadata has them. */
const textsOf = ({ image, metadata, asset_name: assetName }: Token): readonly string[] => [
  textOf(image),
  ...walletContentOf({ metadata: metadata ?? {}, assetName }).files.map(({ src }) => src),
]

/** An address of more than 64 bytes comes in pieces. */
const textOf = (image: Token['image']): string =>
  Array.isArray(image) ? image.join('') : (image ?? '')
