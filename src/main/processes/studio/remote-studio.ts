import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { z } from 'zod'
import { isColdpressError } from '#values/errors/errors.ts'
import type { EventFeed } from '#contract/events/event-feed.ts'
import type { Network } from '#values/networks/networks.ts'
import type { PolicyKeys } from '#keys/operations.ts'
import type { ReportedUsage, SharedUsage } from '#chain/gateway/gateway-usage.ts'
import type { GatewayAccess } from '#chain/gateway/open-gateway.ts'
import type { RunningStudio } from '#app/create-app.ts'
import { Secret } from '#platform/secret/secret.ts'
import type { WebhookSecrets } from '#platform/secret/webhook-secrets.ts'
import type { StudioNotice } from '#studio/notice.ts'
import { endedWords, isOften, oftenAdvice } from '#platform/crash/count-deaths.ts'
import { hostOperations } from '#studio/host-operations.ts'
import { type Link, openLink } from '#transport/process/link.ts'
import type { ProcessClientOf } from '#transport/process/operations.ts'
import type { Port, ProcessExit } from '#transport/process/port.ts'
import {
  type Downtime,
  peerOf,
  type RestartLimit,
  SupervisedProcess,
} from '#transport/process/supervised-process.ts'
import { studioOperations } from './operations.ts'

export type RemoteStudioOptions = {
  readonly start: () => Port
  readonly home: string
  readonly network: Network
  /** Serves the studio's vault calls: main relays them to the keys process. */
  readonly keys: PolicyKeys
  readonly webhookSecrets: WebhookSecrets
  /** The stored gateways of a public network. The caller wipes their secrets. */
  readonly gatewayAccess: () => Promise<readonly GatewayAccess[]>
  /** Receives what the studio has asked a gateway since the last report, and says what is left. */
  readonly onGatewayCalls: (used: ReportedUsage & { readonly id: string }) => SharedUsage
  /** Receives the studio's events, including those written while no app ran. */
  readonly eventFeed: EventFeed
  /** Receives notices for the studio's owner. */
  readonly onNotice: (notice: StudioNotice) => void
  /** Called when the process died and was restarted, or could not be started. */
  readonly onDeath: (death: ProcessExit) => void
  /** Errors of the messages, never their contents. Default: standard error. */
  readonly log?: (line: string) => void
  /** Default: three a minute. */
  readonly restarts?: RestartLimit
  /** The port of the app's earlier runs. Absent: any free one, which nobody keeps. */
  readonly keptPort?: KeptPort
}

/** Links that were given out name the port, so it stays the same from start to start. */
export type KeptPort = {
  readonly get: () => number | undefined
  readonly keep: (port: number) => void
}

type StudioLink = Link<typeof studioOperations>
type StudioEndpoint = z.output<typeof studioOperations.start.output>

/**
 * Starts the studio in its own process; on devnet also its chain. After a restart the keys are the
 * same, and so are the ports unless another program took one: read `baseUrl` and `gateway` again
 * for each client.
 * @throws ColdpressError as `startStudio` does, and `internal` when the process does not start
 */
export const startRemoteStudio = async (options: RemoteStudioOptions): Promise<RunningStudio> => {
  const apiKey = newKey()
  const token = options.network === 'devnet' ? newKey() : undefined
  const log = options.log ?? ((line) => console.error(`coldpress: ${line}`))
  let endpoint: StudioEndpoint | undefined
  const studio = new SupervisedProcess<typeof studioOperations>({
    name: 'studio',
    start: options.start,
    connect: (port, onSilence) =>
      openLink<typeof hostOperations, typeof studioOperations>({
        port,
        serves: hostOperations,
        handlers: handlersOf(options),
        requests: studioOperations,
        peer: peerOf('studio'),
        onSilence,
        log,
      }),
    initialize: async (link) => {
      endpoint = await startOnPorts(link, portsBefore(endpoint, options.keptPort), (ports) => {
        const { home, network } = options
        const devnet = token && { token, port: ports.devnet }
        const lastEventId = options.eventFeed.lastEventId()
        return { home, network, port: ports.studio, apiKey, lastEventId, devnet }
      })
      if (options.keptPort?.get() === undefined) options.keptPort?.keep(portOf(endpoint.baseUrl))
    },
    onDown: () => undefined,
    onDeath: (error, deaths) => options.onDeath(exitOf(options.network, error, deaths)),
    restarts: options.restarts,
  })
  await studio.open()

  const whyDown = (): string | undefined => downWords(options.network, studio.downtime)
  const withPositions = (): StudioEndpoint => {
    if (endpoint === undefined) throw new Error('the studio is not open')
    return endpoint
  }
  return {
    get baseUrl() {
      return withPositions().baseUrl
    },
    appId: withPositions().appId,
    apiKey,
    whyDown,
    gateway: async () => {
      const baseUrl = withPositions().devnet
      return baseUrl === undefined || token === undefined ? undefined : { baseUrl, token, whyDown }
    },
    close: async () => {
      await studio.close((link) => link.call('close', undefined))
      apiKey.wipe()
      token?.wipe()
    },
  }
}

