import type { ChosenTokens } from '#contract/mints/chosen-tokens.ts'
import type { BurnRequest, Mint, MintRequest, RebuildRequest } from '#contract/mints/mint.ts'
import type { MintingClient } from '../api/client.ts'
import { tokensToMint } from './chosen-tokens.ts'
import { confirmRoyaltyTerms } from './confirm-royalty.ts'
import { type KeysHere, signsHere, signsMintHere } from './mint-keys-here.ts'
import { type ReadyOptions, requireReadyToMint } from './ready-to-mint.ts'
import { releaseOrCancel, type SigningContext } from './sign-mint.ts'

type BuildContext = SigningContext & { readonly client: MintingClient; readonly app: KeysHere }

type MintChoices = {
  /** It stays held until somebody releases it. */
  readonly staysHeld: boolean
  readonly onBuilt?: (mint: Mint) => void
}

/**
 * Builds a mint of tokens. It is shown and, once it is confirmed, signed and sent: unless it stays held,
 * nothing is asked, or no key of this vault signs it.
 * @throws ColdpressError as `requireReadyToMint`, `Asks.confirm` and the client
 */
export const mintWhenConfirmed = async (
  context: BuildContext & Parameters<typeof requireReadyToMint>[0],
  collectionId: string,
  request: Omit<MintRequest, 'hold' | 'tokens'> & { readonly tokens: ChosenTokens },
  options: MintChoices & ReadyOptions & Parameters<typeof tokensToMint>[3],
): Promise<Mint> => {
  const { royalty, funding, signers } = request
  const paying = typeof funding === 'object' ? funding.address : undefined
  const isAsked = await asksToSign(context, options, () =>
    signsHere(context, collectionId, { paying, signers }),
  )
  const tokens = await tokensToMint(context.client, collectionId, request.tokens, options)
  await requireReadyToMint(context, { collectionId, tokens }, 'mint', options)
  if (royalty !== undefined && royalty !== null) {
    // what was confirmed before is not asked again; the review shows it once more
    const { confirmed } = await context.client.getRoyalty(collectionId)
    if (!confirmed) await confirmRoyaltyTerms(context, collectionId, royalty, 'signed')
  }
  return buildThenRelease(context, options, isAsked, (chosen) =>
    context.client.createMint(collectionId, { ...request, tokens, ...chosen }),
  )
}

/** As {@link mintWhenConfirmed}, of minted tokens to burn. */
export const burnWhenConfirmed = async (
  context: BuildContext,
  collectionId: string,
  request: Omit<BurnRequest, 'hold'>,
  options: MintChoices,
): Promise<Mint> => {
  const isAsked = await asksToSign(context, options, async () => true)
  return buildThenRelease(context, options, isAsked, (chosen) =>
    context.client.createBurn(collectionId, { ...request, ...chosen }),
  )
}

/** As {@link mintWhenConfirmed}, of a mint or burn whose time ended: with the same tokens and receivers. */
export const rebuildWhenConfirmed = async (
  context: BuildContext,
  old: Mint,
  request: Omit<RebuildRequest, 'hold'>,
  options: MintChoices,
): Promise<Mint> => {
  const isAsked = await asksToSign(context, options, () => signsMintHere(context, old))
  return buildThenRelease(context, options, isAsked, (chosen) =>
    context.client.rebuildMint(old.collection_id, old.id, { ...request, ...chosen }),
  )
}

/** Sends the free ADA at a collection's payment address to another one, once it is confirmed. */
export const withdrawWhenConfirmed = async (
  context: BuildContext,
  collectionId: string,
  to: string,
): Promise<Mint> => {
  const options = { staysHeld: false }
  const isAsked = await asksToSign(context, options, async () => true)
  return buildThenRelease(context, options, isAsked, (chosen) =>
    context.client.withdraw(collectionId, { to, ...chosen }),
  )
}

/** @throws ColdpressError as `Asks.canConfirm`, before anything is built */
const asksToSign = async (
  { asks }: Pick<BuildContext, 'asks'>,
  { staysHeld }: MintChoices,
  isSignedHere: () => Promise<boolean>,
): Promise<boolean> => {
  if (staysHeld || !asks.shows('sign') || !(await isSignedHere())) return false
  asks.canConfirm('sign')
  return true
}

const buildThenRelease = async (
  context: SigningContext,
  { staysHeld, onBuilt }: MintChoices,
  isAsked: boolean,
  build: (chosen: { readonly hold?: true }) => Promise<Mint>,
): Promise<Mint> => {
  const mint = await build(staysHeld || isAsked ? { hold: true } : {})
  onBuilt?.(mint)
  return isAsked && mint.held === true ? releaseOrCancel(context, mint) : mint
}
