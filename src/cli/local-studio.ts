import { randomBytes } from 'node:crypto'
import { isColdpressError } from '#values/errors/errors.ts'
import type { Network } from '#values/networks/networks.ts'
import type { Gateway } from '#chain/gateway/gateway.ts'
import { localAccountIdOn } from '#app/accounts/accounts.ts'
import type { FoundStudio } from '#app/accounts/served-studios.ts'
import type { App, RunningStudio } from '#app/create-app.ts'
import { requireOnline } from '#platform/offline/offline.ts'
import { Secret } from '#platform/secret/secret.ts'
import { servedKeyName } from '#platform/secret/stored-names.ts'
import { type Reopener, reopeningKeys, reopeningSecrets } from '#keys/vault/reopener.ts'
import type { StudioNotice } from '#studio/notice.ts'
import type { PublicAccess } from '#studio/public/public-access.ts'
import { lazyDevnet } from './commands/studio/lazy-devnet.ts'

export type LocalStudioOptions = {
  /** Each network has a database of its own. */
  readonly network: Network
  /** 0 or absent: any free port. */
  readonly port?: number
  readonly allowPrivateUrls?: boolean
  /** How buyers reach its payment pages. Absent: on loopback alone. */
  readonly publicAccess?: PublicAccess
  /** What links begin with, where another process serves the pages of this home. */
  readonly linkOrigin?: string
  /** Absent: a key that lives as long as this studio. */
  readonly apiKey?: Secret
  /** How the vault is opened again when there is something to sign. Absent: it is not. */
  readonly reopener?: Reopener
  /** Gets each notice that also goes to the app's event log. */
  readonly notify?: (notice: StudioNotice) => void
  /** As in `StudioOptions`: for a process that serves and does nothing else. */
  readonly outlivesRejections?: boolean
}

/**
 * Starts the studio of this home on loopback, in this process. On devnet its chain is started
 * beside it when something is first asked of it, since most commands ask nothing.
 */
export const startLocalStudio = async (
  app: App,
  options: LocalStudioOptions,
): Promise<RunningStudio> => {
  requireOnline()
  const apiKey = options.apiKey ?? newApiKey()
  const devnet = devnetOf(app, options.network)
  try {
    const gateway = devnet?.gateway ?? (await gatewayOf(app, options.network))
    // like the devnet: its server is loaded by those who need one
    const { startHomeStudio } = await import('#studio/home/home-studio.ts')
    const running = await startHomeStudio({
      ...options,
      home: app.home,
      content: app.content,
      apiKey,
      ...vaultParts(app, options),
      eventFeed: app.events.localFeed(localAccountIdOn(options.network)),
      notify: (notice) => {
        app.log.append({ ...notice, kind: notice.kind ?? 'signing' })
        options.notify?.(notice)
      },
      ...(gateway === undefined ? {} : { gateway }),
      ...(devnet === undefined ? {} : { devnetUrl: async () => (await devnet.address()).baseUrl }),
    })
    const close = async (): Promise<void> => {
      try {
        await running.close()
      } finally {
        await devnet?.close()
      }
    }
    return { ...running, apiKey, gateway: async () => devnet?.address(), close }
  } catch (error) {
    await devnet?.close()
    throw error
  }
}

/** The studio of this home that another process serves, as if it were this one's; its devnet's chain is shared. */
export const reachServedStudio = (
  app: App,
  { baseUrl, app_id: appId, network }: FoundStudio,
  apiKey: Secret,
): RunningStudio => {
  const devnet = devnetOf(app, network)
  return {
    baseUrl,
    appId,
    apiKey,
    gateway: async () => devnet?.address(),
    close: async () => devnet?.close(),
  }
}

const devnetOf = ({ home }: App, network: Network) =>
  network === 'devnet' ? lazyDevnet(home, newApiKey()) : undefined

const vaultParts = (app: App, { network, reopener }: LocalStudioOptions) => {
  const keys = app.studioKeys(network)
  const { webhookSecrets } = app
  return reopener === undefined
    ? { keys, webhookSecrets }
    : {
        keys: reopeningKeys(keys, reopener),
        webhookSecrets: reopeningSecrets(webhookSecrets, reopener),
      }
}

/** A studio serves without a chain too: it then only keeps collections. */
const gatewayOf = async (app: App, network: Network): Promise<Gateway | undefined> => {
  try {
    return await app.gateways.get(network)
  } catch (error) {
    if (noGateway.some((code) => isColdpressError(error, code))) return undefined
    throw error
  }
}

const noGateway = ['not_found', 'key_missing', 'vault_locked'] as const

const newApiKey = (): Secret => Secret.ofText(randomBytes(32).toString('base64url'))

/**
 * The key that `studio serve` asks its clients for. It stays the same where the vault can be read;
 * with a locked vault of sealed files the studio gets a key for this run only (`lasting: false`).
 */
export const servedApiKey = async (
  app: App,
): Promise<{ readonly key: Secret; readonly lasting: boolean }> => {
  try {
    const known = await app.vault.getApiKey(servedKeyName)
    if (known !== undefined) return { key: known, lasting: true }
    const fresh = newApiKey()
    await app.vault.setApiKey({ accountId: servedKeyName, apiKey: fresh })
    return { key: fresh, lasting: true }
  } catch (error) {
    if (!isColdpressError(error, 'vault_locked')) throw error
    return { key: newApiKey(), lasting: false }
  }
}
