import { ColdpressError, isColdpressError } from '../../shared/errors.ts'
import { paymentAddress } from '../../core/cardano/addresses.ts'
import { buildRefund, type RefundToBuild } from '../../core/cardano/transactions/build-refund.ts'
import type { BuiltTransaction, Funding } from '../../core/cardano/transactions/types.ts'
import { refText } from '../../core/cardano/utxo.ts'
import type { DatedParameters } from '../../core/gateway/gateway.ts'
import { existingCollection } from '../collections.ts'
import { asked, chainOf } from '../mints/chain.ts'
import { paymentKeyOf } from '../mints/payment-key.ts'
import { signHere } from '../mints/sign.ts'
import { takeMint } from '../mints/take-mint.ts'
import { isSent, withdrawMint } from '../mints/withdraw-mint.ts'
import type { Studio } from '../options.ts'
import { changeSale } from './change-sale.ts'
import { existingSale } from './existing-sale.ts'
import { utxoOf } from './process.ts'
import { requireAllowed } from './resolutions.ts'
import {
  freeSaleTokens,
  insertSaleMint,
  type PaymentRow,
  paymentsOf,
  type SaleRow,
  setPaymentSpent,
} from './store.ts'
import { askTip } from './tip.ts'

/**
 * Gives back what was paid: all of it where the sale came to nothing, otherwise what was paid beyond
 * it. It spends what the sale's own transaction spends, so the ledger takes only one of the two.
 * @param to another receiver than who paid
 * @throws ColdpressError `conflict` when there is nothing to give back, `invalid`; of the builder, of
 * the vault's store and of the gateway; nothing has changed then
 */
export const refundSale = async (
  studio: Studio,
  saleId: string,
  to: string | undefined,
): Promise<void> => {
  const { collection_id: collectionId } = existingSale(studio, saleId)
  const { gateway, submissions } = chainOf(studio)
  const { address } = await paymentKeyOf(studio, collectionId)
  const [tip, dated, utxos] = await Promise.all([
    askTip(studio),
    asked(gateway.parameters()),
    asked(gateway.utxosAt(address)),
  ])
  const mintId = studio.database.transact(() => {
    const sale = existingSale(studio, saleId)
    if (requireAllowed(studio, sale, 'refund') === 'done') return undefined
    const reserved = submissions.reserved()
    const free = utxos.filter((utxo) => !reserved.has(refText(utxo)))
    const funding = { utxos: free, changeAddress: address }
    return take(studio, sale, { to, slot: tip.slot, dated, funding })
  })
  if (mintId !== undefined) await signHere(studio, mintId)
}

type Facts = {
  readonly to: string | undefined
  readonly slot: bigint
  readonly dated: DatedParameters
  readonly funding: Funding
}

const take = (studio: Studio, sale: SaleRow, facts: Facts): string => {
  const { database } = studio
  const isWhole = comesToNothing.has(sale.status)
  const payments = paymentsOf(database, sale.id).filter(
    ({ use }) => use === 'surplus' || (isWhole && use === 'counted'),
  )
  const built = build(studio, sale, payments, facts)
  if (isWhole) standDown(studio, sale)
  const collection = existingCollection(studio, sale.collection_id)
  const { dated } = facts
  const id = takeMint(studio, collection, 'refund', { built: [built], tokens: [], dated })
  const nothing = { nft_fee: 0n, income: 0n, returned: 0n }
  insertSaleMint(database, { mint_id: id, sale_id: sale.id, tx_fee: built.fee, ...nothing })
  for (const payment of payments) setPaymentSpent(database, payment, id)
  changeSale(studio, sale, {
    refund_id: id,
    resolution: 'refund',
    ...(isWhole ? { status: 'REFUNDING', status_before: sale.status } : {}),
  })
  return id
}

/** Those of which nothing is sold: all that was paid goes back. */
const comesToNothing: ReadonlySet<SaleRow['status']> = new Set([
  'RESERVED_FAILED',
  'PROCESSING_FAILED',
  'UNRESOLVED_SUBMITTING_FAILED',
  'UNRESOLVED_MINTING_MISSING',
  'UNRESOLVED_OVERPAID',
  'UNRESOLVED_UNDERPAID',
])

/**
 * The sale's own transaction is sent no more. Where it was never sent the tokens are free at once;
 * where it was, it may still be on chain first, and they wait.
 */
const standDown = (studio: Studio, { id, mint_id: mintId }: SaleRow): void => {
  const { submissions } = chainOf(studio)
  const wasSent = mintId !== null && submissions.of(mintId).some(isSent)
  if (mintId !== null && wasSent) {
    submissions.withdraw(mintId)
    submissions.release(mintId)
    return
  }
  if (mintId !== null) withdrawMint(studio, mintId)
  freeSaleTokens(studio.database, id, studio.now().toISOString())
}

const build = (
  { network }: Studio,
  sale: SaleRow,
  payments: readonly PaymentRow[],
  { to, slot, dated, funding }: Facts,
): BuiltTransaction => {
  const { parameters } = dated
  const context = { network, slot, parameters }
  const receiver = to === undefined ? undefined : paymentAddress(to, network).bech32
  const refund: RefundToBuild = {
    payments: payments.map((payment) => ({
      utxo: utxoOf(sale, payment),
      to: receiver ?? payerOf(payment),
    })),
  }
  try {
    return buildRefund(context, refund)
  } catch (error) {
    const isTooLittle =
      isColdpressError(error, 'conflict') && error.details['missingLovelace'] !== undefined
    if (!isTooLittle) throw error
    return buildRefund(context, { ...refund, feeFrom: funding })
  }
}

const payerOf = ({ from_address: address, is_from_script: isFromScript }: PaymentRow): string => {
  if (!isFromScript) return address
  throw new ColdpressError(
    'conflict',
    `to: the payment came from a script (${address}), where nobody can be sure to reach the money. Name the address that gets it.`,
  )
}
