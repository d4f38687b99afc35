import type { SaleSummary } from '#contract/sales/calls.ts'
import { leftLovelace } from '#contract/sales/left-payments.ts'
import { statusOf } from '#contract/sales/sale-status.ts'
import type { CollectionRef } from './minting.ts'

export type SaleRef = CollectionRef & { readonly saleId: string }

/** Two clocks and the connection differ: times closer than this count as equal. */
const sameEndMs = 3_000

/** A countdown must not jump with each answer. */
export const steady = <T extends Pick<SaleSummary, 'endsAt'>>(
  sale: T,
  before: Pick<SaleSummary, 'endsAt'> | undefined,
): T => {
  const endsAt = before?.endsAt ?? null
  if (sale.endsAt === null || endsAt === null) return sale
  const isSame = Math.abs(Date.parse(sale.endsAt) - Date.parse(endsAt)) < sameEndMs
  return isSame ? { ...sale, endsAt } : sale
}

/** A reservation runs while it is waited for money, and no longer. */
export const isTimed = <T extends Pick<SaleSummary, 'status' | 'endsAt'>>(
  sale: T,
): sale is T & { readonly endsAt: string } =>
  sale.endsAt !== null && statusOf(sale.status).acceptsPayment

/** Nobody has paid the price yet; a part of it forbids nothing. */
export const isCancellable = ({ status }: Pick<SaleSummary, 'status'>): boolean =>
  statusOf(status).acceptsPayment

/** The user has to decide something. */
export const needsUser = (sale: Pick<SaleSummary, 'status' | 'surplus' | 'error'>): boolean =>
  statusOf(sale.status).needsDecision || hasSurplus(sale)

/** Keys have to sign it that don't by themselves: those of a locked vault, or on another computer. */
export const waitsForSignature = ({
  status,
  delivery,
  signing_blocked: blocked,
}: Pick<SaleSummary, 'status' | 'delivery' | 'signing_blocked'>): boolean =>
  statusOf(status).isInProgress &&
  ((blocked ?? null) !== null || (status === 'PROCESSING' && (delivery ?? null) !== null))

/** Beyond what is too little to be sent back. */
export const hasSurplus = (sale: Pick<SaleSummary, 'surplus' | 'error'>): boolean =>
  (sale.surplus ?? 0) > leftLovelace(sale)
