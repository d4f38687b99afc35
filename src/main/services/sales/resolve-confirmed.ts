import type { Mint } from '#contract/mints/mint.ts'
import type { Sale } from '#contract/sales/sale.ts'
import type { SaleResolution } from '#contract/sales/sale-status.ts'
import type { Account } from '#app/accounts/accounts.ts'
import type { MintingClient } from '#app/api/client.ts'
import { inspectMint } from '#app/mints/inspect-mint.ts'
import { networkOfMint } from '#app/mints/mint-network.ts'
import { canHold, type Decision, holdDecision, knownOfDecision } from '#app/sales/hold-decision.ts'
import { resolveSale } from '#app/sales/sale-calls.ts'
import type { ConfirmingContext } from '../confirm/confirmations.ts'
import { confirmOutsideDevnet } from '../confirm/outside-devnet.ts'
import { signatureQuestion } from '../confirm/signature.ts'
import { payoutAddressesOf } from '#app/mints/payout-addresses.ts'
import { refundQuestionLines } from './refund-question.ts'

type Service = { readonly client: MintingClient; readonly account: Account }
type Asked = Decision & { readonly action: Exclude<SaleResolution, 'wait'> }

/**
 * Applies a resolution that is signed outside the devnet, once the user has confirmed it outside the
 * page: by the transaction's bytes if the service builds it first, otherwise by the
 * known facts.
 * @throws ColdpressError as `Confirmations.ask` and `resolveSale`
 */
export const resolveConfirmed = async (
  deps: ConfirmingContext,
  { client, account }: Service,
  sale: Sale,
  decision: Asked,
): Promise<Sale> => {
  const { action, to } = decision
  const question = `${words[action]} a sale?`
  const subject = `Payment link: ${sale.id} of ${wordOf(sale)}`
  const yes = words[action]
  if (action === 'refund') {
    const goesBack = await refundQuestionLines(deps.core, account, sale, to)
    await confirmOutsideDevnet(deps, account, { question, facts: [subject, ...goesBack], yes })
    return resolveSale(client, sale, decision)
  }
  if (!canHold(sale)) {
    const facts = [subject, ...knownOfDecision(sale, decision)]
    await confirmOutsideDevnet(deps, account, { question, facts, yes })
    return resolveSale(client, sale, decision)
  }
  const mint = await holdDecision(client, sale, decision)
  if (mint !== undefined) {
    const ask = async (): Promise<void> => {
      const { facts } = signatureQuestion(networkOfMint(mint), await inspected(deps, client, mint))
      await confirmOutsideDevnet(deps, account, { question, facts: [subject, ...facts], yes })
    }
    await ask().catch((error: unknown) => cancelAndThrow(client, mint, error))
    await client.releaseMint(mint.collection_id, mint.id)
  }
  return client.getSale(sale.id)
}

const words = { refund: 'Refund', retry: 'Try again', accept: 'Accept' } as const

export const wordOf = ({ tokens: [first, ...more] }: Pick<Sale, 'tokens'>): string =>
  more.length === 0 ? (first?.name ?? 'a token') : `${more.length + 1} tokens`

const inspected = async ({ core }: ConfirmingContext, client: MintingClient, mint: Mint) => {
  const { name, payout_address: payout } = await client.getCollection(mint.collection_id)
  const collection = { name, payoutAddresses: payoutAddressesOf(payout) }
  return inspectMint(mint, collection, {
    client,
    ownership: core.ownership,
    home: core.home,
    now: new Date(),
  })
}

/** Cancels a mint that was built for a rejected decision; bytes that were sent before stay. */
const cancelAndThrow = async (
  client: MintingClient,
  { id, collection_id: collectionId, held }: Mint,
  error: unknown,
): Promise<never> => {
  if (held === true) await client.cancelMint(collectionId, id)
  throw error
}
