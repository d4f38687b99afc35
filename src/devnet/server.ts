import { messageOf } from '#values/errors/errors.ts'
import { listenError } from '#platform/http/loopback-server.ts'
import { currentSlot } from '#cardano/slots.ts'
import { openDatabaseAt } from '#platform/db/open-database.ts'
import type { Secret } from '#platform/secret/secret.ts'
import { basePath, createDevnetApp } from './app.ts'
import { openChain, type Chain } from './chain/chain.ts'
import { startChain } from './chain/genesis.ts'
import { chainSchema } from './chain/schema.ts'
import { faucetOutputs } from './faucet.ts'
import type { UnspentOutput } from './ledger/validate.ts'
import { tipOf } from './chain/blocks.ts'
import { newestDepth } from './chain/make-block.ts'

export type DevnetOptions = {
  /** Path of the devnet's SQLite file, or `:memory:`. */
  readonly database: string
  /** The expected `project_id` header. The caller wipes it. */
  readonly token: Secret
  /** Absent or 0: any free port. */
  readonly port?: number
  readonly now?: () => Date
  /** Time between blocks while a transaction waits or needs confirmations; default 1000. */
  readonly blockMs?: number
  /** Further outputs of a new chain, beside the test wallet's. */
  readonly genesis?: readonly UnspentOutput[]
  /** Receives one JSON line for each error of the devnet itself. Absent: no log. */
  readonly log?: { write(line: string): void }
}

export type RunningDevnet = {
  /** `http://127.0.0.1:<port>/api/v0` */
  readonly baseUrl: string
  /** Accepts no more requests, waits for those in progress, closes the database. */
  close(): Promise<void>
}

/**
 * Serves a private chain on loopback through the Blockfrost API. The database holds its state: a
 * restarted devnet continues where it was, with its waiting transactions.
 * @throws ColdpressError `conflict` when the port is in use, `corrupt` when the database cannot be
 * read
 */
export const startDevnet = async (options: DevnetOptions): Promise<RunningDevnet> => {
  const now = options.now ?? (() => new Date())
  const failed = (error: unknown): void => {
    const line = { time: new Date().toISOString(), error: messageOf(error) }
    options.log?.write(`${JSON.stringify(line)}\n`)
  }
  const database = openDatabaseAt(options.database, [chainSchema])
  const chain = openChain(database, now)
  let isHealthy = true
  const app = createDevnetApp(chain, { token: options.token, failed, isHealthy: () => isHealthy })
  try {
    startChain(database, currentSlot('devnet', now()), () => [
      ...faucetOutputs(database),
      ...(options.genesis ?? []),
    ])
    const origin = await app.listen({ host: '127.0.0.1', port: options.port ?? 0 })
    const stop = produceBlocks(chain, {
      blockMs: options.blockMs ?? 1000,
      failed,
      tried: (isMade) => {
        isHealthy = isMade
      },
    })
    const close = async (): Promise<void> => {
      stop()
      await app.close()
      database.close()
    }
    return { baseUrl: `${origin}${basePath}`, close }
  } catch (error) {
    await app.close()
    database.close()
    throw listenError(error, options.port ?? 0)
  }
}

/** Blocks that follow a transaction quickly: the confirmations that a devnet's user waits for. */
const quickConfirmations = 3
/** With nothing waiting, a block comes after this many ticks, or slots if the machine slept. */
const idleTicks = 20
const idleSlots = 20n

/**
 * Makes blocks: at every tick while a transaction waits or needs confirmations, otherwise at every
 * twentieth, so that the tip stays near the clock. Catches up at once after a restart, because
 * clients compute validity from the tip.
 * @param options.failed called with the error of a block; the next tick tries again
 * @param options.tried called after each block that was due, with whether it could be made
 * @returns a function that stops it
 */
const produceBlocks = (
  chain: Chain,
  options: {
    readonly blockMs: number
    readonly failed: (error: unknown) => void
    readonly tried: (isMade: boolean) => void
  },
): (() => void) => {
  let idle = 0
  const tick = (): void => {
    idle += 1
    try {
      if (idle < idleTicks && !isDue(chain)) return
      chain.makeBlock()
      idle = 0
      options.tried(true)
    } catch (error) {
      options.tried(false)
      options.failed(error)
    }
  }
  tick()
  const timer = setInterval(tick, options.blockMs)
  return () => clearInterval(timer)
}

const isDue = ({ database, slot }: Chain): boolean => {
  const depth = newestDepth(database)
  if (depth !== undefined && depth < quickConfirmations) return true
  return slot() - BigInt(tipOf(database).slot) >= idleSlots
}
