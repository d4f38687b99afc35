import { ColdpressError } from '#values/errors/errors.ts'
import type { TokenStatus } from '#contract/tokens/token.ts'
import type { KeyHash } from '#cardano/ids.ts'
import type { BuiltTransaction } from '#cardano/transactions/build/types.ts'
import type { DatedParameters } from '#chain/gateway/gateway.ts'
import type { Studio } from '../options.ts'
import type { CollectionRow } from '../store/collections.ts'
import type { SealedOrder } from '../seals/orders.ts'
import { requireChain } from './chain.ts'
import { insertMint, insertMintToken, insertMintTransaction, reserveForMint } from './store.ts'
import type { RequestedToken } from './requested-tokens.ts'

/**
 * Slots after the end of its validity in which a transaction may still appear on chain; its inputs
 * stay reserved as long.
 */
export const reservedSlots = 600n

/** Tokens that are neither minted nor reserved. */
const free: readonly TokenStatus[] = ['OPEN', 'FOR_SALE']

/**
 * Reserves tokens and inputs and stores the mint with its order, in one database transaction.
 * @throws ColdpressError `conflict` when another mint was faster
 */
export const reserveMint = (
  studio: Studio,
  collection: CollectionRow,
  { order, sealed }: SealedOrder,
  {
    built,
    tokens,
    dated,
    from = free,
    take = (token) => reserveForMint(studio.database, { ...token, from }),
    payer,
    ownerKeys = [],
    withRoyalty = false,
    replaces,
    validFor,
  }: {
    readonly built: readonly BuiltTransaction[]
    readonly tokens: readonly RequestedToken[]
    readonly dated: DatedParameters
    /** The statuses that the tokens must have now. */
    readonly from?: readonly TokenStatus[]
    /** Takes a token for the mint. Default: reserves it. @returns whether it could be taken */
    readonly take?: (token: { readonly id: string; readonly at: string }) => boolean
    /** The address that pays. Default: that of the first input. */
    readonly payer?: string
    /** Keys of this vault that own the addresses of a burn. */
    readonly ownerKeys?: readonly KeyHash[]
    /** The first transaction mints the royalty token. */
    readonly withRoyalty?: boolean
    /** The mint in whose place it is built. */
    readonly replaces?: string | undefined
    /** How long it was asked to be valid, in seconds. */
    readonly validFor?: number | undefined
  },
): string =>
  studio.database.transact(() => {
    const { submissions } = requireChain(studio)
    const { database } = studio
    const { mintId: id, kind, held } = order
    studio.seals.add([sealed])
    const at = studio.now().toISOString()
    const [first] = built
    if (first === undefined) throw new ColdpressError('internal', 'A mint without transactions.')
    for (const { row } of tokens) if (!take({ id: row.id, at })) throw taken(row)
    insertMint(database, {
      id,
      collectionId: collection.id,
      kind,
      withRoyalty,
      replaces,
      validFor,
      fundingAddress: payer ?? first.inputs[0]?.address ?? '',
      ownerKeys,
      held,
      parameters: dated,
      createdAt: at,
    })
    for (const [position, transaction] of built.entries()) {
      const { txId, inputs, validity, cbor } = transaction
      submissions.reserve(inputs, id, validity.end + reservedSlots)
      insertMintTransaction(database, id, position, transaction)
      const { holder } = submissions.create({ bytes: cbor, holder: id, awaiting: true })
      if (holder !== id) throw underWay(txId)
    }
    for (const [position, token] of withPositions(built, tokens).entries())
      insertMintToken(database, id, position, token)
    return id
  })

/** The tokens with their positions in the transactions. */
const withPositions = (built: readonly BuiltTransaction[], tokens: readonly RequestedToken[]) =>
  built.flatMap(({ txId, tokens: positions }) =>
    positions.flatMap((position) => {
      const token = tokens[position]
      if (token === undefined) return []
      const { id, asset_name, status } = token.row
      const { address } = token
      return [{ tx_id: txId, token_id: id, asset_name, address, status_before: status }]
    }),
  )

const taken = ({ asset_name: name }: { readonly asset_name: string }): ColdpressError =>
  new ColdpressError('conflict', `tokens: ${name} was taken by another mint a moment ago`)

/** The gateway still shows inputs that the same transaction, of another mint, has spent. */
const underWay = (txId: string): ColdpressError =>
  new ColdpressError(
    'conflict',
    `transaction: ${txId} is of another mint and on its way or on chain, and the same one would be built now. Try again in a minute.`,
  )
