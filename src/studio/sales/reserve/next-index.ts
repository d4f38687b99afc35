import { ColdpressError } from '#values/errors/errors.ts'
import type { Studio } from '../../options.ts'
import { findWalletById, findWallets, raiseNextIndex } from '../../store/sale-wallets.ts'
import { rememberForgotten } from '../../store/saleless-addresses.ts'
import { runsIn, skipCount, skipFrom } from '../../store/skipped-addresses.ts'

/**
 * Addresses that are known to be with buyers are looked at like those of sales; of so many, the newest.
 * Earlier ones are found by the search of what was left out.
 */
const mostWatched = 100

/**
 * The record of an earlier version may say how far a wallet gave out its addresses, and not which: its
 * database knows that while it is there.
 */
const recordEarlier = ({ database, givenAddresses, network }: Forgetful, walletId: string): void =>
  givenAddresses.recordEarlier({ network, walletId }, runsIn(database, walletId))

/** Why addresses were left out. */
type Skip = {
  readonly walletId: string
  readonly first: number
  readonly why: string
}

type Forgetful = Pick<Studio, 'database' | 'network' | 'now'> & {
  readonly givenAddresses: Pick<
    Studio['givenAddresses'],
    'highest' | 'runs' | 'give' | 'leaveOut' | 'recordEarlier'
  >
}
type Skipping = Forgetful & Pick<Studio, 'notify'>

/**
 * Leaves out the next addresses of a wallet: beyond what its database has, and beyond what was given
 * out. Call it in a database transaction, which keeps other processes from taking an index meanwhile.
 * @returns the first that is left out
 */
export const leaveOutNext = (studio: Forgetful, walletId: string): number => {
  const { database, givenAddresses, network, now } = studio
  const wallet = { network, walletId }
  recordEarlier(studio, walletId)
  const first = findWalletById(database, walletId)?.next_index ?? 0
  const next = Math.max(first, (givenAddresses.highest(wallet) ?? -1) + 1) + skipCount()
  const at = now().toISOString()
  skipFrom(database, walletId, { first, next, at })
  const newest = givenAddresses.runs(wallet).at(-1)
  if (newest !== undefined)
    for (
      let index = Math.max(first, newest.first, newest.last + 1 - mostWatched);
      index <= newest.last;
      index += 1
    )
      rememberForgotten(database, { walletId, index, at })
  givenAddresses.leaveOut(wallet, next - 1)
  return first
}

/**
 * Leaves out the next addresses of a wallet whose database may have forgotten sales: it is behind what
 * was given out, or nothing tells how far that was. Call it in a database transaction.
 * @returns what was left out, to be reported once the transaction is over
 */
export const skipForgotten = (studio: Forgetful, walletId: string): Skip | undefined => {
  const { database, givenAddresses, network } = studio
  const next = findWalletById(database, walletId)?.next_index ?? 0
  const highest = givenAddresses.highest({ network, walletId })
  if (highest === undefined && next === 0) {
    givenAddresses.leaveOut({ network, walletId }, -1)
    return undefined
  }
  if (highest !== undefined && highest < next) return undefined
  const why =
    highest === undefined
      ? 'nothing records which addresses of its sales were given to buyers: sale-addresses.db in the data folder is missing, is damaged, or comes from an earlier version'
      : `its database is older than what it gave to buyers: number ${next} would be next, and number ${highest} was given out already`
  return { walletId, first: leaveOutNext(studio, walletId), why }
}

export const noteSkip = ({ network, notify }: Skipping, { walletId, first, why }: Skip): void =>
  notify({
    level: 'warning',
    message: `The studio on ${network} leaves out the next addresses of its wallet, because ${why}. Payments to them are looked for and reported. Never put back a copy of a database: import a backup of the whole data folder.`,
    details: { network, wallet: walletId, index: String(first) },
  })

/** Does it for every wallet of a studio that starts, before anybody reserves a sale. */
export const skipAllForgotten = (studio: Skipping): void => {
  const { database } = studio
  const skips = database.transactUnsynced(() =>
    findWallets(database).flatMap(({ id }) => {
      recordEarlier(studio, id)
      return skipForgotten(studio, id) ?? []
    }),
  )
  for (const skip of skips) noteSkip(studio, skip)
}

/**
 * Takes the next index of a wallet; each is used once. It is recorded outside of the database too
 * before this returns. The database itself is not synced: after a power failure it may be behind that
 * record, and skips as an older copy does.
 */
export const takeIndex = async (studio: Skipping, walletId: string): Promise<number> => {
  const { database, givenAddresses, network } = studio
  const { index, skip } = database.transactUnsynced(() => {
    const left = skipForgotten(studio, walletId)
    return { index: raiseNextIndex(database, walletId), skip: left }
  })
  if (skip !== undefined) noteSkip(studio, skip)
  if (index === undefined)
    throw new ColdpressError('internal', `There is no wallet ${walletId} that sales are paid to.`)
  await givenAddresses.give({ network, walletId }, index)
  return index
}

/** An address that no sale had was used on chain: the database has forgotten sales. */
export const skipUsed = (studio: Skipping, walletId: string, index: number): void => {
  const { database, now } = studio
  const next = index + skipCount()
  const at = now().toISOString()
  const isNew = database.transactUnsynced(() => {
    rememberForgotten(database, { walletId, index, at })
    return skipFrom(database, walletId, { first: index, next, at })
  })
  if (isNew)
    noteSkip(studio, {
      walletId,
      first: index,
      why: `address number ${index}, which its database does not know, was used on chain already`,
    })
}
