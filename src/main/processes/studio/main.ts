import '#platform/offline/first.ts'
import { join } from 'node:path'
import type { z } from 'zod'
import type { PolicyKeys } from '#keys/policy-keys.ts'
import { scriptToCbor } from '#cardano/scripts.ts'
import { openContentStore } from '#media/content/store.ts'
import type { EventFeed } from '#contract/events/event-feed.ts'
import { createGateway } from '#chain/gateway/blockfrost/client.ts'
import type { Network } from '#cardano/network.ts'
import type { Gateway } from '#chain/gateway/gateway.ts'
import { openGateway } from '#chain/gateway/open-gateway.ts'
import { reachedGateway } from '#chain/gateway/reached-gateway.ts'
import type { WebhookSecrets } from '#platform/secret/webhook-secrets.ts'
import { startHomeDevnet } from '#devnet/home-devnet.ts'
import { ColdpressError, isColdpressError, messageOf } from '#values/errors/errors.ts'
import { startHomeStudio } from '#studio/home/home-studio.ts'
import type { StudioNotice } from '#studio/notice.ts'
import type { RunningStudio } from '#studio/start-studio.ts'
import { childLog, endOnUncaught, portToParent } from '../child-program.ts'
import { copyOf, copyOfKey, copyOfOrdered } from '../fields.ts'
import { type Link, openLink } from '../link.ts'
import { studioCalls, vaultCalls } from './calls.ts'
import { reportedMeter } from './reported-meter.ts'

/**
 * The studio process: serves one data folder's studio on loopback and calls the vault through the
 * main process.
 */
const main = (): void => {
  endOnUncaught('studio')
  let running: Promise<RunningServices> | undefined
  const link = openLink<typeof studioCalls, typeof vaultCalls>({
    port: portToParent(),
    serves: studioCalls,
    handlers: {
      start: async (options) => {
        if (running !== undefined) throw startedAlready()
        const starting = start(options, vaultAccess(link))
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
    requests: vaultCalls,
    peer: 'main process',
    log: childLog('studio'),
  })
}

type StartOptions = z.output<typeof studioCalls.start.input>

/** The studio, and the base URL of the devnet beside it. */
type RunningServices = RunningStudio & { readonly devnet: string | undefined }

/** The studio's access to the vault and to its host. */
type VaultAccess = {
  readonly keys: PolicyKeys
  readonly webhookSecrets: WebhookSecrets
  readonly notify: (notice: StudioNotice) => void
  readonly receiveEvents: EventFeed['receive']
  /** @throws ColdpressError `vault_locked` while the gateway's secret is in a locked vault */
  readonly openStoredGateway: (network: Network) => Promise<Gateway>
}

const start = async (options: StartOptions, vault: VaultAccess): Promise<RunningServices> => {
  const { home, network, port, lastEventId } = options
  const { receiveEvents, openStoredGateway, ...access } = vault
  const eventFeed: EventFeed = { lastEventId: () => lastEventId, receive: receiveEvents }
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
        ? { gateway: publicGateway(network, openStoredGateway) }
        : { gateway: devnet.gateway, devnetUrl: constant(devnet.baseUrl) }
    const asked = { home, content, network, port, ...access, eventFeed, apiKey, ...gateway }
    const studio = await startHomeStudio({ ...asked, outlivesRejections: true })
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
 * Opened by the first call, and tried again by later ones: the vault may be locked when the studio
 * starts.
 */
const publicGateway = (network: Network, open: VaultAccess['openStoredGateway']): Gateway => {
  let opened: Promise<Gateway> | undefined
  return reachedGateway(network, () => {
    opened ??= open(network).catch((error: unknown) => {
      opened = undefined
      throw unavailable(network, error)
    })
    return opened
  })
}

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
      gateway: createGateway({ network: 'devnet', baseUrl, projectId: token }),
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

const vaultAccess = (link: Link<typeof vaultCalls>): VaultAccess => ({
  keys: remoteKeys(link),
  // The studio's log has it, even if the main process misses it.
  notify: (notice) => void link.call('notify', notice).catch(() => undefined),
  receiveEvents: ({ events, isLast }) =>
    link.call('receiveEvents', { events: [...events], isLast }),
  webhookSecrets: {
    set: (webhookId, secret) =>
      link.call('setWebhookSecret', { webhookId, secret: copyOf(secret) }),
    get: (webhookId) => link.call('getWebhookSecret', webhookId),
    remove: (webhookId) => link.call('removeWebhookSecret', webhookId),
  },
  openStoredGateway: async (network) => {
    const { secret, ...access } = await link.call('gatewayAccess', undefined)
    const meter = reportedMeter(access, (used) => link.call('reportGatewayCalls', used))
    return openGateway({ network, ...access, secret }, meter)
  },
})

const remoteKeys = (link: Link<typeof vaultCalls>): PolicyKeys => ({
  storeKeys: ({ script, keys, madeHere, collectionName }) =>
    link.call('storeKeys', {
      ...(script === undefined ? {} : { script: scriptToCbor(script) }),
      keys: keys.map(copyOfKey),
      madeHere,
      collectionName,
    }),
  revealKeys: (keyHashes) => link.call('revealKeys', [...keyHashes]),
  createWallet: () => link.call('createWallet', undefined),
  watchedWallet: () => link.call('watchedWallet', undefined),
  keptWallet: (id) => link.call('keptWallet', id),
  availability: ({ keyHashes, wallet }) =>
    link.call('availability', { keyHashes: [...keyHashes], wallet }),
  witness: (ordered) => link.call('witness', copyOfOrdered(ordered)),
  seal: (statements) => link.call('seal', [...statements]),
  sealKey: () => link.call('sealKey', undefined),
  creatorKey: () => link.call('creatorKey', undefined),
})

const startedAlready = (): ColdpressError =>
  new ColdpressError('internal', 'The studio process runs one studio; it runs already.')

main()
