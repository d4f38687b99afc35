import type { MintKind } from '#contract/mints/mint.ts'
import type { BuiltTransaction } from '#cardano/transactions/build/types.ts'
import { nameHexOf } from '#cardano/value.ts'
import type { SealedStatement } from '#keys/seal/sealed-facts.ts'
import type { Studio } from '../options.ts'
import type { CollectionRow } from '../store/collections.ts'
import type { StoredTokenRow } from '../store/tokens.ts'
import { type Order, orderStatement } from './statements.ts'

/** An order with its seal, or to be sealed as soon as the vault is open. */
export type SealedOrder = { readonly order: Order; readonly sealed: SealedStatement }

/**
 * What a mint may do, said by who asked for it: an owner by a request, or a sale that was paid. The
 * vault signs the mint's transactions only as far as they keep to it.
 * @param of.receivers who may get something besides the tokens: the change, a refund, a withdrawal
 * @param of.held until {@link releaseOrder}
 */
export const orderOf = (
  mintId: string,
  collection: Pick<CollectionRow, 'id'>,
  kind: MintKind,
  of: {
    readonly built: readonly BuiltTransaction[]
    readonly tokens: readonly { readonly row: StoredTokenRow; readonly address: string }[]
    readonly receivers: readonly string[]
    readonly held?: boolean
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
  held: of.held ?? false,
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

/** The royalty token, then tokens: {@link orderOf} and {@link royaltyOrder} in one. */
export const royaltyRoundOrder = (
  mintId: string,
  collection: Pick<CollectionRow, 'id'>,
  { royaltyTo, ...of }: Parameters<typeof orderOf>[3] & { readonly royaltyTo: string },
): Order => {
  const order = orderOf(mintId, collection, 'tokens', of)
  return { ...order, tokens: { '': royaltyTo, ...order.tokens } }
}

/** What gives back payments without a sale: it belongs to no collection, and only keys of a wallet sign it. */
export const refundOrder = (
  id: string,
  of: { readonly built: readonly BuiltTransaction[]; readonly receivers: readonly string[] },
): Order => ({ ...orderOf(id, { id: '' }, 'refund', { ...of, tokens: [] }), collectionId: null })

/** @param of.payer receives the change; what else was at the holders' addresses goes back there */
export const burnOrder = (
  mintId: string,
  collection: Pick<CollectionRow, 'id'>,
  of: {
    readonly built: readonly BuiltTransaction[]
    readonly payer: string
    readonly addresses: readonly string[]
    readonly held: boolean
  },
): Order => ({
  ...orderOf(mintId, collection, 'burn', {
    built: of.built,
    tokens: [],
    receivers: [of.payer, ...of.addresses],
    held: of.held,
  }),
  burned: Object.fromEntries(
    of.built.flatMap(({ mint }) =>
      [...mint].map(([unit, quantity]) => [nameHexOf(unit), String(-quantity)]),
    ),
  ),
})

export const sealOrder = async (studio: Studio, order: Order): Promise<SealedOrder> => {
  const statement = orderStatement(studio.network, order)
  const [sealed] = await studio.seals.seal([statement])
  return { order, sealed: sealed ?? { statement, seal: undefined } }
}

/**
 * Seals a held order again as released; while the vault is locked, as soon as it is open. An order
 * that nothing proves stays as it is, and the vault signs nothing for it.
 */
export const releaseOrder = ({ seals }: Pick<Studio, 'seals'>, mintId: string): Promise<void> =>
  seals.amend({ kind: 'order', id: mintId }, { held: false })
