import { z } from 'zod'
import { listOf, recordOf, shortText } from '#values/bounds/bounded.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { limits } from '#values/bounds/limits.ts'
import type { MintRequest, RebuildRequest } from '#contract/mints/mint.ts'
import { royaltyTerms } from '#cardano/royalty.ts'
import { keyHashesIn, scriptFromJson } from '#cardano/scripts.ts'
import { createBurn } from '../mints/create-burn.ts'
import { createMint } from '../mints/create-mint.ts'
import { paymentKeyOf } from '../mints/payment-key.ts'
import { hasItsRoyalty } from '../mints/royalty-state.ts'
import {
  findReplacement,
  latestRoyaltyMint,
  type MintRow,
  mintTokens,
  mintTransactions,
} from '../mints/store.ts'
import type { Studio } from '../options.ts'
import { existingCollection } from '../store/collections.ts'
import { findTokens } from '../store/tokens.ts'
import { createRoyaltyRound } from './create-royalty-round.ts'
import { mintRoyaltyIfPaid, royaltyCollection } from './royalty.ts'

/** What was ordered of the mint; its row alone is not trusted for who receives what. */
const orderFacts = z.object({
  tokens: recordOf(shortText, shortText, limits.listItems),
  receivers: listOf(shortText),
  burned: recordOf(shortText, shortText, limits.listItems).default({}),
})
type OrderFacts = z.output<typeof orderFacts>

/**
 * Builds a mint, a burn or a royalty token again whose time ended: the same tokens, as far as they
 * are not on chain, the same receivers, payer and signers, with new validity.
 * @returns the id of the new mint
 * @throws ColdpressError `conflict` while the old one may still reach the chain, for one that was
 * built again before, and for other kinds; as `createMint`
 */
export const rebuildMint = async (
  studio: Studio,
  mint: MintRow,
  request: RebuildRequest,
): Promise<string> => {
  requireEnded(studio, mint)
  if (mint.kind === 'royalty') return rebuiltRoyalty(studio, mint)
  const details = await studio.seals.read({ kind: 'order', id: mint.id }, `mint ${mint.id}`)
  const order = orderFacts.parse(details)
  const same = await sameTerms(studio, mint, order, request)
  const { collection_id: collectionId } = mint
  if (mint.kind === 'burn') {
    const tokens = freeTokensOf(studio, mint, order.burned, 'COMPLETED')
    const [, ...addresses] = order.receivers
    return createBurn(studio, collectionId, { ...same, tokens, addresses }, mint.id)
  }
  const tokens = freeTokensOf(studio, mint, order.tokens, 'FOR_SALE', 'OPEN')
  const wanted = { ...same, tokens, to: receiversOf(studio, mint, order, tokens) }
  const collection = existingCollection(studio, collectionId)
  const isRound = mint.with_royalty && !(await hasItsRoyalty(studio, collection))
  if (!isRound) return createMint(studio, collectionId, wanted, mint.id)
  const { royalty } = royaltyCollection(studio, collectionId)
  const round = { ...wanted, royalty: royaltyTerms(royalty) }
  return createRoyaltyRound(studio, collectionId, round, mint.id)
}

const rebuiltKinds: ReadonlySet<MintRow['kind']> = new Set(['tokens', 'royalty', 'burn'])

const requireEnded = ({ database }: Studio, mint: MintRow): void => {
  const { id, kind, status } = mint
  const conflict = (message: string) => new ColdpressError('conflict', message)
  if (!rebuiltKinds.has(kind))
    throw conflict(`the mint is a ${kind}, which is built again by itself, or by a new request`)
  const replacement = findReplacement(database, id)
  if (replacement !== undefined)
    throw conflict(`the mint was built again already, as mint ${replacement}`)
  if (status === 'failed') return
  throw conflict(
    status === 'awaiting_witnesses'
      ? 'the mint can still be signed, or its time ended only a moment ago and a block may still hold it; a few minutes after its time it can be built again. To have it otherwise now, cancel it and build a new one.'
      : `the mint is ${status}, so there is nothing to build again`,
  )
}

const rebuiltRoyalty = async (studio: Studio, mint: MintRow): Promise<string> => {
  const { collection_id: collectionId, id: replaces } = mint
  await mintRoyaltyIfPaid(studio, collectionId, { again: true, replaces })
  const { policy_id: policyId } = existingCollection(studio, collectionId)
  const latest = latestRoyaltyMint(studio.database, policyId)
  if (latest !== undefined && latest.id !== mint.id) return latest.id
  throw new ColdpressError(
    'conflict',
    "royalty: it cannot be built now: its payment is not at the collection's address, or nobody has confirmed it",
  )
}

/** Payer, signers, time and whether it is held. */
const sameTerms = async (
  studio: Studio,
  mint: MintRow,
  { receivers: [payer = mint.funding_address] }: OrderFacts,
  { valid_for_seconds: given, hold = mint.held }: RebuildRequest,
): Promise<Pick<MintRequest, 'funding' | 'signers' | 'valid_for_seconds' | 'hold'>> => {
  const own = await paymentKeyOf(studio, mint.collection_id)
  const { script } = existingCollection(studio, mint.collection_id)
  const ofPolicy = new Set(keyHashesIn(scriptFromJson(script)))
  const [transaction] = mintTransactions(studio.database, mint.id)
  const signers = transaction?.required_signers.filter((signer) => ofPolicy.has(signer)) ?? []
  const seconds = given ?? mint.valid_for ?? undefined
  return {
    funding: payer === own.address ? 'own' : { address: payer },
    ...(signers.length === 0 ? {} : { signers }),
    ...(seconds === undefined ? {} : { valid_for_seconds: seconds }),
    ...(hold ? { hold } : {}),
  }
}

const hexOf = (name: string): string => Buffer.from(name).toString('hex')

/** The ids of those of the mint's tokens that were ordered and are not on their way by now. */
const freeTokensOf = (
  { database }: Studio,
  mint: MintRow,
  ordered: Readonly<Record<string, string>>,
  ...statuses: readonly string[]
): string[] => {
  const ids = mintTokens(database, mint.id)
    .filter(({ asset_name: name }) => Object.hasOwn(ordered, hexOf(name)))
    .map(({ token_id: id }) => id)
  const free = findTokens(database, mint.collection_id, ids).filter(
    ({ asset_name: name, status }) =>
      statuses.includes(status) && Object.hasOwn(ordered, hexOf(name)),
  )
  if (free.length > 0) return free.map(({ id }) => id)
  throw new ColdpressError(
    'conflict',
    'tokens: none of them is left to be built again: they are on chain, on their way, or changed since',
  )
}

const receiversOf = (
  { database }: Studio,
  mint: MintRow,
  { tokens: receivers }: OrderFacts,
  ids: readonly string[],
): Exclude<MintRequest['to'], string> => {
  const rows = findTokens(database, mint.collection_id, ids)
  return [...Map.groupBy(rows, ({ asset_name: name }) => receivers[hexOf(name)] ?? '')].map(
    ([address, its]) => ({ address, tokens: its.map(({ id }) => id) }),
  )
}
