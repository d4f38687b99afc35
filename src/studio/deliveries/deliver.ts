import { setTimeout as sleep } from 'node:timers/promises'
import type { DeliveryTimes } from '../options.ts'
import type { Database } from '#platform/db/database.ts'
import type { WebhookSecrets } from '#platform/secret/webhook-secrets.ts'
import { abortable } from '#chain/submission/abortable.ts'
import { isColdpressError, messageOf } from '#values/errors/errors.ts'
import { deliveryBody, type EventOrigin, idempotencyKey } from '../events/body.ts'
import { setWaiting } from '../store/webhooks.ts'
import { type Claim, claimDue, type Receiver, receiversDue, releaseClaim } from './claims.ts'
import { resetFutureTimes } from './schedule.ts'
import { createSecretCache, type SecretCache } from './secret-cache.ts'
import { headersToStore, messageFor, secretOf } from './message.ts'
import { createSender, type Outcome, type Sender } from './send.ts'
import { type Attempted, settle } from './settle.ts'
import { createSlots } from './slots.ts'
import { deleteEnded } from './store.ts'

const firstMs = 1_000
const longestMs = 15_000

/** Webhooks that are paused for growing times, because something they need is unavailable. */
type Backoff = {
  readonly isPaused: (webhookId: string) => boolean
  readonly pause: (webhookId: string) => void
  readonly end: (webhookId: string) => void
}

const createBackoff = (): Backoff => {
  const backoff = new Map<string, { readonly until: number; readonly ms: number }>()
  return {
    isPaused: (webhookId) => performance.now() < (backoff.get(webhookId)?.until ?? 0),
    pause: (webhookId) => {
      const before = backoff.get(webhookId)
      // Of several concurrent failures only the first counts.
      if (before !== undefined && performance.now() < before.until) return
      const ms = before === undefined ? firstMs : Math.min(before.ms * 2, longestMs)
      backoff.set(webhookId, { until: performance.now() + ms, ms })
    },
    end: (webhookId) => void backoff.delete(webhookId),
  }
}

type Deps = EventOrigin & {
  readonly database: Database
  readonly now: () => Date
  readonly webhookSecrets: WebhookSecrets | undefined
  /** Receives errors that no request can report. */
  readonly failed: (error: unknown) => void
  readonly times?: DeliveryTimes | undefined
}

/** The end of a claim: attempted, or not sent, with the reason where known. */
type Ended = { readonly claim: Claim } & (
  | { readonly attempted: Attempted }
  | { readonly attempted: undefined; readonly waits: string | undefined }
)

const limitMs = 15_000
const pollMs = 500
/** Margin after which a killed process's claim lapses. */
const marginMs = 5_000
const closeMs = 1_000
/** Results are collected and stored together: a transaction costs more than a delivery. */
const betweenRoundsMs = 5
const secretCacheMs = 10_000

/**
 * Delivers the outbox. Several processes may do so on one database: a claim reserves a delivery
 * until its attempt must be over. Results are stored in rounds, one transaction each.
 */
export class Deliveries {
  readonly #deps: Deps
  readonly #limitMs: number
  readonly #sender: Sender
  readonly #secrets: SecretCache
  readonly #prune: () => void
  readonly #slots = createSlots()
  readonly #pauses = createBackoff()
  readonly #stop = new AbortController()
  readonly #underWay = new Set<Promise<void>>()
  #ended: Ended[] = []
  #state: 'new' | 'running' | 'closed' = 'new'
  #poll: NodeJS.Timeout | undefined
  #roundIsSet = false
  #lastRoundAt = 0
  #lastClockMs = Infinity
  #rounds = 0
  #lastError: string | undefined

  constructor(deps: Deps) {
    this.#deps = deps
    this.#limitMs = deps.times?.limitMs ?? limitMs
    this.#sender = createSender(this.#limitMs)
    this.#secrets = createSecretCache((id) => secretOf(deps.webhookSecrets, id), secretCacheMs)
    this.#prune = createPruner(deps.database, deps.now)
  }

