import type { RehearsalNow } from '#contract/sales/calls.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import type { Rehearsal } from '#contract/sales/rehearsal.ts'
import { createJob } from '#app/jobs/create-job.ts'
import { rehearse } from '#app/sales/rehearse.ts'
import type { NewRehearsalCollection } from '#app/sales/rehearsal-collection.ts'
import { requireOpenVault } from '#app/vault/require-open-vault.ts'
import type { ServiceContext, WindowHandlersOf, ServicesDeps } from '../services-deps.ts'

type Handlers = Pick<
  WindowHandlersOf<'sales'>,
  'sales.rehearsal' | 'sales.rehearse' | 'sales.stopRehearsal'
>

/** One rehearsal at a time; it continues when no view shows it. */
export const createRehearsalService = ({
  app,
  log,
  emit,
}: ServiceContext & Pick<ServicesDeps, 'emit'>): {
  readonly handlers: Handlers
  readonly close: () => void
} => {
  const job = createJob<string, Rehearsal, Rehearsal>({
    stopped: 'The rehearsal was stopped.',
    busy: 'Sales are being rehearsed already.',
    run: async (accountId, { signal, onProgress }) => {
      const client = await app.accounts.client(accountId)
      const gateway = await app.gateways.get('devnet')
      const { fund } = gateway
      if (fund === undefined)
        throw new ColdpressError('conflict', 'There is a test wallet on the devnet alone.')
      const onCollection = (made: NewRehearsalCollection) =>
        app.practice.add({ accountId, ...made })
      const chain = { ...gateway, fund }
      return rehearse({ client, chain, signal, onCollection, onStep: onProgress })
    },
    onEnd: () => reportEnd(),
  })
  const rehearsalNow = (): RehearsalNow => {
    const { state, progress, result = progress ?? null, error = null } = job.state()
    return { rehearsal: result, state, error }
  }
  const reportEnd = (): void => {
    const now = rehearsalNow()
    const { error } = now
    emit('sales.rehearsalEnded', now)
    const failed = now.rehearsal?.cases.some(({ state }) => state === 'failed') === true
    log({
      level: failed || error !== null ? 'warning' : 'info',
      kind: 'collection',
      message:
        error === null
          ? 'A rehearsal of sales on the devnet ended.'
          : `A rehearsal of sales on the devnet did not end: ${error}`,
    })
  }
  return {
    handlers: {
      'sales.rehearsal': rehearsalNow,
      'sales.rehearse': ({ accountId }) => {
        if (app.accounts.get(accountId).chain !== 'devnet')
          throw new ColdpressError('conflict', 'Sales are rehearsed on the devnet alone.')
        if (job.isRunning()) return rehearsalNow()
        requireOpenVault(app)
        void job.start(accountId)
        return rehearsalNow()
      },
      'sales.stopRehearsal': () => {
        void job.stop()
        return rehearsalNow()
      },
    },
    close: () => void job.stop(),
  }
}
