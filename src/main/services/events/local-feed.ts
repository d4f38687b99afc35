import type { LocalFeedFacts } from '#shared/calls/inboxes.ts'
import { isColdpressError, messageOf } from '#shared/errors.ts'
import type { Webhook } from '#shared/wire/webhook.ts'
import type { MintingClient } from '#core/api/client.ts'
import type { RunningInbox } from '#core/events/inbox/inbox.ts'
import type { Core } from '#core/index.ts'
import { type Secret, useAndWipe } from '#core/secret/secret.ts'

export type LocalFeed = {
  readonly facts: () => LocalFeedFacts
  /** Begins; does nothing when it has started. */
  readonly start: () => void
  /** Tries at once what was put off: the vault was opened or locked. */
  readonly wake: () => void
  readonly close: () => Promise<void>
}

const accountId = 'local'
/** By this name the window finds its webhook again, wherever the studio runs the next time. */
const webhookName = 'Coldpress (this window)'
/** Beside the secret of `coldpress events listen`, which has a webhook of its own. */
const secretName = 'local-window'

const listEveryMs = 5_000
/** While events are delivered the list is only looked at in case one was not. */
const checkEveryMs = 60_000
/** A studio that does not answer must not hold up the end of the app. */
const closeTimeoutMs = 2_000
/** Events that the list brought although deliveries work: after so many the webhook is made again. */
const maxMissed = 2

type Deps = {
  readonly core: Pick<Core, 'accounts' | 'events' | 'vault'>
  /** An event is on disk. */
  readonly onArrived: () => void
  readonly onChange: () => void
}

/**
 * Takes in the events of the Local studio: it has a webhook at the studio that delivers to an inbox
 * of this process, at any free port. What happened while nobody listened the studio's list tells,
 * which is read at the start, now and then, and all the time while the vault cannot give what
 * deliveries are signed with. The store knows what came twice. At the end the webhook is disabled:
 * the port is anybody's from then on, and a studio that runs without this window must not post there.
 */
export const createLocalFeed = (deps: Deps): LocalFeed => {
  const stop = new AbortController()
  const { signal } = stop
  let facts: LocalFeedFacts = { mode: 'off', message: null }
  let running: Promise<void> | undefined
  let wakeUp: () => void = () => undefined
  const link = createLink(deps, signal)

  const report = (next: LocalFeedFacts): void => {
    const isSame = next.mode === facts.mode && next.message === facts.message
    facts = next
    if (!isSame) deps.onChange()
  }
  const round = async (): Promise<void> => {
    try {
      const message = await link.connect()
      const { added } = await deps.core.events.catchUp(accountId, signal)
      if (added > 0) deps.onArrived()
      if (message === undefined) await link.countMissed(added)
      report({ mode: message === undefined ? 'deliveries' : 'list', message: message ?? null })
    } catch (error) {
      if (!signal.aborted) report({ mode: 'off', message: messageOf(error) })
    }
  }
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      const woken = new Promise<void>((resolve) => {
        wakeUp = resolve
      })
      await round()
      const pause = facts.mode === 'deliveries' ? checkEveryMs : listEveryMs
      await pauseUntil(woken, pause, signal)
    }
    await link.close()
  }
  return {
    facts: () => facts,
    start: () => {
      if (!signal.aborted) running ??= run()
    },
    wake: () => wakeUp(),
    close: async () => {
      stop.abort()
      await running
    },
  }
}

/** Whether the studio can sign what it delivers now: in sealed files its secrets are shut away. */
const canSign = ({ vault }: Deps['core']): boolean => {
  const { state, backend } = vault.status()
  return state === 'unlocked' || backend === 'keychain'
}

const pauseUntil = (woken: Promise<void>, ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    timer.unref()
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
    void woken.then(end)
  })

