import { isFinal } from '#contract/mints/finality-text.ts'
import type { CachedCall, CallOutput } from '#contract/window/calls.ts'
import { awaitsRoyalty, isActive } from './minting.ts'
import { isMoving } from '#contract/sales/sale-status.ts'

type Interval<N extends CachedCall> = (answer: CallOutput<N> | undefined) => number | false
type Intervals = { readonly [N in CachedCall]?: Interval<N> }

/**
 * Milliseconds between fetches, while a view shows it, of what a hosted service or another process
 * changes without an event. `false`: it cannot change any more.
 */
const intervals: Intervals = {
  // A visitor may reserve a token through its link, or pay too late, at any time.
  'sales.list': (list) =>
    list?.canSell !== false && (list?.sales.some(isMoving) === true ? 2_000 : 15_000),
  'sales.show': (sale) => (sale !== undefined && isMoving(sale) ? 1_500 : 15_000),
  'sales.rounds': (rounds) => rounds?.keys_elsewhere.length !== 0 && 3_000,
  // Buyers reserve and pay while the vault is locked.
  'vault.work': () => 15_000,
  // The command line may make and test a backup meanwhile.
  'sales.wallet': () => 15_000,
  'sales.rehearsal': (now) => (now?.state === 'running' || now?.state === 'stopping') && 700,
  // Counted by every process that asks a gateway.
  'gateways.usage': () => 15_000,
  // Its receiver may disable it.
  'webhooks.list': () => 15_000,
  'webhooks.deliveries': (list) =>
    list !== undefined && (list.deliveries.some(isWaiting) ? 2_000 : 15_000),
  'webhooks.showDelivery': (delivery) =>
    delivery !== undefined && (isWaiting(delivery) ? 2_000 : 15_000),
  // Sales begin and end, and a gateway that was asked too quickly is asked again. Null stays null.
  'gateways.forecast': (forecast) => forecast !== null && 15_000,
  'minting.rehearsal': (run) => (run?.state === 'running' || run?.state === 'stopping') && 700,
  'minting.list': (list) => list?.mints.some(isActive) === true && 2_000,
  'minting.royalty': (royalty) => awaitsRoyalty(royalty) && 2_000,
  'minting.show': (mint) => {
    if (mint === undefined) return false
    if (isActive(mint)) return mint.status === 'awaiting_witnesses' ? 5_000 : 1_500
    // A rollback may take it back until it is final.
    const isDone = mint.status !== 'completed' || (mint.finality !== null && isFinal(mint.finality))
    return !isDone && 15_000
  },
}

const isWaiting = ({ state }: { readonly state: string }): boolean => state === 'pending'

export const intervalOf = <N extends CachedCall>(
  name: N,
  answer: CallOutput<N> | undefined,
): number | false => {
  const interval: Interval<N> | undefined = intervals[name]
  return interval === undefined ? false : interval(answer)
}
