import type { SaleError } from '../../shared/wire/sale.ts'
import type { KeyHash } from '../../core/cardano/ids.ts'
import { slotAt } from '../../core/cardano/slots.ts'
import { refText } from '../../core/cardano/utxo.ts'
import type { Submission } from '../../core/submission/journal.ts'
import { chainOf } from '../mints/chain.ts'
import { findMint, type MintRow } from '../mints/store.ts'
import { withdrawMint } from '../mints/withdraw-mint.ts'
import type { Studio } from '../options.ts'
import { changeSale, tell } from './change-sale.ts'
import {
  findSale,
  findSaleMint,
  findSaleOfMint,
  freeSaleTokens,
  holdSaleTokens,
  paymentsOf,
  type SaleRow,
  saleMints,
  setPaymentSpent,
} from './store.ts'

/**
 * Carries what happens to a mint's transaction over to the sale that it is for, inside the database
 * transaction of that change. A mint that was built before, and withdrawn, counts once it is
 * confirmed: of all that spend the same payments the ledger takes one.
 */
export const onSaleMint = (
  studio: Studio,
  mint: MintRow,
  after: Submission,
  before: Submission,
): void => {
  const sale = findSaleOfMint(studio.database, mint.id)
  if (sale === undefined) return
  if (mint.kind === 'refund') onRefund(studio, sale, mint, after)
  else if (after.state === 'confirmed') complete(studio, sale, mint, after)
  else if (sale.mint_id === mint.id && isOpen(sale)) onCurrentMint(studio, sale, after, before)
}

const isOpen = ({ status }: SaleRow): boolean =>
  status !== 'COMPLETED' && status !== 'REFUNDING' && status !== 'REFUNDED'

const onCurrentMint = (
  studio: Studio,
  sale: SaleRow,
  after: Submission,
  before: Submission,
): void => {
  switch (after.state) {
    case 'ready':
      if (sale.status === 'PROCESSING')
        changeSale(studio, sale, { status: 'SUBMITTING', tx_id: after.txId, error: null })
      break
    case 'sent':
      if (after.rollbacks > before.rollbacks) rolledBack(studio, sale, after)
      else if (sale.status !== 'UNRESOLVED_MINTING_MISSING') minting(studio, sale, after)
      break
    case 'in_block':
      minting(studio, sale, after)
      break
    case 'rejected':
      refused(studio, sale, after)
      break
    case 'missing':
      missing(studio, sale, after)
      break
    case 'awaiting':
    case 'confirmed':
      break
  }
}

const minting = (studio: Studio, sale: SaleRow, { txId }: Submission): void => {
  if (sale.status === 'MINTING') return
  const after = changeSale(studio, sale, { status: 'MINTING', tx_id: txId, error: null })
  tell(studio, after, { kind: 'MINTING', cause: txId })
}

const rolledBack = (studio: Studio, sale: SaleRow, { txId }: Submission): void => {
  const error = [{ name: 'RolledBackError', message: { txId } }]
  const after = changeSale(studio, sale, { status: 'UNRESOLVED_MINTING_MISSING', error })
  tell(studio, after, {
    kind: 'UNRESOLVED_MINTING_MISSING',
    cause: `RolledBackError ${txId}`,
    error,
  })
}

const refused = (studio: Studio, sale: SaleRow, { txId, fault }: Submission): void => {
  const reason = fault?.message ?? 'The ledger refused it.'
  if (
    sale.status === 'UNRESOLVED_SUBMITTING_FAILED' &&
    sale.error?.[0]?.message['reason'] === reason
  )
    return
  const error = [{ name: 'GatewayRefusedError', message: { reason } }]
  const after = changeSale(studio, sale, {
    status: 'UNRESOLVED_SUBMITTING_FAILED',
    tx_id: txId,
    error,
  })
  const cause = `GatewayRefusedError ${txId}`
  tell(studio, after, { kind: 'UNRESOLVED_SUBMITTING_FAILED', cause, error })
}

const missing = (studio: Studio, sale: SaleRow, gone: Submission): void => {
  // Nobody had signed it all: it is built anew, for as long as that takes.
  if (!gone.isSigned) {
    changeSale(studio, sale, { mint_id: null, tx_id: null })
    return
  }
  const { network, now } = studio
  const error = [
    {
      name: 'TransactionMissingError',
      message: {
        txId: gone.txId,
        validUntilSlot: Number(gone.validUntil),
        currentSlot: Number(slotAt(network, now())),
      },
    },
  ]
  const after = changeSale(studio, sale, { status: 'UNRESOLVED_MINTING_MISSING', error })
  const cause = `TransactionMissingError ${gone.txId}`
  tell(studio, after, { kind: 'UNRESOLVED_MINTING_MISSING', cause, error })
}

