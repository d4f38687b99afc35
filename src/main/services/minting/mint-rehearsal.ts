import type { MintRehearsalRun } from '#contract/mints/calls.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { createJob } from '#app/jobs/create-job.ts'
import { chainOf } from '#app/accounts/chain-of.ts'
import {
  type MintCause,
  rehearsalStateOf,
  requireRehearsal,
  requireUnpriced,
} from '#app/mints/rehearsal/rehearsal-state.ts'
import { rehearseMint } from '#app/mints/rehearsal/rehearse-mint.ts'
import { requireOpenVault } from '#keys/vault/require-open-vault.ts'
import type { WindowHandlersOf, ServiceContext } from '../services-deps.ts'

type Handlers = Pick<
  WindowHandlersOf<'minting'>,
  'minting.rehearsalState' | 'minting.rehearse' | 'minting.rehearsal' | 'minting.stopRehearsal'
>

type Wanted = {
  readonly accountId: string
  readonly collectionId: string
  readonly tokens: 'all' | readonly string[]
}

type Core = ServiceContext['core']

const open = async (core: Core, { accountId, collectionId }: Wanted) => {
  const client = await core.accounts.client(accountId)
  const collection = await client.getCollection(collectionId)
  const chain = chainOf(core.accounts.get(accountId), collection.network)
  return { client, collection, chain }
}

const stateOf = async (core: Core, wanted: Wanted) => {
  const { client, collection, chain } = await open(core, wanted)
  return rehearsalStateOf(client, core.mintRehearsals, { ...wanted, collection, chain })
}

/** @throws ColdpressError `conflict` with rule `rehearsal` */
export const requireMintRehearsal = async (
  core: Core,
  wanted: Wanted,
  by: MintCause,
): Promise<void> => requireRehearsal(await stateOf(core, wanted), by)

/** @throws ColdpressError `conflict` with rule `rehearsal` */
export const requireUnpricedImport = async (
  core: Core,
  ref: Omit<Wanted, 'tokens'>,
  priced: number,
): Promise<void> => {
  if (priced > 0) requireUnpriced(await stateOf(core, { ...ref, tokens: [] }), priced)
}

/** One rehearsal of a mint at a time; it continues when no view shows it. */
export const createMintRehearsalService = ({ core, log }: ServiceContext) => {
  const stopped = 'It was stopped.'
  const job = createJob<Wanted, NonNullable<MintRehearsalRun['progress']>, void>({
    stopped,
    busy: 'A mint is being rehearsed already.',
    run: async (wanted, control) => {
      const { client, collection, chain } = await open(core, wanted)
      if (chain === undefined)
        throw new ColdpressError('conflict', 'Nobody knows the network of this collection.')
      const { tokens, collectionId, accountId } = wanted
      const made = await rehearseMint({
        ...control,
        client,
        network: chain,
        collection,
        tokens,
        practice: await core.accounts.client('local'),
        devnet: await core.gateways.get('devnet'),
        onCollection: (practice) => core.practice.add({ accountId: 'local', ...practice }),
      })
      core.mintRehearsals.record({ accountId, collectionId }, made)
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
      const state = await stateOf(core, wanted)
      return state === undefined || state.first === 'no' ? null : state
    },
    'minting.rehearsal': rehearsalRun,
    'minting.rehearse': (wanted) => {
      if (job.isRunning()) return rehearsalRun()
      requireOpenVault(core)
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
