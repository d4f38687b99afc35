import type { PinCheckResult } from '#contract/pins/pin-target.ts'
import type { PinChecksView } from '#contract/pins/calls.ts'
import { errorRecordOf } from '#values/errors/error-record.ts'
import { isColdpressError } from '#values/errors/errors.ts'
import { numberText } from '#values/text/format.ts'
import { createJob, type JobState } from '#app/jobs/create-job.ts'
import { type FileProgress, withTimeLeft } from '#app/jobs/time-left.ts'
import { ownContent } from '#app/home/own-content.ts'
import { isOffline } from '#platform/offline/offline.ts'
import { loggedDetails } from './error-logging.ts'
import { dueTarget, noticeOf, sampleOf, waitUnattended } from '#app/pins/pin-schedule.ts'
import { checkResultOf, type PinCheckRun, runPinCheck } from '#app/pins/run-pin-check.ts'
import type { WindowHandlersOf, LogDraft, ServiceContext, ServicesDeps } from './services-deps.ts'

/** After the start, which has more urgent work. */
const firstMs = 60_000
/** How often it is seen whether a check is due. */
const lookMs = 10 * 60_000

type PinCheckContext = ServiceContext &
  Pick<ServicesDeps, 'emit'> & {
    readonly runningImports: () => number
    readonly now?: () => number
  }

export type PinCheckService = {
  readonly handlers: Pick<WindowHandlersOf<'pins'>, 'pins.checks' | 'pins.check' | 'pins.stopCheck'>
  /** From now on checks by itself, as often as the settings say. */
  readonly start: () => void
  /** One such look: checks the place that is due, unless something is under way. */
  readonly look: () => Promise<void>
  /** Stops the check that runs, and waits for its end. */
  readonly close: () => Promise<void>
}

type Asked = Pick<PinCheckRun, 'cids' | 'repairs' | 'sample' | 'pace'> & { readonly name: string }
type Progress = Omit<NonNullable<PinChecksView['running']>, 'name'>

/** Checks pin targets in the background and repairs what they lack, one target at a time. */
export const createPinCheckService = (context: PinCheckContext): PinCheckService => {
  const { app, emit, log, runningImports, now = Date.now } = context
  const { pinTargets } = app
  let timer: NodeJS.Timeout | undefined

  const pinChecks = (): PinChecksView => ({
    running: job.isRunning() ? runningCheck(job.state()) : null,
    results: [...pinTargets.checks.list()],
  })
  const store = (result: Omit<PinCheckResult, 'at'>): PinCheckResult => {
    const stored = { ...result, at: new Date(now()).toISOString() }
    pinTargets.checks.store(stored)
    log(entryOf(stored))
    return stored
  }
  const pace = (signal: AbortSignal) => waitUnattended(signal, runningImports)
  const job = createJob<Asked, Progress, PinCheckResult>({
    stopped: 'The check was stopped.',
    busy: ({ name }) => `${name} is being checked already.`,
    open: async ({ name, ...asked }) => {
      const pins = await pinTargets.open(name)
      return async ({ signal, onProgress }) => {
        const report = withTimeLeft<Omit<Progress, 'secondsLeft'>>(onProgress)
        const progressOf = (step: Progress['step']) => (made: FileProgress) =>
          report({ step, done: made.done, total: made.total })
        const reports = { check: progressOf('check'), repair: progressOf('repair') }
        try {
          const checked = await runPinCheck({ app, pins, signal, onProgress: reports, ...asked })
          return store(checkResultOf(checked))
        } catch (error) {
          // A check that was stopped leaves the earlier result.
          signal.throwIfAborted()
          return store(failedResult(name, error))
        }
      }
    },
    onChange: () => emit('pins.checked', pinChecks()),
  })

  const look = async (): Promise<void> => {
    const { pinCheck } = app.settings.get()
    if (pinCheck === 'off' || isOffline() || job.isRunning() || runningImports() > 0) return
    const name = dueTarget(pinTargets, pinCheck, now())
    if (name === undefined) return
    const cids = pinTargets.everAt(name)
    const sample = sampleOf(cids)
    let result: PinCheckResult
    try {
      result = await job.run({ name, cids, sample, repairs: true, pace })
    } catch (error) {
      // it is due again when the vault is open
      if (
        isColdpressError(error, 'vault_locked') ||
        isColdpressError(error, 'cancelled') ||
        job.isRunning()
      )
        return
      store(failedResult(name, error))
      return
    }
    const message = noticeOf(result)
    if (message !== undefined) emit('app.notice', { message })
  }

  return {
    handlers: {
      'pins.checks': pinChecks,
      'pins.check': async ({ name, repairs }) => {
        await job.start({ name, cids: await ownContent(app), repairs })
        return pinChecks()
      },
      'pins.stopCheck': async () => {
        await job.stop()
        return pinChecks()
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
      await job.stop()
    },
  }
}

const runningCheck = ({
  input,
  progress,
}: JobState<Asked, Progress, unknown>): PinChecksView['running'] =>
  input === undefined
    ? null
    : {
        name: input.name,
        ...(progress ?? { step: 'check', done: 0, total: input.cids.length, secondsLeft: null }),
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
