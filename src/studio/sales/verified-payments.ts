import { isDeepStrictEqual } from 'node:util'
import { ColdpressError } from '#shared/errors.ts'
import { chainAnswer, chainOf } from '../mints/chain.ts'
import type { Studio } from '../options.ts'
import type { NewPayment, PaymentRow } from './payments.ts'
import { paymentsIn } from './payments-in.ts'
import type { SaleRow } from '../store/sales.ts'

/** The fields of a payment that come from the chain; its use is the studio's own. */
const facts = [
  'tx_id',
  'output_index',
  'lovelace',
  'assets',
  'from_address',
  'is_from_script',
  'has_reference_script',
  'height',
  'block_index',
] as const satisfies readonly (keyof NewPayment)[]

/**
 * Reads payments from the chain again before they are spent. They decide who gets the tokens and the money,
 * so the database is not trusted here.
 * @throws ColdpressError `conflict` that names the changed field; `service_error` where the gateway does not
 * know a payment; of the gateway
 */
export const requireOnChain = async (
  studio: Studio,
  sale: SaleRow,
  payments: readonly PaymentRow[],
): Promise<void> => {
  if (payments.length === 0) return
  const from = { height: Math.min(...payments.map(({ height }) => height)), index: 0 }
  const uses = await chainAnswer(chainOf(studio).gateway.usesOf(sale.payment_address, { from }))
  const wanted = new Set<string>(payments.map(({ tx_id: txId }) => txId))
  const found = await Promise.all(
    uses.filter(({ txId }) => wanted.has(txId)).map((use) => paymentsIn(studio, sale, use)),
  )
  for (const payment of payments) {
    const real = found
      .flat()
      .find(
        ({ tx_id: txId, output_index: index }) =>
          txId === payment.tx_id && index === payment.output_index,
      )
    if (real === undefined) throw unknown(payment)
    const changed = facts.filter((name) => !isDeepStrictEqual(payment[name], real[name]))
    if (changed.length > 0) throw swapped(sale, payment, changed)
  }
}

const unknown = ({ tx_id: txId }: PaymentRow): ColdpressError =>
  new ColdpressError(
    'service_error',
    `The gateway does not list the payment ${txId} now, as one does not that is behind the chain. It is asked again soon.`,
  )

const swapped = (
  { id }: SaleRow,
  { tx_id: txId, output_index: index }: PaymentRow,
  changed: readonly string[],
): ColdpressError =>
  new ColdpressError(
    'conflict',
    `sale ${id}: ${changed.join(', ')} of the payment ${txId}#${index} is not what the chain says, so nothing is sent. Find out who changed the studio's database and restore it from a copy.`,
    { details: { rule: 'seal', kind: 'payment', id, changed } },
  )