  /** Starts with what is due, including deliveries left by an earlier or killed run. */
  start(): void {
    this.#state = 'running'
    this.#poll = setInterval(() => {
      this.#secrets.clear()
      this.#attempt(() => this.#lookAtClock())
      this.#attempt(this.#prune)
      this.wake()
    }, this.#deps.times?.pollMs ?? pollMs)
    this.wake()
  }

  /** Checks at the start too: the clock may have been set back while no studio ran. */
  #lookAtClock(): void {
    const nowMs = this.#deps.now().getTime()
    if (nowMs < this.#lastClockMs)
      resetFutureTimes(this.#deps.database, { nowMs, longestClaimMs: this.#limitMs + marginMs })
    this.#lastClockMs = nowMs
  }

  /** Call it when a delivery is due, or will be when the current transaction ends. */
  wake(): void {
    if (this.#roundIsSet || this.#state !== 'running') return
    this.#roundIsSet = true
    // Deferred: the caller may still be in a transaction.
    setTimeout(
      () => {
        this.#roundIsSet = false
        if (this.#state !== 'running') return
        this.#attempt(() => this.#round())
        this.#lastRoundAt = performance.now()
      },
      Math.max(0, this.#lastRoundAt + betweenRoundsMs - performance.now()),
    )
  }

  /**
   * Sends a message once, now, outside the queue.
   * @throws ColdpressError as `secretOf`; `cancelled` when the studio closes meanwhile
   */
  async sendNow(to: {
    readonly webhookId: string
    readonly url: string
    readonly key: string
    readonly body: string
  }): Promise<Outcome | undefined> {
    const secret = await this.#secrets.of(to.webhookId)
    return this.#sender.send(messageFor(to, secret, this.#deps.now()))
  }

  /** Waits briefly for running attempts, then aborts them; the next run sends them again. */
  async close(): Promise<void> {
    const wasRunning = this.#state === 'running'
    this.#state = 'closed'
    clearInterval(this.#poll)
    await Promise.race([Promise.all(this.#underWay), sleep(closeMs, undefined, { ref: false })])
    this.#stop.abort()
    await this.#sender.close()
    await Promise.all(this.#underWay)
    if (wasRunning) this.#attempt(() => this.#round())
    this.#secrets.wipeAll()
  }

  #attempt(work: () => void): void {
    try {
      work()
      this.#lastError = undefined
    } catch (error) {
      // Retried with every poll; an unchanged error is reported once.
      if (messageOf(error) !== this.#lastError) this.#deps.failed(error)
      this.#lastError = messageOf(error)
    }
  }

  /** Stores results and claims what is due. */
  #round(): void {
    const { database, now } = this.#deps
    const at = now()
    const due = this.#state === 'running' ? this.#receivers(at) : []
    if (this.#ended.length === 0 && due.length === 0) return
    const claims: { readonly claim: Claim; readonly url: string }[] = []
    try {
      // Unsynced: after a power failure these deliveries are sent once more.
      database.transactUnsynced(() => {
        for (const one of this.#ended) this.#note(one, at)
        for (const { id, callback_url: url } of due) {
          const until = at.getTime() + this.#limitMs + marginMs
          const times = { nowMs: at.getTime(), until }
          for (const claim of claimDue(database, id, times, this.#slots.room(id))) {
            this.#slots.acquire(id)
            claims.push({ claim, url })
          }
        }
      })
    } catch (error) {
      for (const { claim } of claims) this.#slots.free(claim.webhook_id, undefined)
      throw error
    }
    this.#ended = []
    for (const { claim, url } of claims) this.#start(claim, url)
  }

  /** Receivers that have room, rotated among equals. */
  #receivers(at: Date): Receiver[] {
    const due = receiversDue(this.#deps.database, at.getTime()).filter(
      ({ id }) => !this.#pauses.isPaused(id) && this.#slots.room(id) > 0,
    )
    this.#rounds += 1
    const start = this.#rounds % Math.max(1, due.length)
    const turned = [...due.slice(start), ...due.slice(0, start)]
    return turned.toSorted((a, b) => this.#slots.rank(a.id) - this.#slots.rank(b.id))
  }

  #note(ended: Ended, now: Date): void {
    const { database } = this.#deps
    const { claim, attempted } = ended
    if (attempted !== undefined) {
      settle(database, attempted, { now, random: Math.random() })
      // Written every time: another process may have recorded that it waits.
      setWaiting(database, claim.webhook_id, null)
    } else {
      releaseClaim(database, claim)
      if (ended.waits !== undefined) setWaiting(database, claim.webhook_id, ended.waits)
    }
  }

  #start(claim: Claim, url: string): void {
    const running = this.#deliver(claim, url).finally(() => this.#underWay.delete(running))
    this.#underWay.add(running)
  }

  async #deliver(claim: Claim, url: string): Promise<void> {
    const ended = await this.#send(claim, url)
    const { webhook_id: id } = claim
    this.#ended.push(ended)
    if (ended.attempted === undefined) {
      this.#slots.free(id, undefined)
      this.#pauses.pause(id)
    } else {
      this.#slots.free(id, ended.attempted.outcome.error !== null)
      this.#pauses.end(id)
    }
    this.wake()
  }

  async #send(claim: Claim, url: string): Promise<Ended> {
    const { id: eventId, webhook_id: webhookId } = claim
    try {
      const secret = await abortable(this.#secrets.of(webhookId), this.#stop.signal)
      const at = this.#deps.now()
      const key = idempotencyKey(eventId, webhookId)
      const body = deliveryBody(this.#deps, claim, webhookId)
      const message = messageFor({ url, key, body }, secret, at)
      const outcome = await this.#sender.send(message)
      if (outcome === undefined) return { claim, attempted: undefined, waits: undefined }
      return { claim, attempted: { claim, url, at, outcome, headers: headersToStore(message) } }
    } catch (error) {
      if (this.#stop.signal.aborted) return { claim, attempted: undefined, waits: undefined }
      if (!isColdpressError(error)) this.#deps.failed(error)
      return { claim, attempted: undefined, waits: reasonToWait(error) }
    }
  }
}

const reasonToWait = (error: unknown): string =>
  isColdpressError(error) ? messageOf(error) : 'The vault cannot be asked at the moment.'

const retentionMs = 30 * 86_400_000
const everyMs = 3_600_000
const maxAtOnce = 500

/** Deletes deliveries 30 days after they ended, in small batches that don't block. */
const createPruner = (database: Database, now: () => Date): (() => void) => {
  let nextAt = 0
  return () => {
    if (performance.now() < nextAt) return
    const before = new Date(now().getTime() - retentionMs).toISOString()
    const deleted = deleteEnded(database, before, maxAtOnce)
    nextAt = deleted === maxAtOnce ? 0 : performance.now() + everyMs
  }
}
