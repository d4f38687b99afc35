import { messageOf } from '#values/errors/errors.ts'
import type { Network } from '#cardano/network.ts'
import { currentSlot } from '#cardano/slots.ts'
import type { Database } from '#platform/db/database.ts'
import type { Gateway } from '../gateway/gateway.ts'
import { advance, type Round } from './advance.ts'
import { createJournal, type SubmissionJournal, type OnSubmissionChange } from './journal.ts'
import { createReservations, type Reservations } from './reservations.ts'

export type SubmissionOptions = {
  /** Opened with `submissionSchema`. */
  readonly db: Database
  readonly gateway: Gateway
  readonly onChange?: OnSubmissionChange
  /** Default: {@link confirmationsWanted}. */
  readonly confirmations?: number
  /** Default: 20 on the devnet, 300 elsewhere. */
  readonly marginSlots?: bigint
  /** Between rounds while there is something to follow. Default: a second on the devnet, 20 elsewhere. */
  readonly pollMs?: number
  /** Default: 10 seconds on the devnet, two minutes elsewhere. */
  readonly resendMs?: number
  readonly now?: () => Date
}

export type Submissions = Reservations &
  Omit<SubmissionJournal, 'change'> & {
    /** One round over all unfinished transactions; a process runs one round at a time. */
    readonly advance: (signal?: AbortSignal) => Promise<Round>
    /**
     * Advances until `signal` aborts, then returns. The gateway is not queried while nothing is
     * unfinished, and less and less often while it does not respond.
     * @param onRound called after each round
     */
    readonly follow: (signal: AbortSignal, onRound?: (round: Round) => void) => Promise<void>
    /** Starts a round at once, after a transaction was added. */
    readonly wake: () => void
  }

/** Confirmations after which a transaction is done. */
export const confirmationsWanted = (network: Network): number => (network === 'devnet' ? 3 : 15)

/** Another process may add a transaction; a database query is cheap. */
const idleMs = 2_000
const longestWaitMs = 300_000

/** Brings each transaction to the chain exactly once, despite kills and rollbacks. */
export const createSubmissions = (options: SubmissionOptions): Submissions => {
  const { db, gateway, now = () => new Date() } = options
  const isDevnet = gateway.network === 'devnet'
  const pollMs = options.pollMs ?? (isDevnet ? 1_000 : 20_000)
  const { change, ...journal } = createJournal(db, now, options.onChange ?? (() => undefined))
  const settings = {
    journal: { ...journal, change },
    gateway,
    now,
    confirmations: options.confirmations ?? confirmationsWanted(gateway.network),
    marginSlots: options.marginSlots ?? (isDevnet ? 20n : 300n),
    resendMs: options.resendMs ?? (isDevnet ? 10_000 : 120_000),
    pollMs,
  }
  const alarm = createAlarm()
  let last: Promise<unknown> = Promise.resolve()

  const advanceInTurn = (signal?: AbortSignal): Promise<Round> => {
    const round = last.then(() => advance(settings, signal))
    last = round.catch(() => undefined)
    return round
  }

  const follow: Submissions['follow'] = async (signal, onRound) => {
    let errorCount = 0
    while (!signal.aborted) {
      const round = await advanceInTurn(signal).catch(brokenRound)
      // An error of one must not slow down the others.
      const goesOn = round.error === undefined || round.changed.some(({ error }) => error === null)
      errorCount = goesOn ? 0 : errorCount + 1
      onRound?.(round)
      const waitMs = Math.min(pollMs * 2 ** Math.min(errorCount, 16), longestWaitMs)
      await alarm.wait(round.unfinished > 0 || errorCount > 0 ? waitMs : idleMs, signal)
    }
  }

  return {
    ...createReservations(db, () => currentSlot(gateway.network, now())),
    ...journal,
    advance: advanceInTurn,
    follow,
    wake: alarm.ring,
  }
}

/** An unexpected error must not stop the following of other transactions. */
const brokenRound = (error: unknown): Round => ({
  changed: [],
  unfinished: 0,
  error: { code: 'internal', message: messageOf(error) },
})

/** A wait that can be ended early and leaves no timer or listener behind. */
const createAlarm = () => {
  let rung = false
  let wakeUp = (): void => undefined
  return {
    ring: (): void => {
      rung = true
      wakeUp()
    },
    wait: async (ms: number, signal: AbortSignal): Promise<void> => {
      if (!rung && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(() => wakeUp(), ms)
          wakeUp = () => {
            clearTimeout(timer)
            signal.removeEventListener('abort', wakeUp)
            resolve()
          }
          signal.addEventListener('abort', wakeUp)
        })
      }
      rung = false
    },
  }
}
