import type { UnknownRefund } from '#contract/sales/unknown-payment.ts'
import { unknownPayments, unknownRefund } from '#contract/sales/unknown-payment.ts'
import type { Reply, TestStudio } from '../open-studio.ts'

export const unknownPaymentsOf = async (studio: TestStudio) =>
  unknownPayments.parse((await studio.call('GET', '/unknown-payments')).body).data

export const postUnknownRefund = (
  studio: TestStudio,
  address: string,
  to?: string,
): Promise<Reply> =>
  studio.call('POST', `/unknown-payments/${address}/refund`, to === undefined ? {} : { to })

export const unknownRefundOf = (reply: Reply): UnknownRefund => {
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body))
  return unknownRefund.parse(reply.body)
}
