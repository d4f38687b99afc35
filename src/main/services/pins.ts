import { Secret } from '../../core/secret/secret.ts'
import type { ConfirmingContext } from './confirm/confirmations.ts'
import { confirmAddresses } from './confirm/new-address.ts'
import type { HandlersOf } from './services-deps.ts'

/** A person waits for the answer. */
const testTimeoutMs = 15_000

export const pinHandlers = (context: ConfirmingContext): HandlersOf<'pins'> => {
  const {
    core: { pinPlaces },
    log,
  } = context
  return {
    'pins.list': () => [...pinPlaces.list()],
    'pins.use': async ({ token, ...place }) => {
      await confirmAddresses(
        context,
        [place.url],
        'It gets the access token that was entered, and your images.',
      )
      const text = token?.trim() ?? ''
      const secret = text === '' ? undefined : Secret.ofText(text)
      try {
        const used = await pinPlaces.use(secret === undefined ? place : { ...place, token: secret })
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
      const pinner = await pinPlaces.pinner(name)
      await pinner.test(AbortSignal.timeout(testTimeoutMs))
      return null
    },
  }
}
