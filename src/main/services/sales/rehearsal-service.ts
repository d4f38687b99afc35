import type { RehearsalNow } from '#contract/sales/calls.ts'
import { ColdpressError, messageOf } from '#values/errors/errors.ts'
import type { Rehearsal } from '#contract/sales/rehearsal.ts'
import { rehearse } from '#app/sales/rehearse.ts'
import type { NewRehearsalCollection } from '#app/sales/rehearsal-collection.ts'
import { requireOpenVault } from '#keys/vault/require-open-vault.ts'
import type { ServiceContext, HandlersOf, ServicesDeps } from '../services-deps.ts'

type Handlers = Pick<
  HandlersOf<'sales'>,
  'sales.rehearsal' | 'sales.rehearse' | 'sales.stopRehearsal'
>

/** One rehearsal at a time; it continues when no view shows it. */
export const createRehearsalService = ({
  core,
  log,
  emit,
}: ServiceContext & Pick<ServicesDeps, 'emit'>): {
  readonly handlers: Handlers
  readonly close: () => void
} => {
  let now: RehearsalNow = { rehearsal: null, state: 'none', error: null }
  let stop = new AbortController()
  const follow = (rehearsal: Rehearsal): void => {
    now = { ...now, rehearsal }
  }
  const play = async (accountId: string, signal: AbortSignal): Promise<void> => {
    const client = await core.accounts.client(accountId)
    const gateway = await core.gateways.get('devnet')
    const { fund } = gateway
    if (fund === undefined)
      throw new ColdpressError('conflict', 'There is a test wallet on the devnet alone.')
    const onCollection = (made: NewRehearsalCollection) => core.practice.add({ accountId, ...made })
    const chain = { ...gateway, fund }
    follow(await rehearse({ client, chain, signal, onCollection, onStep: follow }))
  }
  const end = (error: string | null): void => {
    now = { ...now, state: 'over', error }
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
      'sales.rehearsal': () => now,
      'sales.rehearse': ({ accountId }) => {
        if (core.accounts.get(accountId).chain !== 'devnet')
          throw new ColdpressError('conflict', 'Sales are rehearsed on the devnet alone.')
        if (now.state === 'running' || now.state === 'stopping') return now
        requireOpenVault(core)
        stop = new AbortController()
        now = { rehearsal: null, state: 'running', error: null }
        play(accountId, stop.signal).then(
          () => end(null),
          (error: unknown) => end(messageOf(error)),
        )
        return now
      },
      'sales.stopRehearsal': () => {
        if (now.state === 'running') {
          now = { ...now, state: 'stopping' }
          stop.abort()
        }
        return now
      },
    },
    close: () => stop.abort(),
  }
}
