import { createHash } from 'node:crypto'
import { ColdpressError, isColdpressError } from '#shared/errors.ts'
import {
  differencesOf,
  isRehearsed,
  type MintRehearsalState,
  rehearsedText,
} from '#shared/mint-rehearsal.ts'
import type { Collection } from '#shared/wire/collection.ts'
import type { Token } from '#shared/wire/token.ts'
import type { MintingClient } from '../../api/client.ts'
import type { Network } from '../../cardano/network.ts'
import { scriptFromJson } from '../../cardano/scripts.ts'
import type { MintRehearsals } from '../../practice/mint-rehearsals.ts'
import { policyShapeOf } from './practice-policy.ts'

/** A hash of what a token's metadata says, whatever its policy. */
export const contentOf = (token: Pick<Token, 'metadata'>, policyId: string): string =>
  createHash('sha256')
    .update(JSON.stringify(token.metadata ?? null).replaceAll(policyId, 'policy'))
    .digest('hex')

export const royaltyRateOf = ({ royalty }: Pick<Collection, 'royalty'>): string | null =>
  royalty?.metadata?.['777'].rate ?? null

type Wanted = {
  readonly accountId: string
  readonly collection: Collection
  /** Where the collection mints; undefined where it is not known. */
  readonly chain: Network | undefined
  readonly tokens: ChosenTokens
}

type Client = Pick<MintingClient, 'mints' | 'tokens'>

/** Ids, or all that are neither minted nor reserved. */
export type ChosenTokens = 'all' | readonly string[]

export const chosenTokens = async (
  client: Pick<MintingClient, 'tokens'>,
  collectionId: string,
  chosen: ChosenTokens,
  signal?: AbortSignal,
): Promise<readonly Token[]> => {
  const all = await Array.fromAsync(
    client.tokens(collectionId, { order: 'asc', size: 100, signal }),
  )
  if (chosen === 'all')
    return all.filter(({ status }) => status === 'OPEN' || status === 'FOR_SALE')
  const ids = new Set(chosen)
  return all.filter(({ id }) => ids.has(id))
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
  const tokens = await chosenTokens(client, collectionId, wanted)
  const contents = known?.tokens ?? new Map<string, string>()
  const namesOf = (some: readonly Token[]): string[] => some.map((one) => one.asset_name)
  const [there, added] = [true, false].map((isKnown) =>
    tokens.filter(({ asset_name: name }) => contents.has(name) === isKnown),
  )
  const changed = there?.filter((one) => contents.get(one.asset_name) !== contentOf(one, policyId))
  return {
    isFirst: await isFirstMint(client, collectionId),
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

/** Nothing of it is on chain or on its way there. A service that lists no mints is not asked. */
const isFirstMint = async (client: Client, collectionId: string): Promise<boolean> => {
  try {
    for await (const { kind, status } of client.mints(collectionId, { order: 'asc' }))
      if ((kind === 'tokens' || kind === 'sale') && started.has(status)) return false
    return true
  } catch (error) {
    if (isColdpressError(error, 'not_found')) return false
    throw error
  }
}

const started: ReadonlySet<string> = new Set(['submitting', 'minting', 'completed'])

const firstBy = {
  mint: 'This is the first mint of the collection on mainnet, and what is on mainnet stays there.',
  sale: 'A sale of these tokens is the first mint of the collection on mainnet, and what is on mainnet stays there.',
} as const

/**
 * The first mint of a collection on mainnet is rehearsed, unless the user does without.
 * @param by what leads to the mint
 * @throws ColdpressError `conflict` with rule `rehearsal`, and what differs
 */
export const requireRehearsal = (
  state: MintRehearsalState | undefined,
  by: keyof typeof firstBy = 'mint',
): void => {
  if (state === undefined || !state.isFirst || isRehearsed(state)) return
  throw new ColdpressError(
    'conflict',
    [firstBy[by], rehearsedText(state), ...differencesOf(state)].join(' '),
    { details: { rule: 'rehearsal' } },
  )
}
