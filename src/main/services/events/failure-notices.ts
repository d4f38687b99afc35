import type { EventRow } from '#shared/calls/events.ts'
import type { ReceivedEvent } from '#core/events/received/event-schema.ts'
import type { Core } from '#core/index.ts'
import type { ServicesDeps } from '../services-deps.ts'
import { rowOf } from './event-facts.ts'

/**
 * Notifies the user of failed sales if enabled: by a system notification that opens the newest
 * sale, or in the window where the system has none.
 */
export const createFailureNotices =
  (deps: {
    readonly core: Pick<Core, 'accounts' | 'settings'>
    readonly emit: ServicesDeps['emit']
    readonly notify: ServicesDeps['notify']
  }) =>
  (failed: readonly ReceivedEvent[]): void => {
    const { core, emit, notify } = deps
    const [newest] = failed
    if (newest === undefined || !core.settings.get().notifyFailures) return
    const { id } = newest
    const { title, body } = failureWords(failed.map((one) => rowOf(core.accounts, one)))
    const isShown = notify({ title, body, onClick: () => emit('events.opened', { id }) })
    if (!isShown) emit('events.failed', { id, message: `${title}: ${body}` })
  }

/** @param failed newest first */
const failureWords = (
  failed: readonly Pick<EventRow, 'error' | 'kind'>[],
): { readonly title: string; readonly body: string } => {
  const [newest] = failed
  const body = newest?.error ?? newest?.kind ?? ''
  return failed.length === 1
    ? { title: 'A sale needs you', body }
    : { title: `${failed.length} events of sales need you`, body: `The newest: ${body}` }
}
