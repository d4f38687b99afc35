import type { MintKind } from '../../shared/wire/mint.ts'
import type { BuiltTransaction } from '../../core/cardano/transactions/types.ts'
import type { SealedStatement } from '../../core/seal/sealed-facts.ts'
import type { WantedToken } from '../mints/wanted-tokens.ts'
import type { Studio } from '../options.ts'
import type { CollectionRow } from '../store/collections.ts'
import { type Order, orderStatement } from './statements.ts'

/** An order with its seal, or to be sealed as soon as the vault is open. */
export type SealedOrder = { readonly order: Order; readonly sealed: SealedStatement }

/**
 * What a mint may do, said by who asked for it: an owner by a request, or a sale that was paid. The
 * vault signs the mint's transactions only as far as they keep to it.
 * @param receivers who may get something besides the tokens: the change, a refund, a withdrawal
 */
export const orderOf = (
  mintId: string,
  collection: Pick<CollectionRow, 'id'>,
  kind: MintKind,
  of: {
    readonly built: readonly BuiltTransaction[]
    readonly tokens: readonly WantedToken[]
    readonly receivers: readonly string[]
  },
): Order => ({
  mintId,
  collectionId: collection.id,
  kind,
  transactions: of.built.map(({ txId }) => txId),
  tokens: Object.fromEntries(
    of.tokens.map(({ row, address }) => [Buffer.from(row.asset_name).toString('hex'), address]),
  ),
  receivers: [...new Set(of.receivers)],
})

/** The royalty token has no name. */
export const royaltyOrder = (
  mintId: string,
  collection: Pick<CollectionRow, 'id'>,
  of: {
    readonly built: readonly BuiltTransaction[]
    readonly to: string
    readonly change: string
  },
): Order => ({
  ...orderOf(mintId, collection, 'royalty', {
    built: of.built,
    tokens: [],
    receivers: [of.change],
  }),
  tokens: { '': of.to },
})

export const sealOrder = async (studio: Studio, order: Order): Promise<SealedOrder> => {
  const statement = orderStatement(studio.network, order)
  const [sealed] = await studio.seals.seal([statement])
  return { order, sealed: sealed ?? { statement, seal: undefined } }
}
