import type { PinCheckResult } from '#shared/calls/facts.ts'
import type { PinChecksFacts } from '#shared/calls/pins.ts'
import { ColdpressError, isColdpressError, messageOf } from '#shared/errors.ts'
import { numberText } from '#shared/format.ts'
import { ownContent } from '#core/home/own-content.ts'
import { createPace } from '#core/imports/pipeline/pace.ts'
import type { CheckProgress } from '#core/pinning/check-pins.ts'
import { type PinCheckRun, runPinCheck } from './run-pin-check.ts'
import type { HandlersOf, LogDraft, ServiceContext, ServicesDeps } from './services-deps.ts'

/** Between two reports of the same step. */
const reportMs = 200

type PinCheckContext = ServiceContext & Pick<ServicesDeps, 'emit'>

export type PinCheckService = {
  readonly handlers: Pick<HandlersOf<'pins'>, 'pins.checks' | 'pins.check' | 'pins.stopCheck'>
  /** Stops the check that runs, and waits for its end. */
  readonly close: () => Promise<void>
}

type Running = {
  facts: NonNullable<PinChecksFacts['running']>
  readonly stopper: AbortController
  /** Never rejects. */
  end: Promise<void>
}

/** Checks pin targets in the background and repairs what they lack, one target at a time. */
export const createPinCheckService = ({ core, emit, log }: PinCheckContext): PinCheckService => {
  const { pinTargets } = core
  let running: Running | undefined

  const facts = (): PinChecksFacts => ({
    running: running?.facts ?? null,
    results: [...pinTargets.checks.list()],
  })
  const report = (): PinChecksFacts => {
    const reported = facts()
    emit('pins.checked', reported)
    return reported
  }
  const store = (result: Omit<PinCheckResult, 'at'>): void => {
    const stored = { ...result, at: new Date().toISOString() }
    pinTargets.checks.store(stored)
    log(entryOf(stored))
  }

  /** Never throws: the result says what failed. A check that was stopped leaves the earlier one. */
  const follow = async (name: string, work: Promise<Omit<PinCheckResult, 'at'>>): Promise<void> => {
    try {
      store(await work)
    } catch (error) {
      if (!isColdpressError(error, 'cancelled'))
        store({ name, error: messageOf(error), check: null, repaired: null })
    } finally {
      running = undefined
      report()
    }
  }

  /** @throws ColdpressError when the target cannot be opened, or one is being checked */
  const start = async (
    name: string,
    what: Pick<PinCheckRun, 'cids' | 'repairs' | 'sample' | 'pace'>,
  ): Promise<PinChecksFacts> => {
    if (running !== undefined)
      throw new ColdpressError('conflict', `${running.facts.name} is being checked already.`)
    const begun: Running = {
      facts: { name, step: 'check', done: 0, total: what.cids.length, secondsLeft: null },
      stopper: new AbortController(),
      end: Promise.resolve(),
    }
    running = begun
    try {
      const pins = await pinTargets.open(name)
      const onProgress = reporting((now) => {
        begun.facts = { name, ...now }
        report()
      })
      const { signal } = begun.stopper
      begun.end = follow(name, runPinCheck({ core, pins, signal, onProgress, ...what }))
      return report()
    } catch (error) {
      running = undefined
      throw error
    }
  }
  const stop = async (): Promise<void> => {
    running?.stopper.abort(new ColdpressError('cancelled', 'The check was stopped.'))
    await running?.end
  }

  return {
    handlers: {
      'pins.checks': facts,
      'pins.check': async ({ name, repairs }) =>
        start(name, { cids: await ownContent(core), repairs }),
      'pins.stopCheck': async () => {
        await stop()
        return facts()
      },
    },
    close: stop,
  }
}

type Step = Pick<Running['facts'], 'step' | 'done' | 'total' | 'secondsLeft'>

/** Passes on a step's progress with the time left, at most every {@link reportMs}. */
const reporting = (report: (now: Step) => void): PinCheckRun['onProgress'] => {
  const clock = () => performance.now()
  const paces = { check: createPace(clock), repair: createPace(clock) }
  let reportedAt = -Infinity
  return (step, { done, total }: CheckProgress) => {
    paces[step].done(1)
    if (clock() - reportedAt < reportMs && done < total) return
    reportedAt = clock()
    report({ step, done, total, secondsLeft: paces[step].secondsFor(total - done) })
  }
}

const entryOf = ({ name, error, check }: PinCheckResult): LogDraft => {
  if (check === null)
    return { level: 'warning', kind: 'app', message: `${name} could not be checked: ${error}` }
  const { sound, files } = check
  return {
    level: sound === files ? 'info' : 'warning',
    kind: 'app',
    message: `${numberText(sound)} of ${numberText(files)} files are sound and pinned at ${name}.`,
  }
}
