import type { AcceptedImages } from '#contract/mints/accepted-images.ts'
import {
  type ImageOptions,
  type ImagesHere,
  requireImages,
  type TokensToMint,
} from './images-to-mint.ts'
import type { MintingAccount } from './minting-account.ts'
import {
  type MintCause,
  type RehearsalOptions,
  type Rehearsing,
  requireMintRehearsal,
} from './rehearsal/rehearsal-state.ts'

/** What the user accepts, and what is told on the way. */
export type ReadyOptions = AcceptedImages & ImageOptions & RehearsalOptions

/**
 * Before tokens are minted, sold or priced: their images are where buyers find them, and a first mint
 * on mainnet was rehearsed.
 * @throws ColdpressError `conflict` for what the user has not accepted
 */
export const requireReadyToMint = async (
  minting: MintingAccount<ImagesHere> & Rehearsing,
  wanted: TokensToMint,
  by: MintCause,
  options: ReadyOptions,
): Promise<void> => {
  await requireImages(minting, wanted, options, options)
  await requireMintRehearsal(minting, wanted, by, options)
}
