import { isDeepStrictEqual } from 'node:util'
import { ColdpressError } from '#values/errors/errors.ts'
import { inParallel } from '#values/work/in-parallel.ts'
import { maxParallelCalls } from '#chain/submission/at-once.ts'
import { chainAnswer, requireChain } from '../../mints/chain.ts'
import type { Studio } from '../../options.ts'
import { type NewPayment, type PaymentRow, paymentsOf, refOf } from '../payments.ts'
import { type SaleTransaction, transactionAt } from './payments-in.ts'
import { submissionsOf } from './revert-payments.ts'
import { type FoundSpend, spendsIn } from './spends.ts'
import { readAgainFrom, type SaleRow } from '../../store/sales.ts'
import { saleErrors } from '#contract/sales/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { sealErrors } from '#contract/vault/errors.ts'

/** The fields of a payment that come from the chain; its use is the studio's own. */
const outputKeyOf = [
  'tx_id',
  'output_index',
  'lovelace',
  'assets',
  'from_address',
  'is_from_script',
  'payer_key',
  'has_reference_script',
  'height',
  'block_index',
] as const satisfies readonly (keyof NewPayment)[]

/**
 * Reads payments from the chain again before they are spent. They decide who gets the tokens and the money,
 * so the database is not trusted here.
 * @throws ColdpressError `conflict` that names the changed field, or what spent a payment; `service_error`
 * where the gateway does not know a payment; of the gateway
 */
export const requireOnChain = async (
  studio: Studio,
  sale: SaleRow,
  payments: readonly PaymentRow[],
): Promise<void> => {
  if (payments.length === 0) return
  const from = { height: Math.min(...payments.map(({ height }) => height)), index: 0 }
  const uses = await chainAnswer(
    requireChain(studio).gateway.usesOf(sale.payment_address, { from }),
  )
  const own = new Set<string>(submissionsOf(studio, sale).map(({ txId }) => txId))
  // Strangers can pay any number of times: their payments were read when they were seen.
  const wanted = new Set<string>(payments.map(({ tx_id: txId }) => txId))
  const others = new Set<string>(
    paymentsOf(studio.database, sale.id).flatMap(({ tx_id: txId }) =>
      wanted.has(txId) ? [] : [txId],
    ),
  )
  const unread = uses.filter(({ txId }) => !own.has(txId) && !others.has(txId))
  const transactions: SaleTransaction[] = []
  await inParallel(unread, maxParallelCalls(studio.network), async (use) => {
    transactions.push(await transactionAt(studio, sale, use))
  })
  const found = new Map(
    transactions
      .flatMap((transaction) => transaction.payments)
      .map((payment) => [refOf(payment), payment]),
  )
  for (const payment of payments) {
    const real = found.get(refOf(payment))
    if (real === undefined) throw unknownPayment(payment)
    const changed = outputKeyOf.filter((name) => isChanged(payment, real, name))
    if (changed.length > 0) throw changedPayment(sale, payment, changed)
  }
  const [spend] = spendsIn(studio, sale, { transactions, payments })
  if (spend === undefined) return
  studio.database.transactUnsynced(() => readAgainFrom(studio.database, sale.id, from.height))
  throw spentAlready(spend)
}

/** A payment that an earlier version read has no key yet; it gets it with the next poll. */
const isChanged = (
  payment: PaymentRow,
  real: NewPayment,
  name: (typeof outputKeyOf)[number],
): boolean =>
  !isDeepStrictEqual(payment[name], real[name]) &&
  !(name === 'payer_key' && payment.payer_key === null)

const spentAlready = ({ payment, spend }: FoundSpend): ColdpressError =>
  errorBy(
    saleErrors,
    'spent_elsewhere',
    { txId: spend.txId },
    `sale: its payment ${refOf(payment)} was spent already, in the transaction ${spend.txId}, which this studio did not send: an older copy of its data may have been put back, or somebody used the wallet's phrase. Nothing was done. The sale follows that transaction with the next block; read it again then.`,
  )

const unknownPayment = ({ tx_id: txId }: PaymentRow): ColdpressError =>
  new ColdpressError(
    'service_error',
    `The gateway does not list the payment ${txId} now, as one does not that is behind the chain. It is asked again soon.`,
  )

const changedPayment = (
  { id }: SaleRow,
  { tx_id: txId, output_index: index }: PaymentRow,
  changed: readonly string[],
): ColdpressError =>
  errorBy(
    sealErrors,
    'seal',
    { kind: 'payment', id, changed: [...changed] },
    `sale ${id}: ${changed.join(', ')} of the payment ${txId}#${index} is not what the chain says, so nothing is sent. Find out who changed the studio's database and import a backup of the data folder that was made before.`,
  )
