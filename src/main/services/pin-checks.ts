import type { PinCheckResult } from '#contract/pins/pin-target.ts'
import type { PinChecksFacts } from '#contract/pins/calls.ts'
import { errorRecordOf } from '#values/errors/error-record.ts'
import { ColdpressError, isColdpressError } from '#values/errors/errors.ts'
import { numberText } from '#values/text/format.ts'
import { ownContent } from '#app/home/own-content.ts'
import { isOffline } from '#platform/offline/offline.ts'
import { sleep } from '#platform/http/sleep.ts'
import { loggedDetails } from './error-logging.ts'
import { dueTarget, noticeOf, sampleOf } from './pin-schedule.ts'
import { type PinCheckRun, runPinCheck } from './run-pin-check.ts'
import { timedProgress } from './timed-progress.ts'
import type { HandlersOf, LogDraft, ServiceContext, ServicesDeps } from './services-deps.ts'

/** After the start, which has more urgent work. */
const firstMs = 60_000
/** How often it is seen whether a check is due. */
const lookMs = 10 * 60_000
/** A check that nobody waits for handles at most four files a second, and waits for imports. */
const unattendedMs = 250
const importPollMs = 1_000

type PinCheckContext = ServiceContext &
  Pick<ServicesDeps, 'emit'> & {
    readonly runningImports: () => number
    readonly now?: () => number
  }

export type PinCheckService = {
  readonly handlers: Pick<HandlersOf<'pins'>, 'pins.checks' | 'pins.check' | 'pins.stopCheck'>
  /** From now on checks by itself, as often as the settings say. */
  readonly start: () => void
  /** One such look: checks the place that is due, unless something is under way. */
  readonly look: () => Promise<void>
  /** Stops the check that runs, and waits for its end. */
  readonly close: () => Promise<void>
}

type Running = {
  facts: NonNullable<PinChecksFacts['running']>
  readonly stopper: AbortController
  /** Never rejects; undefined when it was stopped. */
  end: Promise<PinCheckResult | undefined>
}

/** Checks pin targets in the background and repairs what they lack, one target at a time. */
export const createPinCheckService = (context: PinCheckContext): PinCheckService => {
  const { core, emit, log, runningImports, now = Date.now } = context
  const { pinTargets } = core
  let running: Running | undefined
  let timer: NodeJS.Timeout | undefined

  const facts = (): PinChecksFacts => ({
    running: running?.facts ?? null,
    results: [...pinTargets.checks.list()],
  })
  const report = (): PinChecksFacts => {
    const reported = facts()
    emit('pins.checked', reported)
    return reported
  }
  const store = (result: Omit<PinCheckResult, 'at'>): PinCheckResult => {
    const stored = { ...result, at: new Date(now()).toISOString() }
    pinTargets.checks.store(stored)
    log(entryOf(stored))
    return stored
  }
  const pace = async (signal: AbortSignal): Promise<void> => {
    await sleep(unattendedMs, signal)
    while (runningImports() > 0) await sleep(importPollMs, signal)
  }
  /** Never throws: the result says what failed. A check that was stopped leaves the earlier one. */
  const follow = async (
    name: string,
    work: Promise<Omit<PinCheckResult, 'at'>>,
  ): Promise<PinCheckResult | undefined> => {
    try {
      return store(await work)
    } catch (error) {
      if (isColdpressError(error, 'cancelled')) return undefined
      return store(failedResult(name, error))
    } finally {
      running = undefined
      report()
    }
  }

  /** @throws ColdpressError when the target cannot be opened, or one is being checked */
  const begin = async (
    name: string,
    what: Pick<PinCheckRun, 'cids' | 'repairs' | 'sample' | 'pace'>,
  ): Promise<Running> => {
    if (running !== undefined)
      throw new ColdpressError('conflict', `${running.facts.name} is being checked already.`)
    const begun: Running = {
      facts: { name, step: 'check', done: 0, total: what.cids.length, secondsLeft: null },
      stopper: new AbortController(),
      end: Promise.resolve(undefined),
    }
    running = begun
    try {
      const pins = await pinTargets.open(name)
      const progressOf = (step: Running['facts']['step']) =>
        timedProgress((made) => {
          begun.facts = { name, step, ...made }
          report()
        })
      const onProgress = { check: progressOf('check'), repair: progressOf('repair') }
      const { signal } = begun.stopper
      begun.end = follow(name, runPinCheck({ core, pins, signal, onProgress, ...what }))
      report()
      return begun
    } catch (error) {
      running = undefined
      throw error
    }
  }
  const stop = async (): Promise<void> => {
    running?.stopper.abort(new ColdpressError('cancelled', 'The check was stopped.'))
    await running?.end
  }

  const look = async (): Promise<void> => {
    const { pinCheck } = core.settings.get()
    if (pinCheck === 'off' || isOffline() || running !== undefined || runningImports() > 0) return
    const name = dueTarget(pinTargets, pinCheck, now())
    if (name === undefined) return
    const cids = pinTargets.everAt(name)
    const sample = sampleOf(cids)
    let begun: Running
    try {
      begun = await begin(name, { cids, sample, repairs: true, pace })
    } catch (error) {
      // it is due again when the vault is open
      if (isColdpressError(error, 'vault_locked') || running !== undefined) return
      store(failedResult(name, error))
      return
    }
    const result = await begun.end
    const message = result === undefined ? undefined : noticeOf(result)
    if (message !== undefined) emit('app.notice', { message })
  }

  return {
    handlers: {
      'pins.checks': facts,
      'pins.check': async ({ name, repairs }) => {
        await begin(name, { cids: await ownContent(core), repairs })
        return facts()
      },
      'pins.stopCheck': async () => {
        await stop()
        return facts()
      },
    },
    start: () => {
      timer = setTimeout(function again() {
        void look().catch(() => undefined)
        timer = setTimeout(again, lookMs).unref()
      }, firstMs).unref()
    },
    look,
    close: async () => {
      clearTimeout(timer)
      await stop()
    },
  }
}

/** Nothing was found. */
const failedResult = (name: string, error: unknown): Omit<PinCheckResult, 'at'> => ({
  name,
  error: errorRecordOf(error),
  check: null,
  repaired: null,
})

const entryOf = ({ name, error, check, repaired }: PinCheckResult): LogDraft => {
  const found = check === null ? [] : [countsText(name, check)]
  const undone = check === null ? 'checked' : 'repaired'
  const why = error === null ? [] : [`${name} could not be ${undone}: ${error.message}`]
  const unrepaired = repaired === null ? '' : repaired.reasons.join('\n')
  return {
    level: check !== null && check.sound === check.files ? 'info' : 'warning',
    kind: 'app',
    message: [...found, ...why].join(' '),
    details: {
      ...loggedDetails(error?.details ?? {}),
      ...(unrepaired === '' ? {} : { unrepaired }),
    },
  }
}

const countsText = (name: string, { sound, files }: NonNullable<PinCheckResult['check']>): string =>
  `${numberText(sound)} of ${numberText(files)} files are sound and pinned at ${name}.`
