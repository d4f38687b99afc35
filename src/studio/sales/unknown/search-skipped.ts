import { type ColdpressError, isColdpressError } from '#values/errors/errors.ts'
import type { GivenRun } from '#chain/sale-addresses/given-addresses.ts'
import type { Studio } from '../../options.ts'
import { rememberForgotten } from '../../store/saleless-addresses.ts'
import {
  findSkipped,
  paidIndexes,
  setProgress,
  type SkippedAddresses,
} from '../../store/skipped-addresses.ts'
import { readUnknownPayments, mostAtOnce, areCallsScarce } from './payments-at.ts'

/**
 * The search ends so many addresses behind the last that is known to be with somebody. Other wallets stop
 * after 20 (BIP-44), but a studio also gives addresses to visitors who never pay.
 */
const searchedBehind = 200

/** So many addresses in a row that cannot be read mean that the gateway fails, and not the addresses. */
const mostInARow = 20

/** A tenth of what the free plan of a public gateway allows. */
const callsPerDay = 5_000

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/**
 * Asks the gateway about the addresses that a studio left out: they may have been given to buyers, by
 * sales that its database has forgotten. What was paid there is recorded and reported. The first search
 * is due at once, the next ones when the skip is twice as old as at the last, after an hour at the
 * earliest and a day at the latest; those of very many addresses more rarely. Each call asks about a few
 * of them, and the next one goes on there, also after a restart.
 * @throws ColdpressError of the gateway, once the other addresses were asked about
 */
export const searchSkipped = async (studio: Studio, signal: AbortSignal): Promise<void> => {
  const search: Search = { studio, signal, left: mostAtOnce, failed: undefined }
  for (const range of findSkipped(studio.database)) {
    const given = givenIn(studio, range)
    if (isDue(range, given, studio.now())) await searchRange(search, range, given)
  }
  if (search.failed !== undefined) throw search.failed
}

type Search = {
  readonly studio: Studio
  readonly signal: AbortSignal
  /** How many addresses may still be asked about. */
  left: number
  failed: ColdpressError | undefined
}

/** What was given out of a range; nothing where no record is left of it. */
const givenIn = (
  { givenAddresses, network }: Studio,
  { wallet_id: walletId, first_index: first, skipped }: SkippedAddresses,
): readonly GivenRun[] =>
  givenAddresses
    .runs({ network, walletId })
    .filter((run) => run.last >= first && run.first < first + skipped)
    .map((run) => ({ first: Math.max(first, run.first), last: run.last }))

const isDue = (
  { asked_at: askedAt, skipped_at: skippedAt }: SkippedAddresses,
  given: readonly GivenRun[],
  now: Date,
): boolean => {
  if (askedAt === null) return true
  const asked = Date.parse(askedAt)
  const age = asked - Date.parse(skippedAt)
  const addresses = given.reduce((sum, { first, last }) => sum + last - first + 1, searchedBehind)
  const pauseMs = Math.max(Math.min(age, dayMs), hourMs, (addresses / callsPerDay) * dayMs)
  return now.getTime() >= asked + pauseMs
}

const searchRange = async (
  search: Search,
  range: SkippedAddresses,
  given: readonly GivenRun[],
): Promise<void> => {
  const { studio, signal } = search
  const { database } = studio
  /** Those that could not be read, since the last that could. */
  let unread: readonly number[] = []
  const goOn = (progress: Parameters<typeof setProgress>[2]): void => {
    // They are looked at again with the addresses that buyers have, and keep no others waiting.
    for (const index of unread)
      rememberForgotten(database, { walletId: range.wallet_id, index, at: range.skipped_at })
    unread = []
    setProgress(database, range, progress)
  }
  for (
    let index = nextToAsk(studio, range, given, range.next_index);
    index !== undefined;
    index = nextToAsk(studio, range, given, index + 1)
  ) {
    if (signal.aborted || search.left === 0 || areCallsScarce(studio)) return
    search.left -= 1
    const next_index = index + 1
    try {
      await readUnknownPayments(studio, { ...range, index }, () => goOn({ next_index }))
    } catch (error) {
      if (!isColdpressError(error, 'service_error')) throw error
      search.failed ??= error
      unread = [...unread, index]
      if (unread.length === mostInARow) return
    }
  }
  const asked_at = studio.now().toISOString()
  database.transactUnsynced(() => goOn({ next_index: range.first_index, asked_at }))
}

/**
 * The next index to ask about, from this one on: of those that were given out or paid to, and of so
 * many at the start of the range and behind each of them.
 */
const nextToAsk = (
  { database }: Studio,
  { wallet_id: walletId, first_index: first, skipped }: SkippedAddresses,
  given: readonly GivenRun[],
  from: number,
): number | undefined => {
  const end = first + skipped
  const found = paidIndexes(database, { walletId, first, end }).map((index) => ({
    first: index,
    last: index,
  }))
  const next = [{ first, last: first - 1 }, ...given, ...found]
    .filter(({ last }) => last + searchedBehind >= from)
    .reduce((least, run) => Math.min(least, Math.max(run.first, from)), Infinity)
  return next < end ? next : undefined
}
