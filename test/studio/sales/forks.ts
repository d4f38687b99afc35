import type { TxId } from '#cardano/ids.ts'
import type { WholeSale } from '#contract/sales/sale.ts'
import { ada } from '../mints/mint-harness.ts'
import type { Sales } from './open-sales.ts'
import { until } from '../../support/until.ts'

/** More than any reservation of the tests. */
export const overdue = 2_000n

/** The gateway has looked again since, and the chain has grown above what is read again. */
export const polledAgain = async (
  sales: Sales,
  { payment_address: at }: WholeSale,
): Promise<void> => {
  const { state, harness, other } = sales
  const polls = state.polls.get(at) ?? 0
  for (let blocks = 0; blocks < 15; blocks += 1) await harness.fundAndWait(other.address, ada)
  await until(() => (state.polls.get(at) ?? 0) > polls + 1)
}

/** As a gateway that is behind does. */
export const hide = ({ state }: Sales, txId: TxId): void => {
  state.unknown.add(txId)
  state.unlisted.set(txId, Infinity)
}

export const show = ({ state }: Sales, txId: TxId): void => {
  state.unknown.delete(txId)
  state.unlisted.delete(txId)
}

/** As on a chain without it. */
export const revertPayments = async (sales: Sales, txId: TxId): Promise<void> => {
  const { height } = (await sales.harness.gateway.transaction(txId)) ?? {}
  sales.state.forked.add(height ?? 0)
  hide(sales, txId)
}
