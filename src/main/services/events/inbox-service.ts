import { addWebhook } from '#app/webhooks/webhooks.ts'
import type { InboxView } from '#contract/events/inbox-calls.ts'
import { ColdpressError, isColdpressError, messageOf } from '#values/errors/errors.ts'
import type { InboxConfig } from '#app/events/inbox/inbox-configs.ts'
import type { RunningInbox } from '#app/events/inbox/inbox.ts'
import { isOffline } from '#platform/offline/offline.ts'
import { Secret, useAndWipe } from '#platform/secret/secret.ts'
import type { ConfirmingContext } from '../confirm/confirmations.ts'
import { confirmAddresses } from '../confirm/new-address.ts'
import { asksOutsidePage } from '../confirm/outside-devnet.ts'
import type { WindowHandlersOf } from '../services-deps.ts'

export type InboxService = {
  readonly handlers: Omit<WindowHandlersOf<'inboxes'>, 'inboxes.list'>
  /** One for each hosted account. */
  readonly list: () => InboxView[]
  /** Starts the enabled inboxes. */
  readonly start: () => Promise<void>
  /** Call it after an unlock: inboxes that lacked their secret try again. */
  readonly unlocked: () => Promise<void>
  readonly accountRemoved: (accountId: string) => Promise<void>
  readonly close: () => Promise<void>
}

type Deps = ConfirmingContext & {
  /** Called once an event is on disk. */
  readonly onArrived: () => void
  /** Called when the result of {@link InboxService.list} changes. */
  readonly onChange: () => void
  readonly now?: () => Date
}

/** An inbox's state since the start. */
type State = {
  running: RunningInbox | undefined
  error: string | undefined
  received: number
  lastReceivedAt: string | null
  lastError: InboxView['lastError']
}

export const createInboxService = (deps: Deps): InboxService => {
  const { app } = deps
  const states = new Map<string, State>()
  const turns = new Map<string, Promise<void>>()
  const stateOf = (accountId: string): State => {
    const known = states.get(accountId)
    if (known !== undefined) return known
    const fresh = newState()
    states.set(accountId, fresh)
    return fresh
  }
  const viewOf = (accountId: string): InboxView =>
    inboxViewOf(app.events.inboxConfigs.get(accountId), stateOf(accountId))

  const change = async (accountId: string, before: Promise<void> | undefined): Promise<void> => {
    await before
    const state = stateOf(accountId)
    await state.running?.close()
    state.running = undefined
    state.error = undefined
    if (app.events.inboxConfigs.get(accountId).isOn) await open(deps, accountId, state)
    deps.onChange()
  }
  /** Applies an inbox's configuration; changes run one after another. */
  const apply = async (accountId: string): Promise<void> => {
    const turn = change(accountId, turns.get(accountId))
    turns.set(
      accountId,
      turn.catch(() => undefined),
    )
    await turn
  }
  const hosted = () => app.accounts.list().filter(({ kind }) => kind === 'hosted')
  const applyThose = async (fits: (accountId: string) => boolean): Promise<void> => {
    await Promise.all(
      hosted()
        .filter(({ id }) => fits(id))
        .map(({ id }) => apply(id)),
    )
  }
  return {
    handlers: handlersOf(deps, { apply, viewOf }),
    list: () => hosted().map(({ id }) => viewOf(id)),
    start: () => applyThose((id) => app.events.inboxConfigs.get(id).isOn),
    unlocked: () => applyThose((id) => stateOf(id).error !== undefined),
    accountRemoved: async (accountId) => {
      await stateOf(accountId).running?.close()
      states.delete(accountId)
      deps.onChange()
    },
    close: async () => {
      await Promise.all(turns.values())
      await Promise.all([...states.values()].map(async ({ running }) => running?.close()))
    },
  }
}

const newState = (): State => ({
  running: undefined,
  error: undefined,
  received: 0,
  lastReceivedAt: null,
  lastError: null,
})

const inboxViewOf = (config: InboxConfig, state: State): InboxView => {
  const { running, error, received, lastReceivedAt, lastError } = state
  return {
    ...config,
    hosts: [...config.hosts],
    state: running === undefined ? (config.isOn ? 'failed' : 'off') : 'listening',
    url: running?.url ?? null,
    message: config.isOn && running === undefined ? (error ?? null) : null,
    received,
    lastReceivedAt,
    lastError,
  }
}

