import { z } from 'zod'
import { longText } from '#values/bounds/bounded.ts'
import { ColdpressError, messageOf } from '#values/errors/errors.ts'
import { inParallel } from '#values/work/in-parallel.ts'
import type { Block, ChainTransaction } from '../gateway/gateway.ts'
import { abortable } from './abortable.ts'
import type { Submission, SubmissionChange, SubmissionError } from './journal.ts'
import { rejectionCauseOf } from '../gateway/rejection.ts'
import { deepen, type DeepenOptions, finalAfterOf, rolledBack } from './deepen.ts'
import { maxParallelCalls } from './at-once.ts'

export type AdvanceOptions = DeepenOptions & {
  /** Slots after the end of its validity in which a transaction may still appear on chain. */
  readonly marginSlots: bigint
  /** Time to wait before the same bytes are sent again. */
  readonly resendMs: number
}

/** The result of one round: all changes, and why it could not do more. */
export type Round = {
  readonly changed: readonly Submission[]
  /** Number of unfinished transactions. */
  readonly unfinished: number
  readonly error: SubmissionError | undefined
}

/** A gateway's rejection; `mayHaveArrived`: a node may have these bytes already. */
const rejection = z.object({
  reason: longText.optional(),
  mayHaveArrived: z.boolean().default(false),
})

/** Delay of the second attempt after a temporary rejection. */
const firstRetryMs = 2_000

/**
 * One round over all unfinished transactions: finds them on chain, notices rollbacks, counts blocks,
 * and sends what is due, parents before children, independent ones at the same time. Each step is
 * stored before and after it is taken.
 */
export const advance = async (options: AdvanceOptions, signal?: AbortSignal): Promise<Round> => {
  const { journal, gateway } = options
  const open = journal.open()
  const deepening = journal.deepening(options.now().getTime())
  const changed: Submission[] = []
  const recordError = async ({ txId }: Submission, error: SubmissionError): Promise<void> => {
    const before = journal.find(txId)
    if (before === undefined || isSameError(before.error, error)) return
    const after = await journal.change(before, { error })
    if (after !== undefined) changed.push(after)
  }
  const left = new Set(open)
  let ofOne: SubmissionError | undefined
  const takeStep = async (submission: Submission, tip: Block): Promise<void> => {
    signal?.throwIfAborted()
    try {
      const after = await new Step(options, submission, tip, signal).take()
      if (after.version !== submission.version) changed.push(after)
    } catch (error) {
      if (!isOfOne(error)) throw error
      const reported = { code: error.code, message: messageOf(error) }
      ofOne ??= reported
      await recordError(submission, reported)
    }
    left.delete(submission)
  }
  try {
    const isIdle = open.length === 0 && deepening.length === 0
    const tip = isIdle ? undefined : await abortable(gateway.tip(signal), signal)
    if (tip === undefined) return { changed, unfinished: open.length, error: undefined }
    for (const generation of generationsOf(open))
      await inParallel(generation, maxParallelCalls(gateway.network), (submission) =>
        takeStep(submission, tip),
      )
    changed.push(...(await deepen(options, deepening, tip, signal)))
    return { changed, unfinished: open.length, error: ofOne }
  } catch (error) {
    if (signal?.aborted === true) return { changed, unfinished: open.length, error: undefined }
    if (!(error instanceof ColdpressError)) throw error
    const gatewayError = { code: error.code, message: messageOf(error) }
    // What the gateway does not answer for one, it won't answer for the next either.
    await Promise.all([...left].map((submission) => recordError(submission, gatewayError)))
    return { changed, unfinished: open.length, error: gatewayError }
  }
}

const ofOneCodes: ReadonlySet<string> = new Set([
  'too_large',
  'invalid',
  'service_error',
  'not_implemented',
])

/**
 * Only this transaction is affected: the gateway responds, but unintelligibly, rejects it, or cannot do
 * what it needs. Later transactions must not wait.
 */
const isOfOne = (error: unknown): error is ColdpressError =>
  error instanceof ColdpressError && ofOneCodes.has(error.code)

/**
 * Groups of independent transactions in order of arrival, each after the groups whose outputs it
 * spends.
 */
