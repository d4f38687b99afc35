import { addressesIn, providerOf } from '#contract/providers/providers.ts'
import { Cid } from '#media/content/cid.ts'
import { provePins } from '#media/pinning/pin-set.ts'
import { withUrls } from '#media/pinning/url-of-multiaddr.ts'
import { Secret } from '#platform/secret/secret.ts'
import type { ConfirmingContext } from './confirm/confirmations.ts'
import { confirmAddresses } from './confirm/new-address.ts'
import type { FolderCalls } from './collection-folders.ts'
import type { PinCheckService } from './pin-checks.ts'
import type { WindowHandlersOf } from './services-deps.ts'

/** The user waits for the answer. */
const testTimeoutMs = 15_000

export const pinHandlers = (
  context: ConfirmingContext,
): Omit<WindowHandlersOf<'pins'>, keyof PinCheckService['handlers'] | FolderCalls> => {
  const {
    app: { accounts, pinTargets, content },
    log,
  } = context
  /** The account whose service took images with their tokens. */
  const serviceAt = (url: string): string | undefined =>
    accounts.list().find(({ kind, baseUrl }) => kind === 'hosted' && baseUrl === url)?.name
  return {
    'pins.list': () => [...pinTargets.list()],
    'pins.providers': () => [...pinTargets.providers()],
    'pins.heldAt': ({ cid: text }) => {
      const cid = Cid(text)
      const places = pinTargets.heldAt(cid).map(({ target, url, answeredAt }) => ({
        name: target ?? serviceAt(url) ?? url,
        answeredAt,
      }))
      return { isHere: content.get(cid) !== undefined, places }
    },
    'pins.use': async ({ secret: given, ...wanted }) => {
      const provider = providerOf(pinTargets.providers(), wanted.kind)
      // what is confirmed is what will be connected to
      const target = { ...wanted, settings: withUrls(provider, wanted.settings) }
      await confirmAddresses(
        context,
        addressesIn(provider, target.settings),
        'It gets the access token that was entered, and your images.',
      )
      const text = given?.trim() ?? ''
      const secret = text === '' ? undefined : Secret.ofText(text)
      try {
        const used = await pinTargets.use(secret === undefined ? target : { ...target, secret })
        log({
          level: 'info',
          kind: 'app',
          message: `Images can be pinned at ${used.name}.`,
          details: { name: used.name, url: used.url ?? '' },
        })
        return used
      } finally {
        secret?.wipe()
      }
    },
    'pins.test': async ({ name }) => {
      await provePins(await pinTargets.open(name), AbortSignal.timeout(testTimeoutMs))
      return null
    },
  }
}
