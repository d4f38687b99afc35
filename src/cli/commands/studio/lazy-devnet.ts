import { createBlockfrost } from '#chain/gateway/blockfrost/client.ts'
import type { Gateway } from '#chain/gateway/gateway.ts'
import { reachedGateway } from '#chain/gateway/reached-gateway.ts'
import type { GatewayAddress } from '#app/create-app.ts'
import type { Secret } from '#platform/secret/secret.ts'
import { ColdpressError, messageOf } from '#values/errors/errors.ts'

/** The devnet of a home, started when either of these first asks for it. */
export type LazyDevnet = {
  /** For the studio: throws `conflict` too, with the reason, while the devnet cannot be started. */
  readonly gateway: Gateway
  /** @throws ColdpressError as `startHomeDevnet`, and `unreachable` after `close` */
  address(): Promise<GatewayAddress>
  close(): Promise<void>
}

type Devnet = { readonly baseUrl: string; readonly gateway: Gateway; close(): Promise<void> }

/** The studio asks every second. For this long it gets the error of the last start, without a new attempt. */
const retryAfterMs = 2_000

/** @param token for this devnet alone; wiped once it is closed */
export const lazyDevnet = (home: string, token: Secret): LazyDevnet => {
  let started: Promise<Devnet> | undefined
  let isClosed = false

  const devnet = async (): Promise<Devnet> => {
    if (isClosed) throw new ColdpressError('unreachable', 'The Local studio is closed.')
    return (started ??= start())
  }
  const start = (): Promise<Devnet> => {
    const starting = startDevnet(home, token)
    const reset = (): void => {
      started = undefined
    }
    starting.catch(() => setTimeout(reset, retryAfterMs).unref())
    return starting
  }

  return {
    gateway: reachedGateway('devnet', async () => (await devnet().catch(cannotStart)).gateway),
    address: async () => ({ baseUrl: (await devnet()).baseUrl, token }),
    close: async () => {
      isClosed = true
      const last = await started?.catch(() => undefined)
      await last?.close()
      token.wipe()
    },
  }
}

const startDevnet = async (home: string, token: Secret): Promise<Devnet> => {
  // its ledger takes longer to load than most commands take altogether
  const { startHomeDevnet } = await import('#devnet/home-devnet.ts')
  const devnet = await startHomeDevnet({ home, token })
  const { baseUrl } = devnet
  const gateway = createBlockfrost({ network: 'devnet', baseUrl, secret: token })
  return { baseUrl, gateway, close: () => devnet.close() }
}

/** As the studio's own error it would be a 500, tried again and without its sentence. */
const cannotStart = (error: unknown): never => {
  throw new ColdpressError('conflict', `The devnet cannot be started: ${messageOf(error)}`, {
    cause: error,
  })
}
