import type { AdoptionProgress, AdoptionReport, AdoptionsView } from '#contract/adoptions/calls.ts'
import type { CallInput } from '#contract/window/calls.ts'
import { countText, cutMiddle, numberText } from '#values/text/format.ts'
import { createJob } from '#app/jobs/create-job.ts'
import type { ConfirmingContext } from './confirm/confirmations.ts'
import { confirmAddresses } from './confirm/new-address.ts'
import type { WindowHandlersOf, LogDraft, ServicesDeps } from './services-deps.ts'

export type AdoptionService = {
  readonly handlers: WindowHandlersOf<'adoptions'>
  /** Stops the run, and waits for its end. */
  readonly close: () => Promise<void>
}

type Asked = CallInput<'adoptions.start'>

/** Adopts policies in the background, one at a time. */
export const createAdoptionService = (
  context: ConfirmingContext & Pick<ServicesDeps, 'emit'>,
): AdoptionService => {
  const { app, emit, log } = context
  const job = createJob<Asked, AdoptionProgress, AdoptionReport>({
    stopped: 'Adopting the policy was stopped.',
    busy: 'A policy is being adopted already. Stop it first.',
    open: async (asked) => {
      const { policyId, gateways } = asked
      const opened = await open(asked)
      return (control) =>
        app.adoptions.run({ ...opened, ...control, policyId, ipfsGateways: gateways })
    },
    onEnd: ({ result, error }) => {
      if (result !== undefined) log(entryOf(result))
      if (error !== undefined)
        log({ level: 'warning', kind: 'app', message: `A policy was not adopted: ${error}` })
    },
    onChange: () => emit('adoptions.changed', adoptions()),
  })
  const adoptions = (): AdoptionsView => {
    const { input, progress = atStart, error } = job.state()
    const policy = input && { policyId: input.policyId, network: input.network }
    return {
      running: policy !== undefined && job.isRunning() ? { ...policy, progress } : null,
      failed: policy !== undefined && error !== undefined ? { ...policy, message: error } : null,
      reports: [...app.adoptions.reports()],
    }
  }
  /** @throws ColdpressError what the user, the vault or the target says against it */
  const open = async ({ network, target, gateways }: Asked) => {
    const usual = app.settings.get().imageGateway
    const purpose = 'It is asked for the images of the policy.'
    await confirmAddresses(
      context,
      gateways.filter((url) => url !== usual),
      purpose,
    )
    return {
      pins: await app.pinTargets.open(target),
      gateway: await app.gateways.get(network),
    }
  }

  return {
    handlers: {
      'adoptions.state': adoptions,
      'adoptions.start': async (asked) => {
        await job.start(asked)
        return adoptions()
      },
      'adoptions.stop': async () => {
        await job.stop()
        return adoptions()
      },
    },
    close: job.stop,
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

const entryOf = ({ policyId, cids, places, missing, isWhole }: AdoptionReport): LogDraft => ({
  level: isWhole ? 'info' : 'warning',
  kind: 'app',
  message: [
    `The images of the policy ${cutMiddle(policyId)} were adopted:`,
    `${numberText(cids - missing.length)} of ${countText(cids, 'CID')} on this computer,`,
    `${places.map(({ place, held }) => `${numberText(held)} at ${place}`).join(', ')}.`,
  ].join(' '),
})
