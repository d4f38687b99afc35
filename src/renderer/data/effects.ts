import type { QueryClient } from '@tanstack/react-query'
import type {
  CachedCall,
  CallInput,
  CallName,
  CallOutput,
  EventName,
  EventPayload,
} from '#contract/window/calls.ts'
import { callKey } from './call-query.ts'
import type { CollectionRef, MintRef } from './minting.ts'
import type { SaleRef } from './sales.ts'

/** A call's new answer, known without fetching it. */
type Answer<Given, Got> = {
  [N in CachedCall]: [Got] extends [CallOutput<N>]
    ? { readonly of: N; readonly input: (given: Given, got: Got) => CallInput<N> }
    : never
}[CachedCall]

/** How a call or an event changes cached answers. */
type Effect<Given, Got> = {
  /** The output is the newest answer of this call. */
  readonly answers?: Answer<Given, Got>
  /** Calls whose answers may have changed. */
  readonly stale?: readonly CachedCall[] | ((got: Got) => readonly CachedCall[])
}

const forNull = (): null => null

const mintRehearsal = { answers: { of: 'minting.rehearsal', input: forNull } } as const
const gateways = {
  stale: [
    'gateways.list',
    'gateways.usage',
    'gateways.forecast',
    'accounts.list',
    'collections.list',
  ],
} as const
const policies = { stale: ['policies.list'] } as const
const phrases = { stale: ['phrases.list'] } as const
/** The output is the mint's new state; its row in the list is stale. */
const mint = {
  answers: {
    of: 'minting.show',
    input: ({ accountId, collectionId, mintId }: MintRef) => ({ accountId, collectionId, mintId }),
  },
  stale: ['minting.list'],
} as const
const built = {
  answers: {
    of: 'minting.show',
    input: ({ accountId, collectionId }: CollectionRef, { id }: { readonly id: string }) => ({
      accountId,
      collectionId,
      mintId: id,
    }),
  },
  stale: ['minting.list'],
} as const
const royalty = {
  answers: {
    of: 'minting.royalty',
    input: ({ accountId, collectionId }: CollectionRef) => ({ accountId, collectionId }),
  },
  stale: ['minting.list'],
} as const

const sale = {
  answers: {
    of: 'sales.show',
    input: ({ accountId, collectionId, saleId }: SaleRef) => ({ accountId, collectionId, saleId }),
  },
  stale: ['sales.list', 'minting.list', 'sales.rounds'],
} as const
/** The output is the collection's rounds; their sales have moved. */
const rounds = {
  answers: {
    of: 'sales.rounds',
    input: ({ accountId, collectionId }: CollectionRef) => ({ accountId, collectionId }),
  },
  stale: ['sales.list', 'sales.show', 'minting.list', 'collections.get'],
} as const
const draft = {
  stale: ['imports.drafts', 'imports.issues', 'imports.rows', 'imports.tokens', 'imports.traits'],
} as const
const jobs = { stale: ['imports.list', 'imports.job'] } as const
const job = {
  of: 'imports.job',
  input: (_: unknown, { id }: { readonly id: string }) => ({ job: id }),
} as const

/** The output is the token's newest answer. */
const token = {
  answers: {
    of: 'tokens.get',
    input: ({
      accountId,
      collectionId,
      tokenId,
    }: CollectionRef & { readonly tokenId: string }) => ({
      accountId,
      collectionId,
      tokenId,
    }),
  },
} as const

const rehearsal = { answers: { of: 'sales.rehearsal', input: forNull } } as const

const updates = { answers: { of: 'updates.state', input: forNull } } as const

const pinChecks = {
  answers: { of: 'pins.checks', input: forNull },
  stale: ['pins.heldAt'],
} as const

const adoptions = { answers: { of: 'adoptions.state', input: forNull } } as const

const vault = { answers: { of: 'vault.status', input: forNull } } as const

