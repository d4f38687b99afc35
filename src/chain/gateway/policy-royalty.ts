import { ColdpressError, isColdpressError } from '#values/errors/errors.ts'
import type { PolicyId, TxId } from '#cardano/ids.ts'
import { parseTransaction } from '#cardano/transactions/parts/parse.ts'
import { type RoyaltyMint, royaltyMintIn } from '#cardano/transactions/inspect/royalty-mint.ts'
import { unitOf } from '#cardano/value.ts'
import { gatewayLacks, type Gateway } from './gateway.ts'

/** The royalty of a policy: what the first mint of its royalty token says, and no later one (CIP-27). */
export type PolicyRoyalty = RoyaltyMint & { readonly txId: TxId }

type RoyaltyReader = Pick<Gateway, 'network' | 'asset' | 'transactionCbor'>

/**
 * The transaction that minted a policy's royalty token first; undefined where the chain has none.
 * @throws ColdpressError `not_implemented` where the gateway lacks `mint_counts`; as `Gateway.asset`
 */
export const firstRoyaltyMint = async (
  gateway: Pick<Gateway, 'asset'>,
  policyId: PolicyId,
  signal?: AbortSignal,
): Promise<TxId | undefined> => {
  const royaltyToken = await gateway.asset(unitOf(policyId, ''), signal)
  if (royaltyToken === undefined) return undefined
  if (royaltyToken.firstMintedIn !== undefined) return royaltyToken.firstMintedIn
  throw gatewayLacks(
    'mint_counts',
    `The policy ${policyId} has a royalty token, but this gateway does not know which transaction minted it first, so nobody can read what it says. Use Blockfrost or Koios for this.`,
  )
}

/**
 * Reads what a royalty token says from the transaction that minted it.
 * @throws ColdpressError `service_error` where the gateway answers no such transaction, or another
 * one; as `Gateway.transactionCbor`
 */
export const readRoyaltyMint = async (
  gateway: Pick<RoyaltyReader, 'network' | 'transactionCbor'>,
  policyId: PolicyId,
  txId: TxId,
  signal?: AbortSignal,
): Promise<PolicyRoyalty> => {
  const bytes = await gateway.transactionCbor(txId, signal)
  if (bytes !== undefined && isTransaction(bytes, txId))
    return { txId, ...royaltyMintIn(bytes, policyId, gateway.network) }
  throw new ColdpressError(
    'service_error',
    `The gateway says that transaction ${txId} minted the royalty token of policy ${policyId}, but answers ${bytes === undefined ? 'nothing' : 'something else'} when it is asked for that transaction. Try again, or use another gateway.`,
  )
}

const isTransaction = (bytes: Uint8Array, txId: TxId): boolean => {
  try {
    return parseTransaction(bytes).txId === txId
  } catch (error) {
    if (isColdpressError(error, 'invalid')) return false
    throw error
  }
}

/**
 * Reads the royalty of a policy from the chain; undefined where the chain has no royalty token.
 * @throws ColdpressError as {@link firstRoyaltyMint} and {@link readRoyaltyMint}
 */
export const fetchPolicyRoyalty = async (
  gateway: RoyaltyReader,
  policyId: PolicyId,
  signal?: AbortSignal,
): Promise<PolicyRoyalty | undefined> => {
  const txId = await firstRoyaltyMint(gateway, policyId, signal)
  return txId && (await readRoyaltyMint(gateway, policyId, txId, signal))
}