const generationsOf = (open: readonly Submission[]): readonly (readonly Submission[])[] => {
  const byId = new Map(open.map((submission) => [submission.txId, submission]))
  const known = new Map<Submission, number>()
  const generationOf = (submission: Submission): number => {
    const before = known.get(submission)
    if (before !== undefined) return before
    // Terminates: a transaction cannot spend its own descendants' outputs.
    const parents = submission.inputs.flatMap(({ txId }) => byId.get(txId) ?? [])
    const generation = Math.max(0, ...parents.map((parent) => generationOf(parent) + 1))
    known.set(submission, generation)
    return generation
  }
  const generations: Submission[][] = []
  for (const submission of open) (generations[generationOf(submission)] ??= []).push(submission)
  return generations
}

const isSameError = (a: SubmissionError | null, b: SubmissionError): boolean =>
  a?.code === b.code && a.message === b.message

/** An error of the gateway, which works again, rather than of the transaction. */
const isPassing = (reported: SubmissionError | null): boolean =>
  reported !== null &&
  !['rejected', 'rolled_back', 'missing', 'parent_lost'].includes(reported.code)

const submissionError = (code: string, message: string): SubmissionError => ({ code, message })

/** One transaction in one round. `#row` is always what the journal holds. */
class Step {
  readonly #options: AdvanceOptions
  readonly #tip: Block
  readonly #signal: AbortSignal | undefined
  #row: Submission

  constructor(
    options: AdvanceOptions,
    row: Submission,
    tip: Block,
    signal: AbortSignal | undefined,
  ) {
    this.#options = options
    this.#row = row
    this.#tip = tip
    this.#signal = signal
  }

  /** @throws ColdpressError when the gateway does not answer */
  async take(): Promise<Submission> {
    const { state, attempts, withdrawn } = this.#row
    const isNew = state === 'ready' && attempts === 0 && !withdrawn
    if (!isNew && this.#mayLook()) {
      const found = await this.#answer(this.#options.gateway.transaction(this.#row.txId))
      if (found !== undefined) return this.#onChain(found)
      if (this.#row.state === 'in_block') await this.#rolledBack()
      else await this.#lookedInVain()
    }
    if (this.#hasEnded()) return this.#ended()
    if (this.#parentsAreLost()) return this.#orphaned()
    if (this.#maySend()) await this.#send()
    else if (isPassing(this.#row.error)) await this.#change({ error: null })
    return this.#row
  }

  /** Writes; false if another process wrote first, and this round skips the transaction. */
  async #change(change: SubmissionChange): Promise<boolean> {
    const after = await this.#options.journal.change(this.#row, change)
    if (after !== undefined) this.#row = after
    return after !== undefined
  }

  /** Some gateway calls cannot be aborted, but waiting for them can. */
  #answer<T>(call: Promise<T>): Promise<T> {
    return abortable(call, this.#signal)
  }

  #nowMs(): number {
    return this.#options.now().getTime()
  }

  /** Transactions not expected on chain are looked up only occasionally. */
  #mayLook(): boolean {
    if (!this.#isHardlyThere()) return true
    return this.#isDue() || this.#hasEnded()
  }

  /** A time further off than the schedule allows was set before the clock was put back. */
  #isDue(): boolean {
    const waitMs = this.#row.dueAt - this.#nowMs()
    return waitMs <= 0 || waitMs > Math.max(firstRetryMs, this.#options.resendMs)
  }

  #isHardlyThere(): boolean {
    const { state, withdrawn } = this.#row
    return state === 'awaiting' || state === 'rejected' || (withdrawn && state !== 'in_block')
  }

  async #lookedInVain(): Promise<void> {
    if (!this.#isHardlyThere()) return
    if (!this.#hasEnded()) await this.#change({ dueAt: this.#nowMs() + this.#options.resendMs })
  }

  async #onChain(found: ChainTransaction): Promise<Submission> {
    const { gateway, confirmations: wanted } = this.#options
    let confirmations = Math.max(0, this.#tip.height - found.height)
    let settled = false
    if (confirmations >= wanted) {
      // The tip may be outdated, so finality is checked with the block itself.
      const block = await this.#answer(gateway.block(found.block))
      confirmations = block?.confirmations ?? 0
      settled = confirmations >= wanted
    }
    const block = { hash: found.block, height: found.height, slot: found.slot }
    const row = this.#row
    const isUnreported =
      settled ||
      row.state !== 'in_block' ||
      row.block?.hash !== block.hash ||
      row.confirmations !== confirmations ||
      row.error !== null
    if (isUnreported) {
      const state = settled ? 'confirmed' : 'in_block'
      const due = settled
        ? { dueAt: this.#nowMs() + this.#options.pollMs, finalAfter: await this.#finalAfter() }
        : {}
      await this.#change({ state, settled, block, confirmations, error: null, ...due })
    }
    return this.#row
  }

  #finalAfter(): Promise<number> {
    return finalAfterOf(this.#options, this.#signal)
  }

  async #rolledBack(): Promise<void> {
    await this.#change(rolledBack(this.#row))
  }

  /** The gateway's tip is past the last block that could hold it. */
  #hasEnded(): boolean {
    const { validUntil } = this.#row
    return validUntil !== null && this.#tip.slot >= validUntil + this.#options.marginSlots
  }

  async #ended(): Promise<Submission> {
    const { state } = this.#row
    if (state === 'rejected') await this.#change({ settled: true })
    else {
      await this.#change({
        state: 'missing',
        settled: true,
        error: submissionError(
          'missing',
          state === 'awaiting'
            ? `Its validity ended at slot ${this.#row.validUntil} before everybody had signed it. It can be built again.`
            : `Its validity ended at slot ${this.#row.validUntil} and it is not on chain. It can be built again.`,
        ),
      })
    }
    return this.#row
  }

