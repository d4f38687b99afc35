import { ColdpressError, messageOf } from '#values/errors/errors.ts'
import type { RoyaltyTerms } from '#contract/royalty/royalty-text.ts'
import type { TransactionSummary } from '#contract/signing/transactions.ts'
import { paymentAddress } from '../../addresses.ts'
import type { PolicyId } from '../../ids.ts'
import type { Network } from '../../network.ts'
import { inspectTransaction } from './inspect.ts'

/** What a royalty token says, or why nobody can read it. */
export type RoyaltyMint =
  | { readonly terms: RoyaltyTerms; readonly unreadable: null }
  | { readonly terms: null; readonly unreadable: string }

/**
 * What a transaction says of the royalty of a policy whose royalty token it mints (CIP-27), decoded
 * from its bytes: the metadata must be that which the body names by its hash.
 * @param bytes proved by their id before, as `Gateway.transactionCbor` answers them or as built here
 */
export const royaltyMintIn = (
  bytes: Uint8Array,
  policyId: PolicyId,
  network: Network,
): RoyaltyMint => {
  try {
    return { terms: termsIn(inspectTransaction(bytes), policyId, network), unreadable: null }
  } catch (error) {
    if (!(error instanceof ColdpressError)) throw error
    return { terms: null, unreadable: messageOf(error) }
  }
}

const invalid = (reason: string): ColdpressError => new ColdpressError('invalid', reason)

/** @throws ColdpressError `invalid` with why it cannot be read */
const termsIn = (
  { mint, metadata, metadataHash }: TransactionSummary,
  policyId: PolicyId,
  network: Network,
): RoyaltyTerms => {
  const minted = mint.find((minted) => minted.policyId === policyId)?.assets ?? []
  if (!minted.some(({ nameHex, quantity }) => nameHex === '' && BigInt(quantity) > 0n))
    throw invalid('the transaction does not mint the token without a name')
  const royalty = metadata?.royalty
  if (royalty === undefined || royalty === null)
    throw invalid('the transaction has no metadata under label 777')
  if (metadataHash !== 'matches')
    throw invalid('its metadata is not that which the transaction names by its hash')
  const { rate, address } = royalty
  if (rate === null) throw invalid('its rate is not a text with a decimal number from 0.0 to 1.0')
  if (address === null) throw invalid('its addr is neither a text nor a list of texts')
  paymentAddress(address, network)
  return { rate, address }
}
