import type { AdoptionProgress, AdoptionReport, AdoptionsFacts } from '#contract/adoptions/calls.ts'
import type { CallInput } from '#contract/window/calls.ts'
import { ColdpressError, isColdpressError, messageOf } from '#values/errors/errors.ts'
import { countText, cutMiddle, numberText } from '#values/text/format.ts'
import type { ConfirmingContext } from './confirm/confirmations.ts'
import { confirmAddresses } from './confirm/new-address.ts'
import type { HandlersOf, LogDraft, ServicesDeps } from './services-deps.ts'

/** Between two reports. */
const reportMs = 200

export type AdoptionService = {
  readonly handlers: HandlersOf<'adoptions'>
  /** Stops the run, and waits for its end. */
  readonly close: () => Promise<void>
}

type AskedPlaces = Pick<CallInput<'adoptions.start'>, 'network' | 'target' | 'gateways'>

type Running = {
  facts: NonNullable<AdoptionsFacts['running']>
  readonly stopper: AbortController
  /** Never rejects. */
  end: Promise<void>
}

/** Adopts policies in the background, one at a time. */
export const createAdoptionService = (
  context: ConfirmingContext & Pick<ServicesDeps, 'emit'>,
): AdoptionService => {
  const { core, emit, log } = context
  let running: Running | undefined
  let failed: AdoptionsFacts['failed'] = null

  const facts = (): AdoptionsFacts => ({
    running: running?.facts ?? null,
    failed,
    reports: [...core.adoptions.reports()],
  })
  const report = (): AdoptionsFacts => {
    const reported = facts()
    emit('adoptions.changed', reported)
    return reported
  }
  /** Never throws: the facts say what failed. */
  const follow = async (
    policy: Pick<AdoptionReport, 'policyId' | 'network'>,
    work: Promise<AdoptionReport>,
  ): Promise<void> => {
    try {
      log(entryOf(await work))
    } catch (error) {
      if (isColdpressError(error, 'cancelled')) return
      failed = { ...policy, message: messageOf(error) }
      log({ level: 'warning', kind: 'app', message: `A policy was not adopted: ${failed.message}` })
    } finally {
      running = undefined
      report()
    }
  }
  /** @throws ColdpressError what the user, the vault or the target says against it */
  const open = async ({ network, target, gateways }: AskedPlaces) => {
    const usual = core.settings.get().imageGateway
    const purpose = 'It is asked for the images of the policy.'
    await confirmAddresses(
      context,
      gateways.filter((url) => url !== usual),
      purpose,
    )
    return {
      pins: await core.pinTargets.open(target),
      gateway: await core.gateways.get(network),
    }
  }
  const stop = async (): Promise<void> => {
    running?.stopper.abort(new ColdpressError('cancelled', 'Adopting the policy was stopped.'))
    await running?.end
  }

  return {
    handlers: {
      'adoptions.state': facts,
      'adoptions.start': async ({ policyId, network, target, gateways }) => {
        if (running !== undefined)
          throw new ColdpressError('conflict', 'A policy is being adopted already. Stop it first.')
        const begun: Running = {
          facts: { policyId, network, progress: atStart },
          stopper: new AbortController(),
          end: Promise.resolve(),
        }
        running = begun
        failed = null
        const onProgress = atMostEvery(reportMs, (progress) => {
          begun.facts = { ...begun.facts, progress }
          report()
        })
        try {
          const opened = await open({ network, target, gateways })
          const { signal } = begun.stopper
          const run = { ...opened, policyId, ipfsGateways: gateways, signal, onProgress }
          begun.end = follow({ policyId, network }, core.adoptions.run(run))
          return report()
        } catch (error) {
          running = undefined
          throw error
        }
      },
      'adoptions.stop': async () => {
        await stop()
        return facts()
      },
    },
    close: stop,
  }
}

const atStart: AdoptionProgress = {
  step: 'tokens',
  done: 0,
  total: 0,
  bytes: 0,
  rate: 0,
  secondsLeft: null,
}

/** Passes on the first and the last of each step at once, and others seldom. */
const atMostEvery = (
  ms: number,
  pass: (progress: AdoptionProgress) => void,
): ((progress: AdoptionProgress) => void) => {
  let passedAt = -Infinity
  let step: AdoptionProgress['step'] | undefined
  return (progress) => {
    const now = performance.now()
    const isEdge = progress.step !== step || progress.done === progress.total
    if (!isEdge && now - passedAt < ms) return
    passedAt = now
    step = progress.step
    pass(progress)
  }
}

const entryOf = ({ policyId, cids, places, missing, isWhole }: AdoptionReport): LogDraft => ({
  level: isWhole ? 'info' : 'warning',
  kind: 'app',
  message: [
    `The images of the policy ${cutMiddle(policyId)} were adopted:`,
    `${numberText(cids - missing.length)} of ${countText(cids, 'CID')} on this computer,`,
    `${places.map(({ place, held }) => `${numberText(held)} at ${place}`).join(', ')}.`,
  ].join(' '),
})