const open = async (deps: Deps, accountId: string, state: State): Promise<void> => {
  const { app, now = () => new Date() } = deps
  if (isOffline()) {
    state.error = 'Coldpress was started offline, so nothing is received.'
    return
  }
  try {
    const secret = await app.events.inboxSecrets.get(accountId)
    if (secret === undefined) {
      state.error = 'It has no secret yet. Give it the one that the service showed, or make one.'
      return
    }
    const { port, hosts } = app.events.inboxConfigs.get(accountId)
    state.running = await useAndWipe(secret, () =>
      app.events.listen({
        accountId,
        secret,
        port,
        hosts,
        onEvent: () => {
          state.received += 1
          state.lastReceivedAt = now().toISOString()
          deps.onArrived()
          deps.onChange()
        },
        onError: (status, reason) => {
          state.lastError = { at: now().toISOString(), status, reason }
          deps.onChange()
        },
      }),
    )
  } catch (error) {
    state.error = isColdpressError(error, 'vault_locked')
      ? 'Its secret is in the vault, which is locked. It listens as soon as the vault is open.'
      : messageOf(error)
  }
}

type Acts = {
  readonly apply: (accountId: string) => Promise<void>
  readonly viewOf: (accountId: string) => InboxView
}

const handlersOf = (deps: Deps, { apply, viewOf }: Acts): InboxService['handlers'] => {
  const { app, log } = deps
  const { inboxConfigs, inboxSecrets } = app.events
  const changeSecret = async (
    accountId: string,
    message: string,
    change: () => Promise<void>,
  ): Promise<InboxView> => {
    const { name } = hostedAccount(app, accountId)
    await change()
    log({ level: 'info', kind: 'account', message: `${name}: ${message}`, details: { accountId } })
    await apply(accountId)
    return viewOf(accountId)
  }
  return {
    'inboxes.change': async ({ accountId, ...config }) => {
      const { name } = hostedAccount(app, accountId)
      const before = inboxConfigs.get(accountId)
      await confirmAddresses(
        deps,
        config.hosts
          .filter((host) => !before.hosts.includes(host))
          .map((host) => `https://${host}/`),
        `Deliveries that come through it are taken as events of ${name}.`,
      )
      const { isOn, port } = inboxConfigs.set({ accountId, ...config })
      await apply(accountId)
      const what = isOn ? `is on, at port ${port}` : 'is off'
      if (before.isOn !== isOn)
        log({ level: 'info', kind: 'account', message: `${name}: its inbox ${what}.` })
      return viewOf(accountId)
    },
    'inboxes.hasSecret': async ({ accountId }) => {
      const secret = await inboxSecrets.get(accountId)
      secret?.wipe()
      return { has: secret !== undefined }
    },
    // Users paste secrets with spaces around them.
    'inboxes.setSecret': ({ accountId, secret: text }) =>
      changeSecret(accountId, 'its inbox has another secret.', () =>
        useAndWipe(Secret.ofText(text.trim()), (secret) => inboxSecrets.set(accountId, secret)),
      ),
    'inboxes.makeSecret': ({ accountId }) =>
      changeSecret(accountId, 'a new secret was made for its inbox.', async () =>
        (await inboxSecrets.make(accountId)).wipe(),
      ),
    'inboxes.reveal': async ({ accountId }) => {
      const { name } = hostedAccount(app, accountId)
      const secret = await inboxSecrets.get(accountId)
      if (secret === undefined) {
        throw new ColdpressError('key_missing', `The inbox of ${name} has no secret yet.`)
      }
      log({
        level: 'info',
        kind: 'account',
        message: `${name}: the secret of its inbox was shown.`,
      })
      return useAndWipe(secret, (text) => Promise.resolve({ text: text.text() }))
    },
    'inboxes.register': async ({ accountId, callbackUrl }) => {
      const { name } = hostedAccount(app, accountId)
      requireVault(app)
      const { id: webhookId, secret } = await addWebhook(
        { accounts: app.accounts, confirm: asksOutsidePage(deps).confirm },
        accountId,
        { name: 'Coldpress', callback_url: callbackUrl },
      )
      log({
        level: 'info',
        kind: 'account',
        message: `${name} sends its events to ${callbackUrl} from now on.`,
        details: { accountId, webhookId },
      })
      if (secret === undefined) return { webhookId, isSecretStored: false }
      await changeSecret(accountId, 'its inbox has the secret of that webhook.', () =>
        useAndWipe(secret, () => inboxSecrets.set(accountId, secret)),
      )
      return { webhookId, isSecretStored: true }
    },
  }
}

/** @throws ColdpressError `not_found`; `invalid` for the Local studio, which needs no inbox set up */
const hostedAccount = ({ accounts }: Deps['app'], accountId: string) => {
  const account = accounts.get(accountId)
  if (account.kind === 'hosted') return account
  throw new ColdpressError(
    'invalid',
    `The events of ${account.name} come by themselves; it has no inbox to set up.`,
  )
}

/** The service returns the secret once, so make sure first that it can be stored. */
const requireVault = ({ vault }: Deps['app']): void => {
  if (vault.status().state !== 'new') return
  throw new ColdpressError(
    'vault_locked',
    'There is no vault yet to keep the secret that the service returns. Nothing was sent.',
  )
}
