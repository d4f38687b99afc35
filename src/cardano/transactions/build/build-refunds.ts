import { type ColdpressError, isColdpressError } from '#values/errors/errors.ts'
import { refText, type Utxo } from '../../utxo.ts'
import { buildRefund, type RefundToBuild } from './build-refund.ts'
import type { BuildContext, BuiltTransaction, Funding } from './types.ts'
import { isErrorBy } from '#values/errors/error-rules.ts'
import { saleErrors } from '#contract/sales/errors.ts'

export type PaymentToReturn = RefundToBuild['payments'][number]

/** Payments to one receiver that no transaction gives back. */
export type LeftPayments = {
  readonly to: string
  readonly utxos: readonly Utxo[]
  /** Lovelace that they lack to bear their own way back; 0 where something else is in the way. */
  readonly missing: bigint
  readonly reason: ColdpressError
}

export type BuiltRefunds = {
  readonly built: readonly ReturnType<typeof buildRefund>[]
  readonly left: readonly LeftPayments[]
}

/**
 * So many transactions are built at once, and so many receivers left. Strangers can pay any number of
 * times: what is over is for another refund.
 */
const most = { built: 50, left: 200 } as const

/**
 * Gives payments back, those to each receiver in transactions of their own: money of one payer that
 * cannot be sent back stops nobody else's.
 * @param of.payments in the order in which their receivers get them
 * @param of.feeFrom pays what a receiver's payments lack
 * @returns at most 50 transactions, and 200 that are left; further receivers are in neither list
 */
export const buildRefunds = (
  context: Omit<BuildContext, 'funding'>,
  { payments, feeFrom }: RefundToBuild,
): BuiltRefunds => {
  const built: ReturnType<typeof buildRefund>[] = []
  const left: LeftPayments[] = []
  let funding = feeFrom
  const buildHalves = (to: string, some: readonly PaymentToReturn[]): void => {
    try {
      const refund = buildFunded(context, some, funding)
      funding &&= fundingAfter(funding, refund)
      built.push(refund)
    } catch (error) {
      if (!isColdpressError(error)) throw error
      if (error.code === 'too_large' && some.length > 1) {
        const half = Math.ceil(some.length / 2)
        buildHalves(to, some.slice(0, half))
        buildHalves(to, some.slice(half))
      } else left.push({ to, utxos: some.map(({ utxo }) => utxo), ...lackOf(error) })
    }
  }
  for (const [to, its] of Map.groupBy(payments, (payment) => payment.to.toLowerCase()))
    if (built.length < most.built && left.length < most.left) buildHalves(to, its)
  return { built, left }
}

const isTooLittle = (error: unknown): error is ColdpressError =>
  isErrorBy(error, saleErrors, 'payment_too_small')

/** Payments that can bear their own fee do; the others need the funding, if it has enough. */
const buildFunded = (
  context: Omit<BuildContext, 'funding'>,
  payments: readonly PaymentToReturn[],
  funding: Funding | undefined,
): ReturnType<typeof buildRefund> => {
  try {
    return buildRefund(context, { payments })
  } catch (error) {
    if (!isTooLittle(error) || funding === undefined) throw error
    try {
      return buildRefund(context, { payments, feeFrom: funding })
    } catch (withFunding) {
      throw isColdpressError(withFunding, 'conflict') ? error : withFunding
    }
  }
}

const lackOf = (reason: ColdpressError): Pick<LeftPayments, 'missing' | 'reason'> => {
  const { missing } = reason.details
  return { reason, missing: typeof missing === 'string' ? BigInt(missing) : 0n }
}

/** The UTxOs that the next transaction can spend. */
const fundingAfter = (
  { utxos, changeAddress }: Funding,
  { inputs, change }: BuiltTransaction,
): Funding => {
  const spent = new Set(inputs.map(refText))
  return { utxos: [...utxos.filter((utxo) => !spent.has(refText(utxo))), ...change], changeAddress }
}
