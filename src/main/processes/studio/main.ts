import '#platform/offline/first.ts'
import { join } from 'node:path'
import type { z } from 'zod'
import { openContentStore } from '#media/content/store.ts'
import { createBlockfrost } from '#chain/gateway/blockfrost/client.ts'
import type { Network } from '#values/networks/networks.ts'
import type { Gateway } from '#chain/gateway/gateway.ts'
import { createListMemory } from '#chain/gateway/list/list-memory.ts'
import { openGateways } from '#chain/gateway/open-gateway.ts'
import { reachedGateway } from '#chain/gateway/reached-gateway.ts'
import { startHomeDevnet } from '#devnet/home-devnet.ts'
import { ColdpressError, isColdpressError, messageOf } from '#values/errors/errors.ts'
import type { StudioNotice } from '#studio/notice.ts'
import { startHomeStudio } from '#studio/home/home-studio.ts'
import type { ServingStudio } from '#studio/start-studio.ts'
import { hostOperations } from '#studio/host-operations.ts'
import { childLog, endOnUncaught, portToParent } from '#transport/process/child-program.ts'
import { openLink } from '#transport/process/link.ts'
import { type ProcessClientOf, clientOf } from '#transport/process/operations.ts'
import { studioOperations } from './operations.ts'
import { reportedMeter } from './reported-meter.ts'

/**
 * The studio process: serves one data folder's studio on loopback and calls the vault through the
 * main process.
 */
const main = (): void => {
  endOnUncaught('studio')
  let running: Promise<RunningServices> | undefined
  const link = openLink<typeof studioOperations, typeof hostOperations>({
    port: portToParent(),
    serves: studioOperations,
    handlers: {
      start: async (options) => {
        if (running !== undefined) throw startedAlready()
        const starting = start(options, clientOf(hostOperations, link.call))
        running = starting
        try {
          const { baseUrl, appId, devnet } = await starting
          return { baseUrl, appId, ...(devnet === undefined ? {} : { devnet }) }
        } catch (error) {
          running = undefined
          throw error
        }
      },
      close: async () => (await running)?.close(),
    },
    requests: hostOperations,
    peer: 'main process',
    log: childLog('studio'),
  })
}

type StartOptions = z.output<typeof studioOperations.start.input>

/** The studio, and the base URL of the devnet beside it. */
type RunningServices = ServingStudio & { readonly devnet: string | undefined }

type Host = ProcessClientOf<typeof hostOperations>

const start = async (options: StartOptions, host: Host): Promise<RunningServices> => {
  const { home, network, port, lastEventId } = options
  // The link wipes the received key; this copy lives as long as the studio.
  const apiKey = options.apiKey.copy()
  const content = await openContentStore({ dir: join(home, 'content') })
  let devnet: OwnDevnet | undefined
  const closeRest = async (): Promise<void> => {
    await devnet?.close()
    content.close()
    apiKey.wipe()
  }
  try {
    devnet = options.devnet && (await startOwnDevnet(home, options.devnet))
    const gateway =
      devnet === undefined
        ? { gateway: publicGateway(network, host) }
        : { gateway: devnet.gateway, devnetUrl: constant(devnet.baseUrl) }
    const studio = await startHomeStudio({
      home,
      content,
      network,
      port,
      apiKey,
      ...gateway,
      keys: host,
      webhookSecrets: {
        set: (webhookId, secret) => host.setWebhookSecret({ webhookId, secret }),
        get: host.getWebhookSecret,
        remove: host.removeWebhookSecret,
      },
      eventFeed: { lastEventId: () => lastEventId, receive: host.receiveEvents },
      notify: (notice) => tell(host, notice),
      outlivesRejections: true,
    })
    const close = async (): Promise<void> => {
      await studio.close()
      await closeRest()
    }
    return { ...studio, devnet: devnet?.baseUrl, close }
  } catch (error) {
    await closeRest()
    throw error
  }
}

/**
 * Opened by the first call, and tried again by later ones: the vault, which holds the gateway's
 * secret, may be locked when the studio starts.
 */
const publicGateway = (network: Network, host: Host): Gateway => {
  let opened: Promise<Gateway> | undefined
  return reachedGateway(network, () => {
    opened ??= openStoredGateways(network, host).catch((error: unknown) => {
      opened = undefined
      throw unavailable(network, error)
    })
    return opened
  })
}

const openStoredGateways = async (network: Network, host: Host): Promise<Gateway> =>
  openGateways(await host.gatewayAccess(), {
    network,
    memory: createListMemory(),
    meterOf: ({ id, bannedUntil }) =>
      reportedMeter({ bannedUntil }, (used) => host.reportGatewayCalls({ id, ...used })),
    notify: (notice) => tell(host, { ...notice, kind: 'connection' }),
    now: () => new Date(),
  })

/** The studio's log has it, even if the main process misses it. */
const tell = (host: Host, notice: StudioNotice): void =>
  void host.notify(notice).catch(() => undefined)

/** As the studio's own `not_found` it would look as if a collection or sale were missing. */
const unavailable = (network: Network, error: unknown): unknown =>
  isColdpressError(error, 'not_found') || isColdpressError(error, 'key_missing')
    ? new ColdpressError('conflict', `The gateway of ${network} is missing: ${messageOf(error)}`, {
        cause: error,
      })
    : error

const constant = (url: string) => async (): Promise<string> => url

type OwnDevnet = {
  readonly baseUrl: string
  readonly gateway: Gateway
  close(): Promise<void>
}

const startOwnDevnet = async (
  home: string,
  given: NonNullable<StartOptions['devnet']>,
): Promise<OwnDevnet> => {
  const token = given.token.copy()
  try {
    const devnet = await startHomeDevnet({ home, token, port: given.port })
    const { baseUrl } = devnet
    return {
      baseUrl,
      gateway: createBlockfrost({ network: 'devnet', baseUrl, secret: token }),
      close: async () => {
        await devnet.close()
        token.wipe()
      },
    }
  } catch (error) {
    token.wipe()
    throw error
  }
}

const startedAlready = (): ColdpressError =>
  new ColdpressError('internal', 'The studio process runs one studio; it runs already.')

main()
