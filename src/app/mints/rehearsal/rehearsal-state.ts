import { createHash } from 'node:crypto'
import { isColdpressError } from '#values/errors/errors.ts'
import type { ChosenTokens } from '#contract/mints/chosen-tokens.ts'
import {
  isRehearsed,
  type MintRehearsalState,
  pricedText,
  rehearsalSentences,
} from '#contract/mints/mint-rehearsal.ts'
import { royaltyTermsOf } from '#contract/royalty/royalty-text.ts'
import type { Collection } from '#contract/collections/collection.ts'
import { type Token, tokenName, type TokenStatus } from '#contract/tokens/token.ts'
import { chainOf } from '../../accounts/chain-of.ts'
import type { MintingClient } from '../../api/client.ts'
import type { MintingAccount } from '../minting-account.ts'
import type { Network } from '#cardano/network.ts'
import { scriptFromJson } from '#cardano/scripts.ts'
import type { MintRehearsals } from '../../practice/mint-rehearsals.ts'
import { listChosenTokens } from '../chosen-tokens.ts'
import { policyShapeOf } from './practice-policy.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { mintingErrors } from '#contract/mints/errors.ts'

/** A hash of what a token's metadata says, whatever its policy. */
export const hashMetadata = (token: Pick<Token, 'metadata'>, policyId: string): string =>
  createHash('sha256')
    .update(JSON.stringify(token.metadata ?? null).replaceAll(policyId, 'policy'))
    .digest('hex')

export const royaltyRateOf = ({ royalty }: Pick<Collection, 'royalty'>): string | null =>
  royaltyTermsOf({ royalty })?.rate ?? null

type Wanted = {
  readonly accountId: string
  readonly collection: Pick<Collection, 'id' | 'policy' | 'royalty'>
  /** Where the collection mints; undefined where it is not known. */
  readonly chain: Network | undefined
  readonly tokens: ChosenTokens
}

type Client = Pick<MintingClient, 'mints' | 'tokens'>

export type Rehearsing = MintingAccount<{ readonly mintRehearsals: MintRehearsals }>

/** What is minted, or rehearsed. */
export type MintChoice = { readonly collectionId: string; readonly tokens: ChosenTokens }

/** As {@link rehearsalStateOf}, of a collection of an account. */
export const readRehearsalState = async (
  { app, client, account }: Rehearsing,
  { collectionId, tokens }: MintChoice,
  signal?: AbortSignal,
): Promise<MintRehearsalState | undefined> => {
  const chain = chainOf(account, account.network)
  if (chain !== 'mainnet') return undefined
  const collection = await client.getCollection(collectionId, { signal })
  const wanted = { accountId: account.id, collection, chain, tokens }
  return rehearsalStateOf(client, app.mintRehearsals, wanted)
}

/** How the tokens of a mint stand to what was rehearsed; undefined where nothing is asked for. */
export const rehearsalStateOf = async (
  client: Client,
  rehearsals: MintRehearsals,
  { accountId, collection, chain, tokens: wanted }: Wanted,
): Promise<MintRehearsalState | undefined> => {
  if (chain !== 'mainnet') return undefined
  const { id: collectionId } = collection
  const policyId = collection.policy.policy_id
  const known = rehearsals.find({ accountId, collectionId })
  const tokens = await listChosenTokens(client, collectionId, wanted)
  const contents = known?.tokens ?? new Map<string, string>()
  const namesOf = (some: readonly Token[]): string[] => some.map(tokenName)
  const [there, added] = [true, false].map((isKnown) =>
    tokens.filter(({ asset_name: name }) => contents.has(name) === isKnown),
  )
  const changed = there?.filter(
    (token) => contents.get(token.asset_name) !== hashMetadata(token, policyId),
  )
  return {
    first: await firstMintOf(client, collectionId),
    rehearsed:
      known === undefined
        ? null
        : { tokens: known.tokens.size, at: known.at, practiceId: known.practiceId },
    added: namesOf(added ?? []),
    changed: namesOf(changed ?? []),
    policyDiffers:
      known !== undefined &&
      known.policyShape !== policyShapeOf(scriptFromJson(collection.policy.script), chain),
    royaltyDiffers: known !== undefined && known.royalty !== royaltyRateOf(collection),
  }
}

/**
 * Whether nothing of a collection is on chain or on its way there. A service that lists no mints is
 * judged by its tokens: none minted among them leaves it open.
 */
const firstMintOf = async (
  client: Client,
  collectionId: string,
): Promise<MintRehearsalState['first']> => {
  try {
    for await (const { kind, status } of client.mints(collectionId, { order: 'asc' }))
      if ((kind === 'tokens' || kind === 'sale') && started.has(status)) return 'no'
    return 'yes'
  } catch (error) {
    if (!isColdpressError(error, 'not_found')) throw error
  }
  for await (const { status } of client.tokens(collectionId, { order: 'asc', size: 100 }))
    if (minted.has(status)) return 'no'
  return 'unknown'
}

const started: ReadonlySet<string> = new Set(['submitting', 'minting', 'completed'])
const minted: ReadonlySet<string> = new Set<TokenStatus>(['MINTING', 'COMPLETED', 'BURNED'])

/** What leads to a mint on mainnet. */
export type MintCause = 'mint' | 'royalty' | 'sale' | 'price'

const reasons: Readonly<Record<MintCause, string>> = {
  mint: 'This is the first mint of the collection on mainnet',
  royalty:
    'The royalty token is minted on mainnet as soon as it is paid for, and can never be changed',
  sale: 'A sale of these tokens is the first mint of the collection on mainnet',
  price:
    'Whoever has the link of a token with a price can buy it, and that is the first mint of the collection on mainnet',
}

/**
 * The first mint of a collection on mainnet is rehearsed, and so is its royalty token, unless the
 * user does without.
 * @param by what leads to the mint
 * @throws ColdpressError `conflict` with rule `rehearsal`, and what differs
 */
export const requireRehearsal = (state: MintRehearsalState | undefined, by: MintCause): void => {
  if (state === undefined || state.first === 'no' || isRehearsed(state)) return
  throw errorBy(
    mintingErrors,
    'rehearsal',
    {},
    [`${reasons[by]}. What is on mainnet stays there.`, ...rehearsalSentences(state)].join(' '),
  )
}

export type RehearsalOptions = {
  /** The user does without a rehearsal. */
  readonly skipsRehearsal?: boolean | undefined
  /** Gets what was rehearsed before a first mint, and what differs since. */
  readonly onRehearsal?: (state: MintRehearsalState) => void
  readonly signal?: AbortSignal
}

/** As {@link requireRehearsal}, of a collection of an account. */
export const requireMintRehearsal = async (
  minting: Rehearsing,
  wanted: MintChoice,
  by: MintCause,
  { skipsRehearsal = false, onRehearsal, signal }: RehearsalOptions,
): Promise<void> => {
  if (skipsRehearsal && onRehearsal === undefined) return
  const state = await readRehearsalState(minting, wanted, signal)
  if (!skipsRehearsal) requireRehearsal(state, by)
  if (state !== undefined && state.first !== 'no') onRehearsal?.(state)
}

/**
 * Tokens can be rehearsed once the collection has them, so an import before its first mint on mainnet
 * sets no prices, unless the user does without a rehearsal.
 * @param priced how many tokens would get a price
 * @throws ColdpressError `conflict` with rule `rehearsal`
 */
export const requireUnpriced = (state: MintRehearsalState | undefined, priced: number): void => {
  if (state === undefined || state.first === 'no' || priced === 0) return
  throw errorBy(mintingErrors, 'rehearsal', {}, pricedText(priced))
}