  #parents(): readonly Submission[] {
    return this.#row.inputs.flatMap(({ txId }) => this.#options.journal.find(txId) ?? [])
  }

  #parentsAreLost(): boolean {
    return this.#parents().some(({ state, settled }) => settled && state !== 'confirmed')
  }

  async #orphaned(): Promise<Submission> {
    await this.#change({
      state: 'rejected',
      settled: true,
      error: submissionError(
        'parent_lost',
        'It spends an output of a transaction that never reached the chain, so neither can it.',
      ),
    })
    return this.#row
  }

  #maySend(): boolean {
    const { state, validUntil, withdrawn } = this.#row
    if (withdrawn || (state !== 'ready' && state !== 'sent')) return false
    if (validUntil !== null && this.#tip.slot >= validUntil) return false
    return this.#isDue() && this.#parents().every(isUnderWay)
  }

  async #send(): Promise<void> {
    const { txId, attempts } = this.#row
    const { journal, resendMs } = this.#options
    const bytes = journal.bytesOf(txId)
    if (bytes === undefined) throw new Error('a transaction without bytes cannot be sent')
    // From here on it may be on its way: only the chain decides.
    if (!(await this.#change({ attempts: attempts + 1, dueAt: this.#nowMs() + firstRetryMs })))
      return
    try {
      await this.#answer(this.#options.gateway.submit(bytes, this.#signal))
    } catch (error) {
      if (!(error instanceof ColdpressError) || error.code !== 'rejected') throw error
      await this.#rejected(error)
      return
    }
    await this.#change({ state: 'sent', error: null, dueAt: this.#nowMs() + resendMs })
  }

  async #rejected(error: ColdpressError): Promise<void> {
    const { reason, mayHaveArrived } = rejection.parse(error.details)
    const { cause } = rejectionCauseOf(reason ?? error.message)
    const isFirst = this.#row.attempts === 1
    const reported = { code: error.code, message: error.message }
    const again = { dueAt: this.#nowMs() + this.#retryMs(), error: reported }
    if (cause === 'outside_validity') {
      await this.#change(again)
    } else if (cause !== 'inputs_spent') {
      await this.#change({ state: 'rejected', settled: isFirst && !mayHaveArrived, ...again })
    } else if (!isFirst) {
      // Its inputs are spent, most likely by itself on an earlier attempt.
      await this.#change({ state: 'sent', ...again })
    } else if (this.#parents().some(({ settled }) => !settled)) {
      // This node has not seen the parent yet.
      await this.#change(again)
    } else {
      await this.#change({ state: 'rejected', ...again })
    }
  }

  #retryMs(): number {
    return Math.min(firstRetryMs * 2 ** Math.min(this.#row.attempts, 16), this.#options.resendMs)
  }
}

const isUnderWay = ({ state }: Submission): boolean =>
  state === 'sent' || state === 'in_block' || state === 'confirmed'
