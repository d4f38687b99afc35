import { errorBy } from '#values/errors/error-rules.ts'
import type { Network } from '#values/networks/networks.ts'
import { countText } from '#values/text/format.ts'
import { type ChosenTokens, isPriced } from '#contract/mints/chosen-tokens.ts'
import { mintingErrors } from '#contract/mints/errors.ts'
import type { AcceptedImages } from '#contract/mints/accepted-images.ts'
import { walletContentOf } from '#contract/tokens/wallet-content.ts'
import type { Token } from '#contract/tokens/token.ts'
import { chainOf } from '../accounts/chain-of.ts'
import type { MintingClient } from '../api/client.ts'
import { type AnyCid, type Cid, readCid } from '#media/content/cid.ts'
import { addressText, type ContentAddress, contentAddress } from '#media/content/content-address.ts'
import { requirePublicImages } from '#media/content/images-only-here.ts'
import type { ImageFetches, UnfetchedImage } from '#media/pinning/image-fetches.ts'
import type { PinTargets } from '#media/pinning/pin-targets.ts'
import type { SettingsStore } from '../settings/settings.ts'
import type { MintingAccount } from './minting-account.ts'

export type TokensToMint = {
  readonly collectionId: string
  readonly tokens: ChosenTokens
}

export type ImagesToMint = {
  /** On this computer only. */
  readonly local: readonly Cid[]
  /** Not fetched yet through the IPFS gateway of the settings. */
  readonly unfetched: readonly ContentAddress[]
  readonly gateway: string
}

export type ImagesHere = {
  readonly pinTargets: Pick<PinTargets, 'onlyHere'>
  readonly imageFetches: Pick<ImageFetches, 'unfetched'>
  readonly settings: Pick<SettingsStore, 'get'>
}

/** What is known of the images of tokens to be minted, and the works beside them. On the devnet there are none. */
export const findImagesToMint = async (
  minting: MintingAccount<ImagesHere>,
  wanted: TokensToMint,
  signal?: AbortSignal,
): Promise<ImagesToMint> => {
  const { imageFetches, settings } = minting.app
  const gateway = settings.get().imageGateway
  const { local, elsewhere } = await splitImages(minting, wanted, signal)
  return { local, unfetched: imageFetches.unfetched(elsewhere, gateway), gateway }
}

/** How many images of these tokens, and works beside them, are on this computer alone. */
export const countImagesHere = async (
  minting: MintingAccount<Pick<ImagesHere, 'pinTargets'>>,
  wanted: TokensToMint,
  signal?: AbortSignal,
): Promise<number> => (await splitImages(minting, wanted, signal)).local.length

const splitImages = async (
  { app: { pinTargets }, client, account }: MintingAccount<Pick<ImagesHere, 'pinTargets'>>,
  wanted: TokensToMint,
  signal?: AbortSignal,
) => {
  const chain = chainOf(account, account.network)
  const images = await imagesToMint(client, { ...wanted, chain }, signal)
  return splitLocal(images, pinTargets.onlyHere)
}

/** How many of the images that were not fetched are named with the reason. */
const namedImages = 5

/**
 * Fetches the images of tokens to be minted as their buyers will, those that were not fetched yet.
 * @returns how many the gateway did not give, and the reasons of the first
 */
export const fetchImagesToMint = async (
  minting: MintingAccount<ImagesHere & { readonly imageFetches: ImageFetches }>,
  wanted: TokensToMint,
  options: Omit<Parameters<ImageFetches['fetch']>[1], 'gateway'>,
): Promise<{ readonly missing: number; readonly reasons: string[] }> => {
  const { unfetched, gateway } = await findImagesToMint(minting, wanted)
  const missing = await minting.app.imageFetches.fetch(unfetched, { gateway, ...options })
  return {
    missing: missing.length,
    reasons: missing.slice(0, namedImages).map(unfetchedText),
  }
}

/** Why an image was not fetched; most reasons name it. */
const unfetchedText = ({ address, message }: UnfetchedImage): string =>
  message.includes(address) ? message : `${address}: ${message}`

/** @throws ColdpressError `conflict` with rule `images_not_fetched`, unless there are none */
export const requireFetched = (unfetched: readonly UnfetchedImage[], gateway: string): void => {
  if (unfetched.length === 0) return
  const reasons = unfetched.slice(0, namedImages).map(unfetchedText)
  throw errorBy(
    mintingErrors,
    'images_not_fetched',
    { images: unfetched.length },
    `${countText(unfetched.length, 'file')} of these tokens ${unfetched.length === 1 ? 'was' : 'were'} not fetched through ${gateway}, so buyers may not see ${unfetched.length === 1 ? 'it' : 'them'}. ${reasons.join(' ')} Try again later, use another gateway, or accept that.`,
  )
}

export type ImageOptions = {
  readonly askGateway?: (
    images: readonly ContentAddress[],
    gateway: string,
  ) => Promise<readonly UnfetchedImage[]>
  readonly signal?: AbortSignal
}

/**
 * Before tokens are minted or sold: their images have to be where their buyers find them.
 * @param options.askGateway asks the gateway for those that it has not given yet; by default they count as missing
 * @throws ColdpressError `conflict` for what the user has not accepted
 */
export const requireImages = async (
  minting: MintingAccount<ImagesHere>,
  wanted: TokensToMint,
  accepted: AcceptedImages,
  options: ImageOptions = {},
): Promise<void> => {
  const { acceptsLocalImages, acceptsUnfetchedImages } = accepted
  if (acceptsLocalImages === true && acceptsUnfetchedImages === true) return
  const { askGateway = listAsMissing, signal } = options
  const { local, unfetched, gateway } = await findImagesToMint(minting, wanted, signal)
  if (acceptsLocalImages !== true) requirePublicImages(local.length)
  if (acceptsUnfetchedImages !== true) requireFetched(await askGateway(unfetched, gateway), gateway)
}

const listAsMissing = async (
  images: readonly ContentAddress[],
): Promise<readonly UnfetchedImage[]> =>
  images.map((image) => ({
    address: addressText(image),
    message: 'It was not asked for yet.',
  }))

const mintedStatuses: ReadonlySet<string> = new Set(['MINTING', 'COMPLETED', 'BURNED'])

/**
 * The images of tokens to be minted, and the works beside them, that IPFS has, also in a folder. On
 * the devnet nobody else looks for them, so there are none.
 */
export const imagesToMint = async (
  client: Pick<MintingClient, 'tokens'>,
  // The chain is undefined for a testnet of unknown name.
  { collectionId, tokens, chain }: TokensToMint & { readonly chain: Network | undefined },
  signal?: AbortSignal,
): Promise<readonly ContentAddress[]> => {
  if (chain === 'devnet') return []
  const wanted = typeof tokens === 'string' ? undefined : new Set(tokens)
  const isWanted = (token: Token): boolean =>
    wanted?.has(token.id) ??
    (!mintedStatuses.has(token.status) && (tokens === 'all' || !isPriced(token)))
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