const newKey = (): Secret => Secret.ofText(randomBytes(32).toString('base64url'))

const handlersOf = ({
  keys,
  webhookSecrets,
  gatewayAccess,
  onGatewayCalls,
  eventFeed,
  onNotice,
}: RemoteStudioOptions): ProcessClientOf<typeof hostOperations> => ({
  ...keys,
  notify: async (notice) => onNotice(notice),
  receiveEvents: (batch) => eventFeed.receive(batch),
  setWebhookSecret: ({ webhookId, secret }) => webhookSecrets.set(webhookId, secret),
  getWebhookSecret: (webhookId) => webhookSecrets.get(webhookId),
  removeWebhookSecret: (webhookId) => webhookSecrets.remove(webhookId),
  reportGatewayCalls: async (used) => onGatewayCalls(used),
  gatewayAccess,
})

/** A port that another process briefly held is soon free again. */
const portTries = 10
const portPauseMs = 200

type Ports = { readonly studio: number; readonly devnet: number }

const portOf = (url: string | undefined): number =>
  url === undefined ? 0 : Number(new URL(url).port)

type StartInput = z.output<typeof studioOperations.start.input>

/** Those of this run, or else the port that earlier runs had; undefined for the first run. */
const portsBefore = (
  before: StudioEndpoint | undefined,
  keptPort: KeptPort | undefined,
): Ports | undefined => {
  if (before !== undefined) return { studio: portOf(before.baseUrl), devnet: portOf(before.devnet) }
  const studio = keptPort?.get()
  return studio === undefined ? undefined : { studio, devnet: 0 }
}

const startOnPorts = async (
  link: StudioLink,
  ports: Ports | undefined,
  start: (ports: Ports) => StartInput,
): Promise<StudioEndpoint> => {
  const anyPorts = { studio: 0, devnet: 0 }
  if (ports === undefined) return link.call('start', start(anyPorts))
  for (let attempt = 0; attempt < portTries; attempt += 1) {
    try {
      return await link.call('start', start(ports))
    } catch (error) {
      if (!isColdpressError(error, 'conflict')) throw error
      await sleep(portPauseMs)
    }
  }
  return link.call('start', start(anyPorts))
}

const exitOf = (
  network: Network,
  error: { readonly message: string } | undefined,
  deaths: number,
): ProcessExit => {
  const happened = `${studioOn(network)} ${endedWords(deaths)}`
  const safe = 'What it had confirmed is safe.'
  return error === undefined
    ? {
        restarted: true,
        isOften: isOften(deaths),
        message: `${happened} and was started again. ${safe}${oftenAdvice(deaths)}`,
      }
    : {
        restarted: false,
        isOften: isOften(deaths),
        message: `${happened} and does not run now. ${safe} ${error.message}`,
      }
}

const studioOn = (network: Network): string => `The Local studio on ${network}`

/** What a call meets meanwhile, instead of a refused connection. */
const downWords = (network: Network, down: Downtime | undefined): string | undefined => {
  if (down === undefined) return undefined
  const happened = `${studioOn(network)} ${endedWords(down.deaths)}`
  if (down.retryInMs === undefined)
    return `${happened} and is being started again. Try again in a moment.`
  const seconds = Math.ceil(down.retryInMs / 1_000)
  const why = down.error === undefined ? '' : ` ${down.error.message}`
  return `${happened} and is restarting: it is started again in ${seconds} seconds. Try again then.${why}`
}
