import type { MintRehearsalRun } from '#contract/mints/calls.ts'
import { ColdpressError, messageOf } from '#values/errors/errors.ts'
import { chainOf } from '#app/accounts/chain-of.ts'
import {
  type MintCause,
  rehearsalStateOf,
  requireRehearsal,
  requireUnpriced,
} from '#app/mints/rehearsal/rehearsal-state.ts'
import { rehearseMint } from '#app/mints/rehearsal/rehearse-mint.ts'
import { requireOpenVault } from '#keys/vault/require-open-vault.ts'
import type { HandlersOf, ServiceContext } from '../services-deps.ts'

type Handlers = Pick<
  HandlersOf<'minting'>,
  'minting.rehearsalState' | 'minting.rehearse' | 'minting.rehearsal' | 'minting.stopRehearsal'
>

type Wanted = {
  readonly accountId: string
  readonly collectionId: string
  readonly tokens: 'all' | readonly string[]
}

const none: MintRehearsalRun = { state: 'none', collectionId: null, progress: null, error: null }

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
  let now = none
  let stop = new AbortController()
  const play = async (wanted: Wanted, signal: AbortSignal): Promise<void> => {
    const { client, collection, chain } = await open(core, wanted)
    if (chain === undefined)
      throw new ColdpressError('conflict', 'Nobody knows the network of this collection.')
    const { tokens, collectionId, accountId } = wanted
    const made = await rehearseMint({
      client,
      network: chain,
      collection,
      tokens,
      practice: await core.accounts.client('local'),
      devnet: await core.gateways.get('devnet'),
      onCollection: (practice) => core.practice.add({ accountId: 'local', ...practice }),
      onProgress: (progress) => {
        now = { ...now, progress }
      },
      signal,
    })
    core.mintRehearsals.record({ accountId, collectionId }, made)
  }
  const end = (error: string | null): void => {
    now = { ...now, state: 'over', error }
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
    'minting.rehearsal': () => now,
    'minting.rehearse': (wanted) => {
      if (now.state === 'running' || now.state === 'stopping') return now
      requireOpenVault(core)
      stop = new AbortController()
      now = { ...none, state: 'running', collectionId: wanted.collectionId }
      play(wanted, stop.signal).then(
        () => end(null),
        (error: unknown) => end(stop.signal.aborted ? 'It was stopped.' : messageOf(error)),
      )
      return now
    },
    'minting.stopRehearsal': () => {
      if (now.state === 'running') {
        now = { ...now, state: 'stopping' }
        stop.abort()
      }
      return now
    },
  }
  return { handlers, close: () => stop.abort() }
}
