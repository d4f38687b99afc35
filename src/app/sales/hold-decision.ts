import { adaText, countText } from '#values/text/format.ts'
import type { Mint } from '#contract/mints/mint.ts'
import type { ResolveRequest, Sale } from '#contract/sales/sale.ts'
import { totalPrice } from '#contract/sales/total-price.ts'
import type { MintingClient } from '../api/client.ts'
import { withScriptNote } from '#cardano/receiver-warnings.ts'
import { resolveSale } from './sale-calls.ts'

/** A retry or an acceptance, for which a transaction is built. */
export type Decision = Pick<ResolveRequest, 'action' | 'to'>

/**
 * Whether the service can build a decision's transaction before it is made. A service that does not
 * know `hold` might decide at once, so this requires `held_mint_id` in its sales.
 */
export const canHold = ({ held_mint_id: heldMintId, delivery }: Sale): boolean =>
  heldMintId !== undefined && !isSignedElsewhere({ delivery })

/** Its transaction is built with a signing round, and shown where it is signed. */
const isSignedElsewhere = ({ delivery }: Pick<Sale, 'delivery'>): boolean =>
  delivery !== null && delivery !== undefined

/**
 * Builds and holds the transaction of a decision; releasing the mint makes the decision.
 * @returns undefined when the same decision was completed before
 * @throws ColdpressError as `resolveSale`
 */
export const holdDecision = async (
  client: Pick<MintingClient, 'resolveSale' | 'getSale' | 'getMint'>,
  sale: Sale,
  decision: Decision,
): Promise<Mint | undefined> => {
  const held = await resolveSale(client, sale, { ...decision, hold: true })
  const repeated = held.status === 'UNRESOLVED_SUBMITTING_FAILED' ? held.mint_id : null
  const id = held.held_mint_id ?? repeated
  return id === null || id === undefined ? undefined : client.getMint(sale.collection_id, id)
}

/**
 * What is known and unknown about a decision whose transaction is built afterwards, one sentence
 * per line.
 */
export const knownOfDecision = (sale: Sale, { action, to }: Decision): readonly string[] => {
  // Only the buyer's payments are spent; everybody else's are given back by a refund.
  const counted = (sale.payments ?? []).filter(({ use }) => use === 'counted')
  const paid = counted.reduce((sum, { lovelace }) => sum + BigInt(lovelace), 0n)
  const tokens = new Set(counted.flatMap(({ assets }) => assets.map(({ unit }) => unit))).size
  const price = totalPrice(sale.price, sale.supply)
  const receiver = to ?? sale.buyer_address ?? undefined
  return [
    `Price: ${adaText(String(price), 'ADA')}. Paid by the buyer, as the service says: ${adaText(String(paid), 'ADA')}`,
    ...(action === 'accept' && paid > price
      ? [
          `The service is to give back ${adaText(String(paid - price), 'ADA')}${tokens === 0 ? '' : ` and ${countText(tokens, 'other token')}`} with the tokens.`,
        ]
      : []),
    receiver === undefined
      ? 'The service does not say who receives the tokens.'
      : `${to === undefined ? 'The tokens go, as the service says,' : 'Sends the tokens'} to ${withScriptNote(receiver)}`,
    isSignedElsewhere(sale)
      ? 'Its transaction is built with the next signing round. The computer that has the key shows its outputs and its fee before it signs.'
      : 'Not known: the transaction. The service builds and signs it only after your yes, so nobody can check its outputs and its fee before.',
  ]
}
