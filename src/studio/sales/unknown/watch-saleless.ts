import { type ColdpressError, isColdpressError } from '#values/errors/errors.ts'
import type { Studio } from '../../options.ts'
import {
  type SalelessAddress,
  salelessToWatch,
  setSalelessWatch,
} from '../../store/saleless-addresses.ts'
import { nextPoll } from '../watch/next-poll.ts'
import { readUnknownPayments, mostAtOnce, areCallsScarce } from './payments-at.ts'

/**
 * Asks the gateway about the addresses that buyers have and no sale has any more, as rarely as about
 * those of sales that are over (`nextPoll`): somebody may still pay there.
 * @throws ColdpressError of the gateway
 */
export const watchSaleless = async (studio: Studio, signal: AbortSignal): Promise<void> => {
  const { database } = studio
  let failed: ColdpressError | undefined
  const nowMs = studio.now().getTime()
  for (const address of salelessToWatch(database, nowMs, mostAtOnce)) {
    if (signal.aborted || areCallsScarce(studio)) return
    try {
      await readUnknownPayments(studio, { ...address, index: address.wallet_index }, () =>
        setSalelessWatch(database, address, nextLook(studio, address)),
      )
    } catch (error) {
      // What a stranger has paid to one address keeps no other from being looked at: it is due again
      // behind all that were due before.
      if (!isColdpressError(error, 'service_error')) throw error
      failed ??= error
      setSalelessWatch(database, address, nowMs)
    }
  }
  if (failed !== undefined) throw failed
}

const nextLook = (studio: Studio, { since }: SalelessAddress): number =>
  nextPoll(
    studio.network,
    { status: 'CANCELLED', reserved_until: 0n, updated_at: since },
    { isMoving: false, nowMs: studio.now().getTime() },
  )
