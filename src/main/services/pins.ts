import { findHoldings, testPinTarget, usePinTarget } from '#app/pins/pin-target.ts'
import { Secret } from '#platform/secret/secret.ts'
import type { ConfirmingContext } from './confirm/confirmations.ts'
import { asksOutsidePage } from './confirm/outside-devnet.ts'
import type { FolderCalls } from './collection-folders.ts'
import type { PinCheckService } from './pin-checks.ts'
import type { WindowHandlersOf } from './services-deps.ts'

/** The user waits for the answer. */
const testTimeoutMs = 15_000

export const pinHandlers = (
  context: ConfirmingContext,
): Omit<WindowHandlersOf<'pins'>, keyof PinCheckService['handlers'] | FolderCalls> => {
  const { app, log } = context
  return {
    'pins.list': () => [...app.pinTargets.list()],
    'pins.providers': () => [...app.pinTargets.providers()],
    'pins.heldAt': ({ cid }) => {
      const { isHere, places } = findHoldings(app, cid)
      return { isHere, places: [...places] }
    },
    'pins.use': async ({ secret: given, ...wanted }) => {
      const text = given?.trim() ?? ''
      const secret = text === '' ? undefined : Secret.ofText(text)
      try {
        const used = await usePinTarget(
          { ...app, asks: asksOutsidePage(context) },
          secret === undefined ? wanted : { ...wanted, secret },
        )
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
      await testPinTarget(app, name, AbortSignal.timeout(testTimeoutMs))
      return null
    },
  }
}
