import { join } from 'node:path'
import type { ContentStore } from '#media/content/store.ts'
import { startWithLog } from '#platform/disk/log-file.ts'
import type { EventFeed } from '#contract/events/event-feed.ts'
import type { Gateway } from '#chain/gateway/gateway.ts'
import type { Network } from '#cardano/network.ts'
import type { PolicyKeys } from '#keys/operations.ts'
import { givenAddressesPath } from '#chain/sale-addresses/given-addresses.ts'
import type { Secret } from '#platform/secret/secret.ts'
import type { WebhookSecrets } from '#platform/secret/webhook-secrets.ts'
import type { StudioNotice } from '../notice.ts'
import type { PublicAccess } from '../public/public-access.ts'
import { startStudio, type ServingStudio } from '../start-studio.ts'

export type HomeStudioOptions = {
  /** The data folder: the studio's database and log are in its folder `studio`, by network. */
  readonly home: string
  readonly content: ContentStore
  readonly network: Network
  readonly apiKey: Secret
  readonly keys: PolicyKeys
  /** Absent: no webhook can be made. */
  readonly webhookSecrets?: WebhookSecrets
  /** The chain of `network`, where one can be reached. */
  readonly gateway?: Gateway
  /** As in {@link StudioOptions}. */
  readonly devnetUrl?: () => Promise<string>
  /** 0 or absent: any free port. */
  readonly port?: number
  readonly allowPrivateUrls?: boolean
  /** As in {@link StudioOptions}. */
  readonly publicAccess?: PublicAccess
  /** As in {@link StudioOptions}. */
  readonly linkOrigin?: string
  readonly notify?: (notice: StudioNotice) => void
  /** As in {@link StudioOptions}. */
  readonly outlivesRejections?: boolean
  /** Absent: events go to webhooks alone. */
  readonly eventFeed?: EventFeed
}

const appId = 'local'

/**
 * Starts the studio of a data folder on loopback. Several may run at once: they share the database.
 * @throws ColdpressError `conflict` when the port is taken
 */
export const startHomeStudio = (options: HomeStudioOptions): Promise<ServingStudio> => {
  const folder = join(options.home, 'studio')
  const logPath = join(folder, `${options.network}.log`)
  const fund = options.gateway?.fund
  return startWithLog(logPath, (log) =>
    startStudio({
      ...options,
      ...(fund === undefined ? {} : { fund }),
      database: join(folder, `${options.network}.db`),
      givenAddresses: givenAddressesPath(options.home),
      appId,
      log,
    }),
  )
}
