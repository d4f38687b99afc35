import type { MintRehearsalRun } from '#contract/mints/calls.ts'
import type { ChosenTokens } from '#contract/mints/chosen-tokens.ts'
import { createJob } from '#app/jobs/create-job.ts'
import { openMintingAccount } from '#app/mints/minting-account.ts'
import { readRehearsalState } from '#app/mints/rehearsal/rehearsal-state.ts'
import { rehearseMint } from '#app/mints/rehearsal/rehearse-mint.ts'
import { requireOpenVault } from '#app/vault/require-open-vault.ts'
import type { WindowHandlersOf, ServiceContext } from '../services-deps.ts'

type Handlers = Pick<
  WindowHandlersOf<'minting'>,
  'minting.rehearsalState' | 'minting.rehearse' | 'minting.rehearsal' | 'minting.stopRehearsal'
>

type Wanted = {
  readonly accountId: string
  readonly collectionId: string
  readonly tokens: ChosenTokens
}

/** One rehearsal of a mint at a time; it continues when no view shows it. */
export const createMintRehearsalService = ({ app, log }: ServiceContext) => {
  const stopped = 'It was stopped.'
  const job = createJob<Wanted, NonNullable<MintRehearsalRun['progress']>, void>({
    stopped,
    busy: 'A mint is being rehearsed already.',
    run: async (wanted, control) => {
      await rehearseMint(await openMintingAccount(app, wanted.accountId), wanted, control)
    },
    onEnd: () => logEnd(),
  })
  const rehearsalRun = (): MintRehearsalRun => {
    const { state, input, progress = null, error = null, isStopped } = job.state()
    return {
      state,
      collectionId: input?.collectionId ?? null,
      progress,
      error: isStopped === true ? stopped : error,
    }
  }
  const logEnd = (): void => {
    const { error } = rehearsalRun()
    log({
      level: error === null ? 'info' : 'warning',
      kind: 'collection',
      message:
        error === null
          ? 'A mint was rehearsed on the devnet.'
          : `A rehearsal of a mint on the devnet did not end: ${error}`,
    })
  }
  const handlers: Handlers = {
    'minting.rehearsalState': async (wanted) => {
      const state = await readRehearsalState(
        await openMintingAccount(app, wanted.accountId),
        wanted,
      )
      return state === undefined || state.first === 'no' ? null : state
    },
    'minting.rehearsal': rehearsalRun,
    'minting.rehearse': (wanted) => {
      if (job.isRunning()) return rehearsalRun()
      requireOpenVault(app)
      void job.start(wanted)
      return rehearsalRun()
    },
    'minting.stopRehearsal': () => {
      void job.stop()
      return rehearsalRun()
    },
  }
  return { handlers, close: () => void job.stop() }
}
