import { timeOf } from '#cardano/slots.ts'
import { openKnown } from '#platform/db/open-database.ts'
import { newestSlot } from './chain/blocks.ts'
import { chainSchema } from './chain/schema.ts'
import { chainDatabase } from './home-devnet.ts'

/** A clock that is corrected by seconds catches up by itself. */
const toleratedSeconds = 60

/**
 * The time of the newest block of a data folder's devnet where that is ahead of the clock: the clock
 * was set back since. Until then every block carries this one slot, so on this chain no time passes.
 * @throws ColdpressError as `openDatabase`
 */
export const timeAhead = (home: string, now = new Date()): Date | undefined => {
  const database = openKnown(chainDatabase(home), [chainSchema])
  if (database === undefined) return undefined
  try {
    const slot = newestSlot(database)
    if (slot === undefined) return undefined
    const time = timeOf('devnet', BigInt(slot))
    return time.getTime() - now.getTime() > toleratedSeconds * 1000 ? time : undefined
  } finally {
    database.close()
  }
}
