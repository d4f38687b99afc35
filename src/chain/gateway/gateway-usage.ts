import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import type { Network } from '#cardano/network.ts'
import { columns, type Database } from '#platform/db/database.ts'

/** What a gateway reports about its calls, whichever process makes them. */
export type GatewayMeter = {
  /** Called for each request that is sent. */
  readonly count: () => void
  /** Called when the service says that the calls of the day are used up. */
  readonly noteUsedUp: () => void
  /** The calls of today by all processes of the home; undefined where there is no budget. */
  readonly budget?: () => CallBudget | undefined
  /** Until when the service has banned this computer, whichever process it told. */
  readonly bannedUntil?: () => Date | undefined
  readonly noteBanned?: (until: Date) => void
}

/** What another process has asked a gateway since its last report. */
export type ReportedUsage = DayUsage & {
  /** When a ban ends that it was told of, in ISO 8601. */
  readonly bannedUntil?: string | undefined
}

/** What all processes of the home know of a network's gateway, as a report is answered. */
export type SharedUsage = {
  /** Absent where there is no budget. */
  readonly budget?: CallBudget | undefined
  /** When a ban ends that any process was told of, in ISO 8601. */
  readonly bannedUntil?: string | undefined
}

/** The calls of one day (UTC) against those that the user's plan has. */
export type CallBudget = { readonly calls: number; readonly callsPerDay: number }

/** The calls of one day, which begins at midnight UTC as the services count them. */
export type DayUsage = { readonly calls: number; readonly isUsedUp: boolean }

export const usageStep = `CREATE TABLE gateway_usage (
  network TEXT NOT NULL,
  day TEXT NOT NULL,
  calls INTEGER NOT NULL,
  is_used_up INTEGER NOT NULL,
  PRIMARY KEY (network, day)
) STRICT`

/** When a service's ban is over, as one process was told: no other asks before. */
export const bansStep = `CREATE TABLE gateway_bans (
  network TEXT PRIMARY KEY,
  until TEXT NOT NULL
) STRICT`

const banRow = z.object({ until: shortText }).transform(({ until }) => new Date(until))

const usageRow = z
  .object({ calls: z.int(), is_used_up: columns.boolean })
  .transform(({ calls, is_used_up: isUsedUp }): DayUsage => ({ calls, isUsedUp }))

const none: DayUsage = { calls: 0, isUsedUp: false }

/** Of the same day. */
export const addUsage = (dayUsage: DayUsage, other: DayUsage): DayUsage => ({
  calls: dayUsage.calls + other.calls,
  isUsedUp: dayUsage.isUsedUp || other.isUsedUp,
})

export type GatewayUsage = {
  readonly today: (network: Network) => DayUsage
  readonly add: (network: Network, used: DayUsage) => void
  /** Until when the network's gateway has banned this computer; undefined where it has not. */
  readonly bannedUntil: (network: Network) => Date | undefined
  readonly noteBanned: (network: Network, until: Date) => void
  /** Starts today's count again, for another gateway. */
  readonly restart: (network: Network, calls: number) => void
  /** Its counts are written once a second, and by {@link GatewayUsage.flush}. */
  readonly meter: (network: Network) => GatewayMeter
  /** Writes what was counted since, before the database is closed. */
  readonly flush: () => void
}

const writeMs = 1_000

/** Counts the calls of each network's gateway by day. The processes of a home share the count. */
export const createGatewayUsage = (db: Database, now: () => Date): GatewayUsage => {
  const day = (): string => now().toISOString().slice(0, 10)
  const add = (network: Network, { calls, isUsedUp }: DayUsage): void =>
    // A count that a power failure takes back is no loss.
    db.transactUnsynced(() => {
      db.run(
        `INSERT INTO gateway_usage (network, day, calls, is_used_up)
         VALUES (:network, :day, :calls, :isUsedUp)
         ON CONFLICT (network, day) DO UPDATE SET
           calls = calls + excluded.calls, is_used_up = max(is_used_up, excluded.is_used_up)`,
        { network, day: day(), calls, isUsedUp: isUsedUp ? 1 : 0 },
      )
      db.run('DELETE FROM gateway_usage WHERE day < :day', { day: day() })
    })
  const bannedUntil = (network: Network): Date | undefined => {
    const until = db.get(banRow, 'SELECT until FROM gateway_bans WHERE network = :network', {
      network,
    })
    return until !== undefined && until > now() ? until : undefined
  }
  const noteBanned = (network: Network, until: Date): void =>
    db.upsert('gateway_bans', { network, until: until.toISOString() }, 'network')
  const waiting = new Map<Network, DayUsage>()
  let timer: NodeJS.Timeout | undefined
  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    process.off('exit', flushAtExit)
    for (const [network, used] of waiting) add(network, used)
    waiting.clear()
  }
  /** A second Ctrl-C ends a command without closing anything. */
  function flushAtExit(): void {
    try {
      flush()
    } catch {
      return
    }
  }
  const addSoon = (network: Network, used: DayUsage): void => {
    waiting.set(network, addUsage(waiting.get(network) ?? none, used))
    if (timer !== undefined) return
    timer = setTimeout(flushAtExit, writeMs)
    timer.unref()
    process.on('exit', flushAtExit)
  }
  return {
    add,
    flush,
    today: (network) =>
      addUsage(
        waiting.get(network) ?? none,
        db.get(
          usageRow,
          'SELECT calls, is_used_up FROM gateway_usage WHERE network = :network AND day = :day',
          { network, day: day() },
        ) ?? none,
      ),
    bannedUntil,
    noteBanned,
    restart: (network, calls) => {
      db.run('DELETE FROM gateway_bans WHERE network = :network', { network })
      waiting.delete(network)
      db.run('DELETE FROM gateway_usage WHERE network = :network', { network })
      add(network, { calls, isUsedUp: false })
    },
    meter: (network) => ({
      count: () => addSoon(network, { calls: 1, isUsedUp: false }),
      noteUsedUp: () => addSoon(network, { calls: 0, isUsedUp: true }),
      bannedUntil: () => bannedUntil(network),
      noteBanned: (until) => noteBanned(network, until),
    }),
  }
}
