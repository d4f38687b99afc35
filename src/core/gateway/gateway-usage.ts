import { z } from 'zod'
import type { Network } from '#core/cardano/network.ts'
import { columns, type Database } from '#core/db/database.ts'

/** What a gateway reports about its calls, whichever process makes them. */
export type GatewayMeter = {
  /** Called for each request that is sent. */
  readonly count: () => void
  /** Called when the service says that the calls of the day are used up. */
  readonly noteUsedUp: () => void
}

/** The calls of one day, which begins at midnight UTC as the services count them. */
export type DayUsage = { readonly calls: number; readonly isUsedUp: boolean }

export const usageStep = `CREATE TABLE gateway_usage (
  network TEXT NOT NULL,
  day TEXT NOT NULL,
  calls INTEGER NOT NULL,
  is_used_up INTEGER NOT NULL,
  PRIMARY KEY (network, day)
) STRICT`

const usageRow = z
  .object({ calls: z.int(), is_used_up: columns.boolean })
  .transform(({ calls, is_used_up: isUsedUp }): DayUsage => ({ calls, isUsedUp }))

const none: DayUsage = { calls: 0, isUsedUp: false }

export type GatewayUsage = {
  readonly today: (network: Network) => DayUsage
  readonly add: (network: Network, used: DayUsage) => void
  /** Starts today's count again, for another gateway. */
  readonly restart: (network: Network, calls: number) => void
  readonly meter: (network: Network) => GatewayMeter
}

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
  return {
    add,
    today: (network) =>
      db.get(
        usageRow,
        'SELECT calls, is_used_up FROM gateway_usage WHERE network = :network AND day = :day',
        { network, day: day() },
      ) ?? none,
    restart: (network, calls) => {
      db.run('DELETE FROM gateway_usage WHERE network = :network', { network })
      add(network, { calls, isUsedUp: false })
    },
    meter: (network) => ({
      count: () => add(network, { calls: 1, isUsedUp: false }),
      noteUsedUp: () => add(network, { calls: 0, isUsedUp: true }),
    }),
  }
}
