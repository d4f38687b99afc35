import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
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

/** What all processes of the home know of a gateway, as a report is answered. */
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
  readonly today: (id: string) => DayUsage
  readonly add: (id: string, used: DayUsage) => void
  /** Until when the gateway has banned this computer; undefined where it has not. */
  readonly bannedUntil: (id: string) => Date | undefined
  readonly noteBanned: (id: string, until: Date) => void
  /** Starts today's count again, for another gateway. */
  readonly restart: (id: string, calls: number) => void
  /** Its counts are written once a second, and by {@link GatewayUsage.flush}. */
  readonly meter: (id: string) => GatewayMeter
  /** Writes what was counted since, before the database is closed. */
  readonly flush: () => void
}

const writeMs = 1_000

/** Counts the calls of each gateway by day, by its ID. The processes of a home share the count. */
export const createGatewayUsage = (db: Database, now: () => Date): GatewayUsage => {
  const day = (): string => now().toISOString().slice(0, 10)
  const add = (id: string, { calls, isUsedUp }: DayUsage): void =>
    // A count that a power failure takes back is no loss.
    db.transactUnsynced(() => {
      db.run(
        `INSERT INTO gateway_usage (gateway, day, calls, is_used_up)
         VALUES (:gateway, :day, :calls, :isUsedUp)
         ON CONFLICT (gateway, day) DO UPDATE SET
           calls = calls + excluded.calls, is_used_up = max(is_used_up, excluded.is_used_up)`,
        { gateway: id, day: day(), calls, isUsedUp: isUsedUp ? 1 : 0 },
      )
      db.run('DELETE FROM gateway_usage WHERE day < :day', { day: day() })
    })
  const bannedUntil = (id: string): Date | undefined => {
    const until = db.get(banRow, 'SELECT until FROM gateway_bans WHERE gateway = :gateway', {
      gateway: id,
    })
    return until !== undefined && until > now() ? until : undefined
  }
  const noteBanned = (id: string, until: Date): void =>
    db.upsert('gateway_bans', { gateway: id, until: until.toISOString() }, 'gateway')
  const waiting = new Map<string, DayUsage>()
  let timer: NodeJS.Timeout | undefined
  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    process.off('exit', flushAtExit)
    for (const [id, used] of waiting) add(id, used)
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
  const addSoon = (id: string, used: DayUsage): void => {
    waiting.set(id, addUsage(waiting.get(id) ?? none, used))
    if (timer !== undefined) return
    timer = setTimeout(flushAtExit, writeMs)
    timer.unref()
    process.on('exit', flushAtExit)
  }
  return {
    add,
    flush,
    today: (id) =>
      addUsage(
        waiting.get(id) ?? none,
        db.get(
          usageRow,
          'SELECT calls, is_used_up FROM gateway_usage WHERE gateway = :gateway AND day = :day',
          { gateway: id, day: day() },
        ) ?? none,
      ),
    bannedUntil,
    noteBanned,
    restart: (id, calls) => {
      db.run('DELETE FROM gateway_bans WHERE gateway = :gateway', { gateway: id })
      waiting.delete(id)
      db.run('DELETE FROM gateway_usage WHERE gateway = :gateway', { gateway: id })
      add(id, { calls, isUsedUp: false })
    },
    meter: (id) => ({
      count: () => addSoon(id, { calls: 1, isUsedUp: false }),
      noteUsedUp: () => addSoon(id, { calls: 0, isUsedUp: true }),
      bannedUntil: () => bannedUntil(id),
      noteBanned: (until) => noteBanned(id, until),
    }),
  }
}
