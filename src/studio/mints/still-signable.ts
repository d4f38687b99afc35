import { ColdpressError } from '#values/errors/errors.ts'
import { quoted } from '#values/text/text.ts'
import { timeOf } from '#cardano/slots.ts'
import type { BuiltTransaction } from '#cardano/transactions/build/types.ts'
import { refText } from '#cardano/utxo.ts'
import type { Studio } from '../options.ts'
import type { CollectionRow } from '../store/collections.ts'
import type { MintChainState } from './build-context.ts'
import { chainAnswer, requireChain } from './chain.ts'
import {
  cancelledMints,
  cancelledRoyalties,
  mintTokens,
  mintTransactions,
  type MintRow,
} from './store.ts'

/** The gateway may lag behind the chain. */
const marginSlots = 600n

/**
 * Others may have received a cancelled mint; they can have it signed and send it until its validity
 * ends. Until then, its tokens may only be built again by transactions that spend one of its
 * inputs: the ledger accepts only one of the two.
 * @throws ColdpressError `conflict` that names a token and the time
 */
export const requireNoneSignable = (
  studio: Studio,
  collection: Pick<CollectionRow, 'policy_id'>,
  names: readonly string[],
  {
    built,
    chain: chainState,
  }: { readonly built: readonly BuiltTransaction[]; readonly chain: MintChainState },
): void => {
  const slot = chainState.context.slot - marginSlots
  const isSpent = spentTest(studio, built, chainState)
  for (const mint of cancelledMints(studio.database, {
    policyId: collection.policy_id,
    names,
    slot,
  })) {
    const open = openTransactions(studio, mint, isSpent)
    const token = mintTokens(studio.database, mint.id).find(
      ({ asset_name: name, tx_id: txId }) => names.includes(name) && open.has(txId),
    )
    if (token !== undefined)
      throw stillSignable(studio, quoted(token.asset_name), open.get(token.tx_id) ?? 0n)
  }
}

/**
 * The same check for a royalty token, which must exist only once.
 * @throws ColdpressError `conflict` with the time
 */
export const requireSingleRoyalty = (
  studio: Studio,
  { policy_id: policyId }: Pick<CollectionRow, 'policy_id'>,
  {
    built,
    chain: chainState,
  }: { readonly built: readonly BuiltTransaction[]; readonly chain: MintChainState },
): void => {
  const slot = chainState.context.slot - marginSlots
  const isSpent = spentTest(studio, built, chainState)
  for (const mint of cancelledRoyalties(studio.database, { policyId, slot })) {
    const [end] = openTransactions(studio, mint, isSpent).values()
    if (end !== undefined) throw stillSignable(studio, 'the royalty token', end)
  }
}

/**
 * The names that are in a cancelled mint which can still reach the chain, since all its inputs are
 * unspent. Unlike {@link requireNoneSignable} it is for transactions that will spend other inputs.
 * @param of.names the names in question; undefined for all of the policy
 * @throws ColdpressError of the gateway
 */
export const stillSignableNames = async (
  studio: Studio,
  { policy_id: policyId }: Pick<CollectionRow, 'policy_id'>,
  { names, slot }: { readonly names: readonly string[] | undefined; readonly slot: bigint },
): Promise<ReadonlySet<string>> => {
  const { gateway } = requireChain(studio)
  const mints = cancelledMints(studio.database, { policyId, names, slot: slot - marginSlots })
  const addresses = new Set(mints.map((mint) => mint.funding_address))
  const unspent = await chainAnswer(
    Promise.all([...addresses].map((address) => gateway.utxosAt(address))),
  )
  const there = new Set(unspent.flat().map(refText))
  return new Set(
    mints.flatMap((mint) => {
      const open = openTransactions(studio, mint, (ref) => !there.has(ref))
      const tokens = mintTokens(studio.database, mint.id)
      return tokens.filter((token) => open.has(token.tx_id)).map((token) => token.asset_name)
    }),
  )
}

type SpentTest = (ref: string, fundingAddress: string) => boolean

/** Whether the new transactions spend an input, or the chain already did. */
const spentTest = (
  studio: Studio,
  built: readonly BuiltTransaction[],
  { context: { funding } }: MintChainState,
): SpentTest => {
  const spent = new Set(built.flatMap(({ inputs }) => inputs.map(refText)))
  const there = new Set([
    ...funding.utxos.map(refText),
    ...requireChain(studio).submissions.reserved(),
  ])
  return (ref, fundingAddress) =>
    spent.has(ref) || (fundingAddress === funding.changeAddress && !there.has(ref))
}

/**
 * Transactions that can still reach the chain, each with its parents and the end of its validity.
 */
const openTransactions = (
  studio: Studio,
  { id, funding_address: fundingAddress }: MintRow,
  isSpent: SpentTest,
): ReadonlyMap<string, bigint> => {
  const transactions = mintTransactions(studio.database, id)
  const own = new Set<string>(transactions.map(({ tx_id: txId }) => txId))
  const open = new Map<string, bigint>()
  for (const { tx_id: txId, inputs, valid_until: end } of transactions) {
    const isOpen = inputs.every(({ tx_id: parent, index }) =>
      own.has(parent) ? open.has(parent) : !isSpent(`${parent}#${index}`, fundingAddress),
    )
    if (isOpen) open.set(txId, end)
  }
  return open
}

const stillSignable = (
  { network }: Pick<Studio, 'network'>,
  what: string,
  end: bigint,
): ColdpressError =>
  new ColdpressError(
    'conflict',
    `tokens: ${what} is in a mint that was cancelled when others may have had a copy of it; until ${timeOf(network, end).toISOString()} it can still be sent, and the token would exist twice. Wait until then, or pay from the funds of that mint.`,
  )
