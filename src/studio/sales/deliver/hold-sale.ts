import { ColdpressError } from '#values/errors/errors.ts'
import { explainSaleError } from '#contract/sales/explain-sale-error.ts'
import { type SaleResolution, stateWords } from '#contract/sales/sale-status.ts'
import { findMint, type MintRow, mintTokens, releaseHeld } from '../../mints/store.ts'
import { withdrawMint } from '../../mints/withdraw-mint.ts'
import type { Studio } from '../../options.ts'
import { changeSale } from '../change-sale.ts'
import { existingSale } from '../existing-sale.ts'
import { type SaleFailure, tokensReceiverOf, saleBuilder } from './process.ts'
import { requireAllowed } from './resolutions.ts'
import { canSendAgain, sameBytes, sendAgain, sentBefore } from './send-again.ts'
import { findSaleMint, findSaleOfMint, heldMints, type SaleRow } from '../../store/sales.ts'
import { deliveryStatement } from '../statements.ts'

type Decision = {
  readonly action: SaleResolution
  /** Receives the tokens instead of the buyer. */
  readonly receiver: string | undefined
}

/**
 * Builds the transaction of a retry or an acceptance and holds it until {@link releaseSaleMint}. The sale
 * does not change. If the same bytes would be sent again, nothing is built and the sale's own mint is
 * returned.
 * @throws ColdpressError `conflict` when it cannot be built; of the gateway
 */
export const holdSale = async (
  studio: Studio,
  saleId: string,
  { action, receiver }: Decision,
): Promise<void> => {
  const build = await saleBuilder(studio, existingSale(studio, saleId), { receiver, held: true })
  studio.database.transact(() => {
    const sale = existingSale(studio, saleId)
    if (requireAllowed(studio, sale, { action, to: receiver }) === 'done') return
    withdrawHeld(studio, sale)
    const again = sentBefore(studio, sale)
    if (again !== undefined && receiver !== undefined && !again.settled) throw sameBytes(again)
    if (again !== undefined && receiver === undefined && canSendAgain(studio, again)) return
    const built = build(sale)
    if (built === undefined) throw changedMeanwhile(sale)
    noteDelivery(studio, sale, receiver)
    if ('error' in built) throw cannotBeBuilt(studio, sale, built)
  })
}

const cannotBeBuilt = ({ network }: Studio, { status }: SaleRow, { error }: SaleFailure) => {
  const { title, cause, next } = explainSaleError(error, network, status)
  return new ColdpressError('conflict', `transaction: ${title}. ${cause} ${next}`)
}

/** Cancels transactions held for a decision that was not made; none of them is signed. */
export const withdrawHeld = (studio: Studio, { id }: Pick<SaleRow, 'id'>): void => {
  for (const mintId of heldMints(studio.database, id)) withdrawMint(studio, mintId)
}

/**
 * Makes the decision for which a sale's mint was held, so that it can be signed. Other mints stay as they
 * are.
 * @throws ColdpressError `conflict` when the sale has changed since
 */
export const releaseSaleMint = (studio: Studio, { id }: Pick<MintRow, 'id'>): void =>
  studio.database.transact(() => {
    const mint = findMint(studio.database, id)
    const sale = findSaleOfMint(studio.database, id)
    if (mint === undefined || sale === undefined) return
    if (mint.held && mint.status === 'awaiting_witnesses') carryHeld(studio, sale, mint)
    else if (sale.mint_id === id && sale.status === 'UNRESOLVED_SUBMITTING_FAILED')
      repeatSubmission(studio, sale)
  })

const carryHeld = (studio: Studio, sale: SaleRow, { id }: MintRow): void => {
  const { database } = studio
  const action = sale.status === 'UNRESOLVED_OVERPAID' ? 'accept' : 'retry'
  const built = findSaleMint(database, id)
  if (built === undefined || requireAllowed(studio, sale, { action }) === 'done')
    throw changedMeanwhile(sale)
  const { sale_id: _, ...amounts } = built
  const [token] = mintTokens(database, id)
  const isMoved = token !== undefined && token.address !== tokensReceiverOf(sale)
  changeSale(studio, sale, {
    ...amounts,
    resolution: action,
    ...(isMoved ? { delivery_address: token.address } : {}),
    status: 'PROCESSING',
    tx_id: null,
    error: null,
  })
  releaseHeld(database, id, studio.now().toISOString())
}

const repeatSubmission = (studio: Studio, before: SaleRow): void => {
  const again = sentBefore(studio, before)
  const sale = changeSale(studio, before, { resolution: 'retry' })
  if (again === undefined || !sendAgain(studio, sale, again)) throw changedMeanwhile(before)
}

const changedMeanwhile = ({ status }: SaleRow): ColdpressError =>
  new ColdpressError(
    'conflict',
    `sale: it has ${stateWords(status)} by now, so what was shown is not sent. Look at it again and decide again.`,
  )

/** Another receiver of a sale's tokens, as their owner asked; call it in a database transaction. */
export const noteDelivery = (
  { seals, network }: Pick<Studio, 'seals' | 'network'>,
  sale: Pick<SaleRow, 'id' | 'collection_id'>,
  receiver: string | undefined,
): void => {
  if (receiver === undefined) return
  seals.add([{ statement: deliveryStatement(network, sale, receiver), seal: undefined }])
}