/** What each call changes beyond its own answer. Calls that only read are not in this table. */
const callEffects: {
  readonly [N in CallName]?: Effect<CallInput<N>, CallOutput<N>>
} = {
  'accounts.add': { stale: ['accounts.list', 'inboxes.list'] },
  'accounts.remove': { stale: ['accounts.list', 'inboxes.list'] },
  // Fetched again, because something may have arrived since the answer was made.
  'events.markRead': { stale: ['events.unread'] },
  'app.trySample': { stale: ['collections.list'] },
  'collections.create': { stale: ['collections.list', 'policies.list'] },
  'collections.publishRarity': { stale: ['collections.get', 'collections.list'] },
  'collections.withdrawOutdated': {
    stale: ['collections.get', 'sales.rounds', 'sales.list', 'minting.list', 'minting.show'],
  },
  'collections.remove': { stale: ['collections.list', 'policies.list', 'events.unread'] },
  'app.dismissCrashReports': { stale: ['app.crashReports'] },
  'app.forgetFolder': { answers: { of: 'app.recentFolders', input: forNull } },
  'updates.check': updates,
  'updates.download': updates,
  'updates.cancel': updates,
  'updates.installOnQuit': updates,
  'app.changeSettings': { answers: { of: 'app.settings', input: forNull } },
  'vault.create': vault,
  'vault.unlock': vault,
  'vault.lock': vault,
  'vault.change': vault,
  // A new or removed key may belong to other policies too.
  'policies.generate': { stale: ['policies.list', 'phrases.list'] },
  'policies.exportFrom': policies,
  'policies.import': policies,
  'backups.save': policies,
  'backups.test': policies,
  'backups.saveWallet': { stale: ['sales.wallet'] },
  'backups.testWallet': { stale: ['sales.wallet'] },
  'backups.restore': policies,
  'backups.removeKeys': policies,
  'phrases.confirm': phrases,
  'phrases.restore': phrases,
  'phrases.derive': phrases,
  'minting.build': built,
  'minting.fetchImages': { stale: ['minting.images'] },
  'minting.buildBurn': built,
  'minting.sign': mint,
  'minting.addWitnesses': mint,
  'minting.importSignatures': mint,
  'minting.rebuild': built,
  'minting.setRoyaltyTime': royalty,
  'minting.cancel': { stale: ['minting.show', 'minting.list', 'collections.get'] },
  'minting.openInInbox': { stale: ['minting.show'] },
  'minting.payRoyalty': royalty,
  'minting.confirmRoyalty': royalty,
  'minting.retryRoyalty': royalty,
  'minting.fund': {
    answers: {
      of: 'minting.terms',
      input: ({ accountId, collectionId }) => ({ accountId, collectionId }),
    },
    stale: ['minting.estimate', 'minting.estimateBurn'],
  },
  'sales.create': {
    answers: {
      of: 'sales.show',
      input: ({ accountId, collectionId }, { id }) => ({ accountId, collectionId, saleId: id }),
    },
    stale: ['sales.list', 'sales.wallet', 'sales.rounds'],
  },
  'sales.buildRound': rounds,
  'sales.addRoundSignatures': rounds,
  'sales.importRoundSignatures': rounds,
  'sales.withdrawRound': rounds,
  'sales.openRoundInInbox': { stale: ['sales.rounds'] },
  'sales.setTokenPrice': token,
  'tokens.update': token,
  'sales.resolve': sale,
  'sales.cancel': sale,
  'sales.rehearse': rehearsal,
  'sales.stopRehearsal': rehearsal,
  'imports.open': draft,
  'imports.reopen': draft,
  'imports.edit': draft,
  'imports.fixAll': draft,
  'imports.undo': draft,
  'imports.replan': draft,
  'imports.readAs': draft,
  'imports.forgetMapping': draft,
  'imports.placeWorks': { stale: [...draft.stale, 'collections.get', 'collections.list'] },
  'imports.discard': { stale: ['imports.drafts'] },
  'imports.checkImages': {
    answers: { of: 'imports.imageCheck', input: ({ draftId }) => ({ draftId }) },
  },
  'imports.start': { stale: ['imports.drafts', ...jobs.stale] },
  'imports.resume': jobs,
  'imports.pause': jobs,
  'imports.cancel': { answers: job, stale: ['imports.list'] },
  'pins.use': { stale: ['pins.list'] },
  'adoptions.start': adoptions,
  'adoptions.stop': adoptions,
  'pins.check': pinChecks,
  'pins.stopCheck': pinChecks,
  // a network with a gateway has a Local studio
  'minting.rehearse': mintRehearsal,
  'minting.stopRehearsal': mintRehearsal,
  'gateways.set': gateways,
  'gateways.remove': gateways,
  'gateways.setBudget': gateways,
  'inboxes.setSecret': { stale: ['inboxes.list', 'inboxes.hasSecret'] },
  'inboxes.makeSecret': { stale: ['inboxes.list', 'inboxes.hasSecret'] },
  'inboxes.register': { stale: ['inboxes.list', 'inboxes.hasSecret'] },
}

