import {
  addressesIn,
  providerOf,
  type ProviderView,
  providerViewOf,
} from '#contract/providers/providers.ts'
import { ColdpressError, isColdpressError } from '#values/errors/errors.ts'
import { AnyCid, Cid } from '#media/content/cid.ts'
import type { ContentStore } from '#media/content/store.ts'
import { findContent, type FoundContent } from '#media/pinning/find-content.ts'
import { provePins } from '#media/pinning/pin-set.ts'
import {
  type NewPinTarget,
  type PinTarget,
  type PinTargets,
  settablePinProviders,
} from '#media/pinning/pin-targets.ts'
import { withUrls } from '#media/pinning/url-of-multiaddr.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { confirmConnections } from '../settings/confirmed-origins.ts'
import type { SettingsStore } from '../settings/settings.ts'

/** The kinds that can be set up, which no data folder needs to be opened for. */
export const pinKinds = (): readonly ProviderView[] => settablePinProviders().map(providerViewOf)

/**
 * Sets a pin target up once the user has confirmed the addresses that will be connected to.
 * @throws ColdpressError as `PinTargets.use` and `Asks.confirm`
 */
export const usePinTarget = async (
  context: Parameters<typeof confirmConnections>[0] & { readonly pinTargets: PinTargets },
  wanted: NewPinTarget,
): Promise<PinTarget> => {
  const { pinTargets } = context
  const provider = providerOf(pinTargets.providers(), wanted.kind)
  const target = { ...wanted, settings: withUrls(provider, wanted.settings) }
  await confirmConnections(
    context,
    addressesIn(provider, target.settings),
    'It gets the access token that was entered, and your images.',
  )
  return pinTargets.use(target)
}

/** @throws ColdpressError when the target does not answer, or rejects our credentials */
export const testPinTarget = async (
  { pinTargets }: { readonly pinTargets: Pick<PinTargets, 'open'> },
  name: string,
  signal: AbortSignal,
): Promise<void> => provePins(await pinTargets.open(name), signal)

/**
 * Sets a pin target up for a user who typed its addresses, and tries it.
 * @throws ColdpressError as `PinTargets.use` and {@link testPinTarget}; then it stays set up
 */
export const useAndTestPinTarget = async (
  app: { readonly pinTargets: Pick<PinTargets, 'use' | 'open'> },
  wanted: NewPinTarget,
  signal: AbortSignal,
): Promise<{
  readonly target: PinTarget
  /** Whether it took a file, listed it and gave it back, which costs something at some services. */
  readonly isProved: boolean
}> => {
  const target = await app.pinTargets.use(wanted)
  const pins = await app.pinTargets.open(wanted.name)
  await provePins(pins, signal).catch((error: unknown) => {
    if (!isColdpressError(error)) throw error
    const { code, details, message } = error
    throw new ColdpressError(code, `${wanted.name} is set up, but: ${message}`, {
      details,
      cause: error,
    })
  })
  return { target, isProved: pins.pinners.every(({ prove }) => prove !== undefined) }
}

type Holdings = {
  readonly isHere: boolean
  /** `answeredAt`: an ISO 8601 time. */
  readonly places: readonly { readonly name: string; readonly answeredAt: string }[]
}

/** Where a file is: on this computer, and at the places that said so when they were last asked. */
export const findHoldings = (
  app: {
    readonly accounts: Pick<Accounts, 'list'>
    readonly content: Pick<ContentStore, 'get'>
    readonly pinTargets: Pick<PinTargets, 'heldAt'>
  },
  text: string,
): Holdings => {
  const cid = Cid(text)
  /** The account whose service took images with their tokens. */
  const serviceAt = (url: string): string | undefined =>
    app.accounts.list().find(({ kind, baseUrl }) => kind === 'hosted' && baseUrl === url)?.name
  const places = app.pinTargets.heldAt(cid).map(({ target, url, answeredAt }) => ({
    name: target ?? serviceAt(url) ?? url,
    answeredAt,
  }))
  return { isHere: app.content.get(cid) !== undefined, places }
}

/**
 * Asks the network who has some content, through a pin target and the routing endpoint.
 * @throws ColdpressError `invalid` for a text that is no CID, and as `PinTargets.open`
 */
export const findAtPeers = async (
  app: {
    readonly pinTargets: Pick<PinTargets, 'open'>
    readonly settings: Pick<SettingsStore, 'get'>
  },
  wanted: { readonly cid: string; readonly name: string },
  signal: AbortSignal,
): Promise<{ readonly cid: AnyCid; readonly answers: readonly FoundContent[] }> => {
  const cid = AnyCid(wanted.cid)
  const { pinners } = await app.pinTargets.open(wanted.name)
  const endpoint = app.settings.get().routingEndpoint
  return { cid, answers: await findContent(cid, { pinners, endpoint, signal }) }
}
