import type { CachedCall, CallOutput } from '#shared/calls/contract.ts'

type Interval<N extends CachedCall> = (answer: CallOutput<N> | undefined) => number | false
type Intervals = { readonly [N in CachedCall]?: Interval<N> }

/**
 * What a hosted service or another process changes without an event is fetched again in this many
 * milliseconds, as long as a view shows it. `false`: it cannot change any more.
 */
const intervals: Intervals = {}

export const intervalOf = <N extends CachedCall>(
  name: N,
  answer: CallOutput<N> | undefined,
): number | false => {
  const interval: Interval<N> | undefined = intervals[name]
  return interval === undefined ? false : interval(answer)
}