/** What each event of the main process changes. */
const eventEffects: {
  readonly [N in EventName]?: Effect<EventPayload<N>, EventPayload<N>>
} = {
  // Accounts with an API key in sealed files can answer after an unlock.
  'vault.changed': {
    ...vault,
    stale: ({ state }) => (state === 'unlocked' ? ['collections.list', 'inboxes.hasSecret'] : []),
  },
  'app.recentFolders': { answers: { of: 'app.recentFolders', input: forNull } },
  'inboxes.changed': { answers: { of: 'inboxes.list', input: forNull } },
  'minting.ended': {
    stale: [
      'minting.list',
      'minting.show',
      'minting.royalty',
      'tokens.mintTransaction',
      'collections.get',
      'tokens.page',
    ],
  },
  'sales.rehearsalEnded': rehearsal,
  'signing.changed': {
    stale: ['signing.list', 'signing.show', 'signing.frames', 'minting.show', 'sales.rounds'],
  },
  'imports.ended': {
    answers: job,
    stale: ['imports.list', 'collections.list', 'collections.get', 'tokens.page'],
  },
  'imports.checked': {
    answers: { of: 'imports.imageCheck', input: ({ draftId }) => ({ draftId }) },
  },
  'imports.planned': { stale: ['imports.drafts', 'imports.issues', 'imports.tokens'] },
  'events.changed': {
    answers: { of: 'events.unread', input: forNull },
    stale: ['events.newer', 'events.timeline', 'sales.show'],
  },
  'pins.checked': pinChecks,
  'adoptions.changed': adoptions,
  'log.added': { stale: ['log.page'] },
  'gateways.changed': gateways,
  'updates.changed': updates,
}

/**
 * Applies an effect to the cache. A fetch in progress started earlier, so its answer is dropped and
 * cannot replace a newer one.
 * @returns when the stale answers on screen have been fetched again
 */
const applyEffect = async <Given, Got>(
  client: QueryClient,
  { answers, stale = [] }: Effect<Given, Got>,
  given: Given,
  got: Got,
): Promise<void> => {
  if (answers !== undefined) {
    const queryKey = callKey(answers.of, answers.input(given, got))
    void client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, got)
  }
  const names = typeof stale === 'function' ? stale(got) : stale
  await Promise.all(names.map((name) => invalidate(client, name)))
}

/**
 * Marks a call's answers as stale and fetches those on screen again. The library does not restart a
 * first fetch, nor one that no view shows any more. Their answers may be older than the change, so
 * they are stale too when they arrive.
 */
const invalidate = async (client: QueryClient, name: CachedCall): Promise<void> => {
  const runsOn = client
    .getQueryCache()
    .findAll({ queryKey: [name], fetchStatus: 'fetching' })
    .filter((query) => query.state.data === undefined || !query.isActive())
  const again = runsOn.map(async (query) => {
    await query.promise?.catch(() => undefined)
    await client.invalidateQueries({ queryKey: query.queryKey, exact: true })
  })
  await client.invalidateQueries({ queryKey: [name] })
  await Promise.all(again.filter((_, index) => runsOn[index]?.isActive() === true))
}

/** Applies a call's changes to the cache; see `callEffects`. */
export const applyCall = async <N extends CallName>(
  client: QueryClient,
  name: N,
  input: CallInput<N>,
  output: CallOutput<N>,
): Promise<void> => {
  const effect = callEffects[name]
  if (effect !== undefined) await applyEffect(client, effect, input, output)
}

/** Applies an event's changes to the cache; see `eventEffects`. */
export const applyEvent = async <N extends EventName>(
  client: QueryClient,
  name: N,
  payload: EventPayload<N>,
): Promise<void> => {
  const effect = eventEffects[name]
  if (effect !== undefined) await applyEffect(client, effect, payload, payload)
}

export const eventsWithEffects: readonly EventName[] =
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  Object.keys(eventEffects) as EventName[]
