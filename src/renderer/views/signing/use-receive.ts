import { call } from '#renderer/bridge.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { attempt, useNotices } from '#renderer/stores/notices.ts'
import type { CallInput } from '#shared/calls/contract.ts'
import type { SigningReceived } from '#shared/calls/signing.ts'
import { limits } from '#shared/limits.ts'
import { text } from '#renderer/text/en.ts'

const words = text.signing.receive

export type SigningSource = CallInput<'signing.receive'>['source']

/** What no file of this inbox exceeds; the main process refuses it too. */
const maxBytes = limits.signingRequestBytes

/**
 * Takes things in: at the inbox whatever it is, at a request signatures for it.
 * @param id the request; undefined at the inbox
 */
export const useReceive = (id: string | undefined) => {
  const go = useNavigation((store) => store.go)
  const { notify } = useNotices.getState()

  const taken = (what: SigningReceived): void => {
    if (what.what === 'witnesses') notify('good', words.witnesses(what.added))
    else if (what.what === 'known') notify('info', words.known)
    if (id === undefined) go({ view: 'signing', requestId: what.id })
  }
  /** @throws CallError with the reason */
  const receive = async (source: SigningSource): Promise<void> =>
    taken(
      id === undefined
        ? await call('signing.receive', { source })
        : await call('signing.addWitnesses', { id, source }),
    )
  const pick = () =>
    attempt(async () => {
      const path = await call('app.pickFile', { what: 'transaction' })
      if (path !== null) await receive({ kind: 'file', path })
    })
  const drop = async (files: readonly File[]): Promise<void> => {
    for (const file of files)
      if (file.size > maxBytes) notify('bad', words.tooLarge(file.name))
      else
        await attempt(async () =>
          receive({ kind: 'text', text: await file.text(), name: file.name.slice(0, 255) }),
        )
  }
  return { receive, taken, pick, drop }
}
