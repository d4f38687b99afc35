import { call } from '#renderer/bridge.ts'
import { fromThisView, type Lead } from '#renderer/stores/from-this-view.ts'
import { attempt, useNotices } from '#renderer/stores/notices.ts'
import type { CallInput } from '#contract/window/calls.ts'
import type { SigningReceived } from '#contract/signing/calls.ts'
import { limits } from '#values/bounds/limits.ts'
import { textOf } from '#values/text/text-encoding.ts'
import { text } from '#renderer/text/en.ts'

const words = text.signing.receive

export type ReceivedSource = CallInput<'signing.receive'>['source']

/** What no file of this inbox exceeds; the main process refuses it too. */
const maxBytes = limits.signingRequestBytes

/**
 * Takes things in: at the inbox whatever it is, at a request signatures for it.
 * @param id the request; undefined at the inbox
 */
export const useReceive = (id: string | undefined) => {
  const { notify } = useNotices.getState()

  const taken = (what: SigningReceived, lead: Lead = fromThisView()): void => {
    const done = doneText(what)
    const isSaid = what.what !== 'new'
    if (id === undefined) lead({ route: { view: 'signing', requestId: what.id }, done, isSaid })
    else if (isSaid) notify('good', done)
  }
  /** @throws CallError with the reason */
  const receive = async (source: ReceivedSource, lead: Lead = fromThisView()): Promise<void> => {
    taken(
      id === undefined
        ? await call('signing.receive', { source })
        : await call('signing.addWitnesses', { id, source }),
      lead,
    )
  }
  const pick = () =>
    attempt(async () => {
      // The window can be used while the system's dialog is open.
      const lead = fromThisView()
      const path = await call('app.pickFile', { what: 'transaction' })
      if (path !== null) await receive({ kind: 'file', path }, lead)
    })
  const drop = async (files: readonly File[]): Promise<void> => {
    for (const file of files)
      if (file.size > maxBytes) notify('bad', words.tooLarge(file.name))
      else
        await attempt(async () =>
          receive({
            kind: 'text',
            text: textOf(new Uint8Array(await file.arrayBuffer())),
            name: file.name.slice(0, 255),
          }),
        )
  }
  return { receive, taken, pick, drop }
}

const doneText = (received: SigningReceived): string => {
  if (received.what === 'witnesses') return words.witnesses(received.added)
  return received.what === 'known' ? words.known : words.added
}
