import { ColdpressError } from '#values/errors/errors.ts'
import { adaText, countText } from '#values/text/format.ts'
import type { Mint } from '#contract/mints/mint.ts'
import { type ResolveRequest, type Sale } from '#contract/sales/sale.ts'
import { stateWords } from '#contract/sales/sale-status.ts'
import { tokenName } from '#contract/tokens/token.ts'
import { salePriceOf } from '#contract/sales/total-price.ts'
import { withScriptNote } from '#cardano/receiver-warnings.ts'
import type { Account } from '../accounts/accounts.ts'
import type { MintingClient } from '../api/client.ts'
import type { Asks, Question } from '../asks.ts'
import { releaseOrCancel } from '../mints/sign-mint.ts'
import type { OwnershipSource } from '../signing/local-ownership.ts'
import { withSigner } from '../signing/signature-question.ts'
import { type GatewaySource, planRefund, refundChain } from './plan-refund.ts'
import { describeRefund } from './refund-text.ts'
import { sendResolution } from './sale-calls.ts'

type Client = Pick<
  MintingClient,
  | 'resolveSale'
  | 'getSale'
  | 'getMint'
  | 'getMintParents'
  | 'getCollection'
  | 'releaseMint'
  | 'cancelMint'
>

export type ResolveContext = {
  readonly client: Client
  readonly account: Account
  readonly gateways: GatewaySource
  readonly ownership: OwnershipSource
  /** The data folder. */
  readonly home: string
  readonly asks: Asks
}

type Decision = Pick<ResolveRequest, 'action' | 'to'>
/** One that something is signed for. */
type SigningDecision = Decision & { readonly action: keyof typeof words }

const words = { refund: 'Refund', retry: 'Try again', accept: 'Accept' } as const

/**
 * Carries out what was decided about a sale that went wrong, once it is confirmed: a refund by its
 * plan, anything else by the bytes of its transaction if the service builds it first, otherwise by
 * what is known.
 * @param sale as shown to the user who decided
 * @throws ColdpressError as `Asks.confirm` and `sendResolution`; `conflict` when nothing can go back
 */
export const resolveWhenConfirmed = async (
  context: ResolveContext,
  sale: Sale,
  { action, to }: Decision,
): Promise<Sale> => {
  const { client, account, asks } = context
  const request = to === undefined ? { action } : { action, to }
  if (action === 'wait' || !asks.shows(action)) return sendResolution(client, sale, request)
  asks.canConfirm(action)
  const decision = { ...request, action }
  if (action !== 'refund' && canHold(sale)) return resolveHeld(context, sale, decision)
  const described =
    action === 'refund'
      ? await describeReturns(context, sale, to)
      : { lines: describeDecision(sale, decision) }
  await asks.confirm(withSigner(account, aboutSale(sale, action, { kind: action, ...described })))
  return sendResolution(client, sale, request)
}

/** `Fern`, `3 tokens` */
export const soldTokensText = ({ tokens: [first, ...more] }: Pick<Sale, 'tokens'>): string =>
  more.length === 0
    ? first === undefined
      ? 'a token'
      : tokenName(first)
    : `${more.length + 1} tokens`

/** A question whose lines begin with the sale that is decided about. */
const aboutSale = (
  sale: Sale,
  action: SigningDecision['action'],
  question: Omit<Question, 'question' | 'yes'>,
): Question => {
  const { lines, brief = lines } = question
  const subject = `Payment link: ${sale.id} of ${soldTokensText(sale)}`
  return {
    ...question,
    question: `${words[action]} a sale?`,
    lines: [subject, ...lines],
    brief: [subject, ...brief],
    yes: words[action],
  }
}

const describeReturns = async (
  { gateways, account }: ResolveContext,
  sale: Sale,
  to: string | undefined,
) => {
  const plan = await planRefund(refundChain(gateways, account, account.network), sale, to)
  if (plan.receivers.length + plan.left.length > 0) return describeRefund(plan)
  throw new ColdpressError(
    'conflict',
    `The sale has ${stateWords(sale.status)}, and there is nothing to give back.`,
  )
}

/**
 * Whether the service can build a decision's transaction before it is made. A service that does not
 * know `hold` might decide at once, so this requires `held_mint_id` in its sales.
 */
const canHold = (sale: Sale): boolean => sale.held_mint_id !== undefined && !isSignedElsewhere(sale)

/** Its transaction is built with a signing round, and shown where it is signed. */
const isSignedElsewhere = ({ delivery }: Pick<Sale, 'delivery'>): boolean =>
  delivery !== null && delivery !== undefined

/** Has the transaction of a decision built and held, which its release makes. */
const resolveHeld = async (
  context: ResolveContext,
  sale: Sale,
  decision: SigningDecision,
): Promise<Sale> => {
  const { client } = context
  const mint = await holdDecision(client, sale, decision)
  if (mint !== undefined)
    await releaseOrCancel({ ...context, app: context }, mint, (question) =>
      aboutSale(sale, decision.action, question),
    )
  return client.getSale(sale.collection_id, sale.id)
}

/** @returns undefined when the same decision was completed before */
const holdDecision = async (
  client: Client,
  sale: Sale,
  decision: Decision,
): Promise<Mint | undefined> => {
  const held = await sendResolution(client, sale, { ...decision, hold: true })
  const repeated = held.status === 'UNRESOLVED_SUBMITTING_FAILED' ? held.mint_id : null
  const id = held.held_mint_id ?? repeated
  return id === null || id === undefined ? undefined : client.getMint(sale.collection_id, id)
}

/**
 * What is known and unknown about a decision whose transaction is built afterwards, one sentence
 * per line.
 */
const describeDecision = (sale: Sale, { action, to }: Decision): readonly string[] => {
  // Only the buyer's payments are spent; everybody else's are given back by a refund.
  const counted = (sale.payments ?? []).filter(({ use }) => use === 'counted')
  const paid = counted.reduce((sum, { lovelace }) => sum + BigInt(lovelace), 0n)
  const tokens = new Set(counted.flatMap(({ assets }) => assets.map(({ unit }) => unit))).size
  const price = salePriceOf(sale)
  const receiver = to ?? sale.buyer_address ?? undefined
  return [
    `Price: ${adaText(price, 'ADA')}. Paid by the buyer, as the service says: ${adaText(paid, 'ADA')}`,
    ...(action === 'accept' && paid > price
      ? [
          `The service is to give back ${adaText(paid - price, 'ADA')}${tokens === 0 ? '' : ` and ${countText(tokens, 'other token')}`} with the tokens.`,
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
