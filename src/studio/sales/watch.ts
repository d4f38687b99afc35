import { parseAddress } from '../../core/cardano/addresses.ts'
import type { AddressUse, Block } from '../../core/gateway/gateway.ts'
import type { SaleStatus } from '../../shared/wire/sale.ts'
import { asked, chainOf } from '../mints/chain.ts'
import { isSent, withdrawMint } from '../mints/withdraw-mint.ts'
import type { Studio } from '../options.ts'
import { changeSale, tell } from './change-sale.ts'
import { judge, type Verdict } from './judge.ts'
import {
  deletePayment,
  findSale,
  freeSaleTokens,
  type NewPayment,
  type PaymentRow,
  paymentsOf,
  putPayment,
  type SaleRow,
  saleTokens,
  setPaymentSpent,
  setPaymentUse,
  setWatched,
} from './store.ts'

/** Blocks that no rollback reaches in practice; what lies above is read again. */
const settledBlocks = { devnet: 12, public: 60 } as const

const dayMs = 86_400_000
/** Whoever pays to an old address later than this is helped by hand: the wallet is in the vault. */
const longestMs = 180 * dayMs

const busy: ReadonlySet<SaleStatus> = new Set([
  'RESERVED',
  'PROCESSING',
  'SUBMITTING',
  'MINTING',
  'REFUNDING',
])

/**
 * Reads what happened at a sale's address and takes the consequences, in one database transaction.
 * @param tip read before; what is not at the address now was not there by that block
 * @throws ColdpressError of the gateway
 */
export const lookAt = async (studio: Studio, sale: SaleRow, tip: Block): Promise<void> => {
  const { gateway } = chainOf(studio)
  const before = paymentsOf(studio.database, sale.id)
  const from = { height: sale.cursor_height, index: 0 }
  const uses = await asked(gateway.usesOf(sale.payment_address, { from }))
  const known = new Set(before.map((payment) => `${payment.tx_id} ${payment.height}`))
  const fresh: NewPayment[] = []
  for (const use of uses)
    if (!known.has(`${use.txId} ${use.height}`))
      fresh.push(...(await paymentsIn(studio, sale, use)))
  const there = new Set<string>(uses.map(({ txId }) => txId))
  const gone: PaymentRow[] = []
  for (const payment of before)
    if (payment.height >= sale.cursor_height && !there.has(payment.tx_id))
      if ((await asked(gateway.transaction(payment.tx_id))) === undefined) gone.push(payment)
  studio.database.transact(() => takeIn(studio, sale.id, { fresh, gone, tip }))
}

const paymentsIn = async (
  studio: Studio,
  sale: SaleRow,
  { txId, height, index: blockIndex }: AddressUse,
): Promise<readonly NewPayment[]> => {
  const { gateway } = chainOf(studio)
  const [transaction, all] = await asked(
    Promise.all([gateway.transaction(txId), gateway.outputsOf(txId)]),
  )
  // Taken back since the address was read: the next look tells.
  if (transaction?.height !== height || all === undefined) return []
  const [payer] = all.inputs
  return all.outputs
    .filter(({ address }) => address === sale.payment_address)
    .map(({ index, value }) => ({
      sale_id: sale.id,
      tx_id: txId,
      output_index: index,
      lovelace: value.lovelace,
      assets: [...value.assets].map(([unit, quantity]) => ({ unit, quantity: String(quantity) })),
      from_address: payer?.address ?? '',
      is_from_script: all.inputs.some(({ address }) => parseAddress(address).isScript),
      block: transaction.block,
      slot: transaction.slot,
      height,
      block_index: blockIndex,
    }))
}

type Seen = {
  readonly fresh: readonly NewPayment[]
  readonly gone: readonly PaymentRow[]
  readonly tip: Block
}

const takeIn = (studio: Studio, saleId: string, { fresh, gone, tip }: Seen): void => {
  const { database } = studio
  for (const payment of fresh) putPayment(database, payment)
  const before = findSale(database, saleId)
  if (before === undefined) return
  let sale = gone.length > 0 ? takeBack(studio, before, gone) : before
  // An expired reservation may have been paid late in the same breath.
  for (;;) {
    const payments = paymentsOf(database, saleId)
    const expected = sale.price * BigInt(saleTokens(database, saleId).length)
    const verdict = judge({ ...sale, expected }, payments, tip)
    if (verdict === undefined) break
    sale = apply(studio, sale, verdict)
  }
  const settled = settledBlocks[studio.network === 'devnet' ? 'devnet' : 'public']
  setWatched(database, {
    id: saleId,
    cursorHeight: tip.height + 1 - Math.max(settled, sale.confirmations),
    watchAt: nextLook(studio, sale),
  })
}

const apply = (studio: Studio, before: SaleRow, verdict: Verdict): SaleRow => {
  const { database } = studio
  for (const { payment, use } of verdict.uses) setPaymentUse(database, payment, use)
  const sale = changeSale(studio, before, {
    status: verdict.status,
    ...(verdict.buyer === undefined ? {} : { buyer_address: verdict.buyer }),
    error: verdict.error === null ? null : [...verdict.error],
  })
  if (verdict.status === 'EXPIRED') freeSaleTokens(database, sale.id, sale.updated_at)
  for (const event of verdict.told) tell(studio, sale, event)
  return sale
}

/**
 * Payments that the chain took back. They are forgotten and all is judged anew, unless they may be
 * in what was sent: most come back, and then nothing has to be undone.
 */
const takeBack = (studio: Studio, sale: SaleRow, gone: readonly PaymentRow[]): SaleRow => {
  const { database } = studio
  const { submissions } = chainOf(studio)
  const mints = [sale.mint_id, sale.refund_id].flatMap((id) => id ?? [])
  const isUnderWay = mints.some((id) =>
    submissions.of(id).some((one) => isSent(one) && !(one.settled && one.state !== 'confirmed')),
  )
  if (isUnderWay || sale.status === 'COMPLETED' || sale.status === 'REFUNDED') return sale
  for (const id of mints) withdrawMint(studio, id)
  for (const payment of gone) deletePayment(database, payment)
  for (const payment of paymentsOf(database, sale.id)) {
    setPaymentUse(database, payment, 'unconfirmed')
    if (payment.spent_by === sale.refund_id) setPaymentSpent(database, payment, null)
  }
  return changeSale(studio, sale, {
    status: isFree(studio, sale) ? 'EXPIRED' : 'RESERVED',
    status_before: null,
    buyer_address: null,
    error: null,
    mint_id: null,
    refund_id: null,
    tx_id: null,
  })
}

const isFree = ({ database }: Studio, { id }: SaleRow): boolean =>
  saleTokens(database, id).every(({ is_held: isHeld }) => !isHeld)

/** With every block while something may happen; then ever more rarely, in the end once a day. */
const nextLook = (studio: Studio, sale: SaleRow): number => {
  const nowMs = studio.now().getTime()
  const isComing = paymentsOf(studio.database, sale.id).some(({ use }) => use === 'unconfirmed')
  if (isComing || busy.has(sale.status)) return nowMs
  const ageMs = Math.max(0, nowMs - Date.parse(sale.updated_at))
  return ageMs > longestMs
    ? Number.MAX_SAFE_INTEGER
    : nowMs + Math.min(dayMs, Math.round(ageMs / 10))
}