type Link = {
  /**
   * Opens the inbox and has the studio deliver there, unless that is so.
   * @returns why the vault does not allow it now; undefined when events are delivered
   */
  readonly connect: () => Promise<string | undefined>
  /** Told how many events the list had that were not delivered. */
  readonly countMissed: (missed: number) => Promise<void>
  readonly close: () => Promise<void>
}

const createLink = ({ core, onArrived }: Deps, signal: AbortSignal): Link => {
  let inbox: RunningInbox | undefined
  /** The first look at the list brings what happened while nothing was delivered. */
  let isFresh = true
  let missed = 0
  /** Of the studio that answered last: at the end none is started to be told. */
  let client: MintingClient | undefined
  let webhookId: string | undefined
  const shut = async (): Promise<void> => {
    await inbox?.close()
    inbox = undefined
  }
  return {
    connect: async () => {
      client = await core.accounts.client(accountId)
      if (!canSign(core)) {
        isFresh = true
        return 'The vault is locked, so the studio is asked every few seconds.'
      }
      if (inbox !== undefined) return undefined
      const webhook = await ownWebhook(core, client, signal)
      if (webhook === undefined) return 'The studio does not sign what it delivers.'
      inbox = await useAndWipe(webhook.secret, (secret) =>
        core.events.listen({
          accountId,
          secret,
          scheme: 'standard',
          onEvent: () => {
            missed = 0
            onArrived()
          },
        }),
      )
      isFresh = true
      missed = 0
      webhookId = webhook.id
      try {
        const here = { callback_url: inbox.url, available: 'true' } as const
        await client.updateWebhook(webhookId, here, { signal })
      } catch (error) {
        await shut()
        throw error
      }
      return undefined
    },
    countMissed: async (added) => {
      if (!isFresh) missed += added
      isFresh = false
      if (missed < maxMissed) return
      await shut()
      await core.events.inboxSecrets.remove(secretName)
    },
    close: async () => {
      // While it still listens, so that no delivery goes astray in between.
      if (webhookId !== undefined) {
        const until = { signal: AbortSignal.timeout(closeTimeoutMs) }
        await client?.updateWebhook(webhookId, { available: 'false' }, until).catch(() => undefined)
      }
      await shut()
    },
  }
}

/** Nobody listens there; the webhook gets its address once the inbox has one. */
const nowhere = 'http://127.0.0.1:9/'

/** `secret`: told this once, where the studio tells one. */
type MadeWebhook = { readonly id: string; readonly secret?: Secret }

type OwnWebhook = { readonly id: string; readonly secret: Secret }

/** The webhook of this window, enabled or not, with its secret: made again unless both are there. */
const ownWebhook = async (
  { accounts, events }: Deps['core'],
  client: MintingClient,
  signal: AbortSignal,
): Promise<OwnWebhook | undefined> => {
  const found: Webhook[] = []
  for await (const one of client.webhooks({ signal })) if (one.name === webhookName) found.push(one)
  const [only, ...more] = found
  const secret = await events.inboxSecrets.get(secretName)
  if (only !== undefined && more.length === 0 && secret !== undefined) {
    return { id: only.id, secret }
  }
  secret?.wipe()
  for (const { id } of found) await remove(client, id, signal)
  const { network } = accounts.get(accountId)
  const request = { type: 'nft_api', name: webhookName, network } as const
  const made: MadeWebhook = await client.createWebhook(
    { ...request, callback_url: nowhere },
    { signal },
  )
  if (made.secret === undefined) {
    await remove(client, made.id, signal)
    return undefined
  }
  try {
    await events.inboxSecrets.set(secretName, made.secret)
    return { id: made.id, secret: made.secret }
  } catch (error) {
    made.secret.wipe()
    await remove(client, made.id, signal)
    throw error
  }
}

/** One that somebody else has removed meanwhile is gone as well. */
const remove = async (client: MintingClient, id: string, signal: AbortSignal): Promise<void> => {
  try {
    await client.deleteWebhook(id, { signal })
  } catch (error) {
    if (!isColdpressError(error, 'not_found')) throw error
  }
}