const complete = (studio: Studio, before: SaleRow, mint: MintRow, landed: Submission): void => {
  const { database } = studio
  const { txId } = landed
  if (before.status === 'COMPLETED') return
  withdrawRivals(studio, before, landed)
  const built = findSaleMint(database, mint.id)
  const sale = changeSale(studio, before, {
    status: 'COMPLETED',
    status_before: null,
    mint_id: mint.id,
    tx_id: txId,
    error: null,
    ...(built === undefined
      ? {}
      : {
          tx_fee: built.tx_fee,
          nft_fee: built.nft_fee,
          income: built.income,
          returned: built.returned,
        }),
  })
  tell(studio, sale, { kind: 'MINTING', cause: txId })
  tell(studio, sale, { kind: 'COMPLETED', cause: txId })
}

/** Whatever else was begun to spend the same payments is void; what gives others back is not. */
const withdrawRivals = (studio: Studio, sale: SaleRow, { holder, inputs }: Submission): void => {
  const { submissions } = chainOf(studio)
  const spent = new Set(inputs.map(refText))
  for (const { mint_id: id } of saleMints(studio.database, sale.id)) {
    const isRival = submissions
      .of(id)
      .some((one) => !one.settled && one.inputs.some((input) => spent.has(refText(input))))
    if (id === holder || !isRival) continue
    withdrawMint(studio, id)
    giveUpRefund(studio, sale, id)
  }
}

/** What a refund was to spend lies there as before. */
const giveUpRefund = ({ database }: Studio, { id }: SaleRow, refundId: string): void => {
  for (const payment of paymentsOf(database, id))
    if (payment.spent_by === refundId) setPaymentSpent(database, payment, null)
}

const onRefund = (studio: Studio, sale: SaleRow, mint: MintRow, after: Submission): void => {
  if (!after.settled) return
  if (after.state === 'confirmed') refunded(studio, sale, after)
  else if (mint.status !== 'cancelled')
    refundFailed(studio, sale, mint.id, after.fault?.message ?? 'The ledger refused it.')
}

/** Also one that was withdrawn, if somebody sent it all the same. */
const refunded = (studio: Studio, sale: SaleRow, landed: Submission): void => {
  const { database } = studio
  const { holder, inputs } = landed
  const spent = new Set(inputs.map(refText))
  for (const payment of paymentsOf(database, sale.id)) {
    const { tx_id: txId, output_index: index } = payment
    if (spent.has(refText({ txId, index }))) setPaymentSpent(database, payment, holder)
  }
  if (sale.status === 'COMPLETED' || sale.status === 'REFUNDED') return
  // What was paid beyond a sale is no part of it.
  if (paymentsOf(database, sale.id).some(({ use }) => use === 'counted')) return
  withdrawRivals(studio, sale, landed)
  const { id, updated_at: at } = changeSale(studio, sale, {
    status: 'REFUNDED',
    status_before: null,
    refund_id: holder,
    error: null,
  })
  freeSaleTokens(database, id, at)
}

/** The sale is what it was before; without its tokens, when somebody else has them by now. */
const refundFailed = (studio: Studio, sale: SaleRow, refundId: string, reason: string): void => {
  const { database } = studio
  giveUpRefund(studio, sale, refundId)
  const failed: SaleError = { name: 'RefundFailedError', message: { reason } }
  const error = [...(sale.error ?? []).filter(({ name }) => name !== failed.name), failed]
  if (sale.status !== 'REFUNDING' || sale.refund_id !== refundId) {
    changeSale(studio, sale, { error })
    return
  }
  const wanted = sale.status_before ?? 'RESERVED_FAILED'
  const isHeld =
    wanted === 'RESERVED_FAILED' || holdSaleTokens(database, sale.id, studio.now().toISOString())
  const status = isHeld ? wanted : 'RESERVED_FAILED'
  changeSale(studio, sale, { status, status_before: null, error })
  if (sale.mint_id !== null) chainOf(studio).submissions.resume(sale.mint_id)
}

/**
 * A key that the collection came with is not in the vault any more, so nobody here can sign: the
 * sale fails, and what was built is withdrawn.
 */
export const onKeysLost = (
  studio: Studio,
  mintId: string,
  lost: { readonly keyHashes: readonly KeyHash[]; readonly reason: string },
): void =>
  studio.database.transact(() => {
    const { database } = studio
    const before = findSaleOfMint(database, mintId)
    if (before === undefined || findMint(database, mintId)?.status !== 'awaiting_witnesses') return
    const { keyHashes, reason } = lost
    withdrawMint(studio, mintId)
    if (before.refund_id === mintId || before.mint_id !== mintId) {
      refundFailed(studio, findSale(database, before.id) ?? before, mintId, reason)
      return
    }
    const error = [{ name: 'SigningKeyMissingError', message: { keyHashes, reason } }]
    const change = { status: 'PROCESSING_FAILED', mint_id: null, tx_id: null, error } as const
    const sale = changeSale(studio, before, change)
    const cause = `SigningKeyMissingError ${keyHashes.join(' ')}`
    tell(studio, sale, { kind: 'PROCESSING_FAILED', cause, error })
  })
