import { isDeepStrictEqual } from 'node:util'
import { ColdpressError } from '#shared/errors.ts'
import type { RehearsalMoney } from '#shared/rehearsal.ts'
import type { CasePlan } from './rehearsal-cases.ts'
import { eventsOfSale } from './rehearsal-events.ts'
import { moneyOf } from './rehearsal-money.ts'
import type { CaseContext } from './rehearsal-stage.ts'

/** Compares a case's result with the expected one; the first difference is its error. */
export const checkOutcome = async (
  plan: CasePlan,
  { client, found, token, read, change, signal }: CaseContext,
): Promise<{ readonly money: RehearsalMoney; readonly error: string | undefined }> => {
  const { saleId } = read()
  if (saleId === null) throw new ColdpressError('internal', 'A case of a rehearsal has a sale.')
  const sale = await client.getSale(saleId, { signal })
  const reported = await eventsOfSale(client, saleId)
  change({ status: sale.status, events: reported })
  const { status } = await client.getToken(found.collectionId, token.id, { signal })
  const mints = await Promise.all(
    [sale.status === 'COMPLETED' ? sale.mint_id : null, sale.refund_id]
      .filter((id) => id !== null && id !== undefined)
      .map((id) => client.getMint(sale.collection_id, id, { signal })),
  )
  const { money, error } = moneyOf(sale, mints, found.payoutAddresses)
  const isSold = plan.end === 'COMPLETED'
  if (sale.status !== plan.end) return { money, error: `it ended ${sale.status}, not ${plan.end}` }
  if (status !== (isSold ? 'COMPLETED' : 'FOR_SALE'))
    return { money, error: `its token is ${status}` }
  return { money, error: error ?? eventsError(plan, reported) }
}

const eventsError = ({ events }: CasePlan, reported: readonly string[]): string | undefined => {
  const isSame = isDeepStrictEqual(reported.toSorted(), events.toSorted())
  const isInOrder = reported.indexOf('MINTING') <= reported.indexOf('COMPLETED')
  return isSame && isInOrder
    ? undefined
    : `it told ${reported.join(', ') || 'nothing'}, and not ${events.join(', ')}`
}
