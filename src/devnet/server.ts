import { ColdpressError, messageOf } from '#shared/errors.ts'
import { currentSlot } from '#core/cardano/slots.ts'
import { Database } from '#core/db/database.ts'
import type { Secret } from '#core/secret/secret.ts'
import { basePath, createDevnetApp } from './app.ts'
import { openChain } from './chain/chain.ts'
import { startChain } from './chain/genesis.ts'
import { chainSchema } from './chain/schema.ts'
import { faucetOutputs } from './faucet.ts'
import type { UnspentOutput } from './ledger/validate.ts'
import { produceBlocks } from './pace.ts'

export type DevnetOptions = {
  /** Path of the devnet's SQLite file, or `:memory:`. */
  readonly database: string
  /** What only a home in use has: beside it an empty database is not taken for a new one. */
  readonly usedBeside?: readonly string[]
  /** What the header `project_id` must hold. It stays the caller's to wipe. */
  readonly token: Secret
  /** Absent or 0: any free one. */
  readonly port?: number
  readonly now?: () => Date
  /** Between two blocks while there is something to put in or to confirm; 1000 if absent. */
  readonly blockMs?: number
  /** Outputs that a new chain starts with, beside those of the test wallet. */
  readonly genesis?: readonly UnspentOutput[]
  /** Takes one JSON line per error of the devnet itself. Absent: nothing is logged. */
  readonly log?: { write(line: string): void }
}

export type RunningDevnet = {
  /** `http://127.0.0.1:<port>/api/v0` */
  readonly baseUrl: string
  /** Takes no more requests, waits for those under way, closes the database. */
  close(): Promise<void>
}

/**
 * Serves a chain of one's own on loopback, through the Blockfrost API. Its state is the database's:
 * a devnet that is started again goes on where it was, with what was waiting for a block.
 * @throws ColdpressError `conflict` when the port is taken, `corrupt` when the database cannot be read
 */
export const startDevnet = async (options: DevnetOptions): Promise<RunningDevnet> => {
  const now = options.now ?? (() => new Date())
  const failed = (error: unknown): void => {
    const line = { time: new Date().toISOString(), error: messageOf(error) }
    options.log?.write(`${JSON.stringify(line)}\n`)
  }
  const database = new Database(options.database, [chainSchema], options.usedBeside)
  const chain = openChain(database, now)
  const app = createDevnetApp(chain, { token: options.token, failed })
  try {
    startChain(database, currentSlot('devnet', now()), () => [
      ...faucetOutputs(database),
      ...(options.genesis ?? []),
    ])
    const origin = await app.listen({ host: '127.0.0.1', port: options.port ?? 0 })
    const stop = produceBlocks(chain, {
      blockMs: options.blockMs ?? 1000,
      failed,
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
    throw portError(error, options.port ?? 0)
  }
}

const portError = (error: unknown, port: number): unknown =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    ? new ColdpressError(
        'conflict',
        `Port ${port} is in use by another program. Choose another one, or 0 for any free one.`,
        { cause: error },
      )
    : error
