import { gatewayErrors } from '#contract/gateways/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import type { ColdpressError } from '#values/errors/errors.ts'
import type { TxId } from '#cardano/ids.ts'
import type { Network } from '#cardano/network.ts'
import type { ProtocolParameters } from '#cardano/parameters.ts'
import type { Utxo } from '#cardano/utxo.ts'
import type { Unit } from '#cardano/value.ts'
import type { CallBudget } from './gateway-usage.ts'

/** A block of the chain; `confirmations` is how many blocks stand on it. */
export type Block = {
  readonly hash: string
  readonly height: number
  readonly slot: bigint
  readonly time: Date
  readonly confirmations: number
}

export type DatedParameters = {
  readonly parameters: ProtocolParameters
  readonly epoch: number
  readonly fetchedAt: Date
}

/** A transaction that is in a block. */
export type ChainTransaction = {
  readonly txId: TxId
  readonly block: string
  readonly height: number
  readonly slot: bigint
}

/** An output, spent or not. */
export type ChainOutput = Utxo

/** Where an address was used: newest last, by height and index. */
export type AddressUse = { readonly txId: TxId; readonly height: number; readonly index: number }

export type ChainAsset = {
  readonly unit: Unit
  readonly quantity: bigint
  /** Undefined, as the count, where the gateway does not know all mints and burns (`mint_counts`). */
  readonly firstMintedIn: TxId | undefined
  readonly mintOrBurnCount: number | undefined
  /** CIP-25 metadata as the gateway read it from the latest mint; null where it found none. */
  readonly metadata: unknown
}

export type AssetHolder = { readonly address: string; readonly quantity: bigint }

/**
 * What not every kind of gateway can do:
 * - `history`: where an address was used, and transactions, however old.
 * - `assets`: the tokens of a policy and who holds them.
 * - `mint_counts`: the first mint of an asset, and how often it was minted or burned.
 * - `bytes`: the bytes of a transaction in a block.
 */
export type GatewayAbility = 'history' | 'assets' | 'mint_counts' | 'bytes'

/** The error of a call that needs what a gateway lacks. @param message with what to do */
export const gatewayLacks = (
  ability: GatewayAbility,
  message: string,
  details: { readonly pattern?: string } = {},
): ColdpressError => errorBy(gatewayErrors, 'gateway_lacks', { ability, ...details }, message)

/**
 * Reads and writes a chain. Missing items are `undefined` or an empty list. Every function may throw
 * `unreachable`, `timeout`, `rate_limited`, `unauthorized` or `service_error`, and `conflict` when
 * it serves another network or, on this machine, cannot be started.
 */
export type Gateway = {
  readonly network: Network
  /** What it can never do; other calls say what they lack, such as an index. Absent: nothing. */
  readonly lacks?: readonly GatewayAbility[]
  /** Until when the service answers no more calls, because those of the day are used up. */
  readonly usedUpUntil?: () => Date | undefined
  /** Until when nothing is asked, because the service has banned this computer for too many calls. */
  readonly bannedUntil?: () => Date | undefined
  /** Until when nothing is asked, because the service was asked too quickly. It answers again soon. */
  readonly busyUntil?: () => Date | undefined
  /** The calls of today against the user's budget; undefined where there is none. */
  readonly budget?: () => CallBudget | undefined
  /** The calls that the service has counted today; undefined where it does not say. */
  readonly callsToday?: (signal?: AbortSignal) => Promise<number | undefined>
  /** The network magic that the gateway returns: it proves which network it serves. */
  readonly networkMagic: (signal?: AbortSignal) => Promise<number>
  /** The blocks on a block after which no rollback reaches it (Ouroboros' k); it never changes. */
  readonly securityParam: (signal?: AbortSignal) => Promise<number>
  readonly tip: (signal?: AbortSignal) => Promise<Block>
  /** Kept for ten minutes; `fresh` asks again. */
  readonly parameters: (options?: {
    readonly fresh?: boolean
    readonly signal?: AbortSignal
  }) => Promise<DatedParameters>
  readonly utxosAt: (address: string, signal?: AbortSignal) => Promise<readonly Utxo[]>
  readonly usesOf: (
    address: string,
    options?: { readonly from?: { readonly height: number; readonly index?: number } },
  ) => Promise<readonly AddressUse[]>
  readonly block: (hashOrHeight: string | number) => Promise<Block | undefined>
  readonly transaction: (txId: TxId) => Promise<ChainTransaction | undefined>
  /** Whether a block has it, or the mempool as far as the gateway shows it. */
  readonly isKnown: (txId: TxId, signal?: AbortSignal) => Promise<boolean>
  readonly outputsOf: (
    txId: TxId,
  ) => Promise<
    | { readonly inputs: readonly ChainOutput[]; readonly outputs: readonly ChainOutput[] }
    | undefined
  >
  /** The whole transaction as it is in its block. */
  readonly transactionCbor: (txId: TxId, signal?: AbortSignal) => Promise<Uint8Array | undefined>
  readonly metadata: (
    txId: TxId,
  ) => Promise<readonly { readonly label: string; readonly json: unknown }[] | undefined>
  readonly asset: (unit: Unit, signal?: AbortSignal) => Promise<ChainAsset | undefined>
  /** The addresses where a unit lies now, with how many; empty for one that does not exist. */
  readonly holdersOf: (unit: Unit) => Promise<readonly AssetHolder[]>
  /** Units of a policy with what exists of each, burned ones with 0; empty for one never minted under. */
  readonly assetsOf: (
    policyId: string,
    signal?: AbortSignal,
  ) => Promise<readonly { readonly unit: Unit; readonly quantity: bigint }[]>
  /**
   * Sends signed bytes; resolves when a node has them. Sending the same bytes again is safe.
   * @throws ColdpressError `rejected` with the ledger's reason in `details.reason`, in the node's own
   * words: `rejection.ts` finds the names of ledger rules in them. With
   * `details.mayHaveArrived` false these bytes will never be accepted as the chain stands. True: an
   * input is spent, perhaps by these very bytes, sent before; watch for the transaction until its
   * validity has ended and build nothing in its place.
   * @throws ColdpressError `unreachable`, `timeout`, `service_error` with `details.mayHaveArrived`
   * true: the node may have them; send the same bytes again
   */
  readonly submit: (signed: Uint8Array, signal?: AbortSignal) => Promise<TxId>
  /**
   * Of the devnet alone: its test wallet pays. Not repeated when the answer is lost.
   * @param lovelace at least what an output must hold
   */
  readonly fund?: (address: string, lovelace: bigint) => Promise<TxId>
  /** Of the devnet alone: the address of its test wallet. */
  readonly testWallet?: (signal?: AbortSignal) => Promise<string>
}
