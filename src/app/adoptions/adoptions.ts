import type { AdoptionProgress, AdoptionReport } from '#contract/adoptions/calls.ts'
import { ColdpressError, isColdpressError } from '#values/errors/errors.ts'
import { inParallel } from '#values/work/in-parallel.ts'
import { createPace } from '#values/work/pace.ts'
import { PolicyId } from '#cardano/ids.ts'
import type { AnyCid } from '#media/content/cid.ts'
import type { ContentStore } from '#media/content/store.ts'
import type { Database } from '#platform/db/database.ts'
import type { Gateway } from '#chain/gateway/gateway.ts'
import { fetchPolicyRoyalty } from '#chain/gateway/policy-royalty.ts'
import { requireOnline } from '#platform/offline/offline.ts'
import type { PinSet } from '#media/pinning/pin-set.ts'
import { createContentFetcher } from './fetch-content.ts'
import { type AdoptionJournal, createAdoptionJournal } from './journal.ts'
import { createContentKeeping, type KeptContent } from './keep-content.ts'
import { type NamedContent, findNamedContent } from './named-content.ts'
import { pinContent } from './pin-content.ts'
import { readTokens } from './read-tokens.ts'

const fetchedAtOnce = 2

export type AdoptOptions = {
  readonly policyId: string
  /** Of the policy's network. */
  readonly gateway: Pick<Gateway, 'network' | 'assetsOf' | 'asset' | 'transactionCbor' | 'budget'>
  /** IPFS gateways that answer CAR archives, asked in this order. */
  readonly ipfsGateways: readonly string[]
  readonly pins: PinSet
  /** Reads the metadata again of tokens that an earlier run has read. */
  readonly rereads?: boolean
  readonly signal: AbortSignal
  readonly onProgress?: (progress: AdoptionProgress) => void
  /** Longest time without progress of one request to an IPFS gateway. */
  readonly timeoutMs?: number
}

export type Adoptions = {
  /** The last run of each policy, the newest first. */
  readonly reports: () => readonly AdoptionReport[]
  /**
   * Fetches the content that the tokens of a policy name, keeps it and pins it. Whatever ended an
   * earlier run, this one goes on where it was.
   * @throws ColdpressError `invalid` for a policy ID that is none, `not_found` for a policy without
   * tokens, `disk_full`, `cancelled`, what the gateway of the chain throws
   */
  readonly run: (options: AdoptOptions) => Promise<AdoptionReport>
}

/** Adopts policies: content that others have stored, and that the tokens need for good. */
export const createAdoptions = (deps: {
  readonly db: Database
  readonly content: ContentStore
}): Adoptions => {
  const { content } = deps
  const journal = createAdoptionJournal(deps.db)
  return {
    reports: journal.reports,
    run: async (options) => {
      requireOnline()
      const { gateway, pins, signal } = options
      const onProgress = paceReports(options.onProgress)
      const policy = { network: gateway.network, policyId: PolicyId(options.policyId) }
      if (options.ipfsGateways.length === 0)
        throw new ColdpressError('invalid', 'Name an IPFS gateway to fetch from.')
      if (options.rereads === true) journal.forgetTokens(policy)

      const reading = await readTokens({
        policy,
        gateway,
        journal,
        signal,
        onProgress: (made) => onProgress({ step: 'tokens', bytes: 0, ...made }),
      })
      const royalty = reading.hasRoyalty ? await royaltyOf(policy.policyId, gateway, signal) : null
      const named = findNamedContent(journal, policy, reading.units)
      const { kept, bytes } = await keepAll(named, { ...options, content, journal, onProgress })
      const total = kept.files.length + kept.archives.length * pins.pinners.length
      let pinned = 0
      const reportPin = () => onProgress({ step: 'pin', done: pinned, total, bytes })
      reportPin()
      const places = await pinContent({
        ...kept,
        pins,
        journal,
        labelOf: named.labelOf,
        signal,
        onProgress: () => {
          pinned += 1
          reportPin()
        },
      })
      const report = reportOf({
        ...policy,
        at: new Date().toISOString(),
        tokens: reading.units.size,
        tokensRead: named.tokensRead,
        stopped: reading.stopped,
        elsewhere: named.elsewhere,
        ...(royalty === undefined ? {} : { royalty }),
        cids: named.paths.size,
        files: kept.files.length,
        archives: kept.archives.length,
        bytes: kept.bytes,
        missing: [...kept.missing],
        broken: brokenAddresses(journal, named),
        places: [...places],
        need: pins.need,
      })
      journal.noteReport(report)
      return report
    },
  }
}

/** What the royalty token says; undefined where the gateway does not give it now. */
const royaltyOf = async (
  policyId: PolicyId,
  gateway: AdoptOptions['gateway'],
  signal: AbortSignal,
): Promise<AdoptionReport['royalty']> => {
  try {
    return (await fetchPolicyRoyalty(gateway, policyId, signal)) ?? null
  } catch (error) {
    signal.throwIfAborted()
    if (isColdpressError(error)) return undefined
    throw error
  }
}

type Made = Omit<AdoptionProgress, 'rate' | 'secondsLeft'>

/** Adds to the progress of each step how fast it is. */
const paceReports = (report: (progress: AdoptionProgress) => void = () => undefined) => {
  let before: Made | undefined
  let pace = createPace(() => performance.now())
  return (made: Made): void => {
    if (before?.step === made.step) pace.done(made.done - before.done)
    else pace = createPace(() => performance.now())
    before = made
    const secondsLeft = pace.secondsFor(made.total - made.done)
    report({ ...made, rate: pace.rate(), secondsLeft })
  }
}

type Keeping = Omit<AdoptOptions, 'onProgress'> & {
  readonly content: ContentStore
  readonly journal: AdoptionJournal
  readonly onProgress: (made: Made) => void
}

/** @returns what is here, and how many bytes of it came in this run */
const keepAll = async (
  { paths }: NamedContent,
  { ipfsGateways, timeoutMs, content, journal, signal, onProgress }: Keeping,
): Promise<{ readonly kept: KeptContent; readonly bytes: number }> => {
  const cids = inOrder([...paths.keys()], journal)
  let [done, bytes] = [0, 0]
  const report = () => onProgress({ step: 'fetch', done, total: cids.length, bytes })
  const onBytes = (more: number): void => {
    bytes += more
    report()
  }
  const fetcher = createContentFetcher({
    content,
    gateways: ipfsGateways,
    signal,
    onBytes,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  })
  const keeping = createContentKeeping({ content, journal, fetcher })
  report()
  await inParallel(cids, fetchedAtOnce, async (cid) => {
    signal.throwIfAborted()
    await keeping.keep(cid, paths.get(cid) ?? new Set())
    done += 1
    report()
  })
  return { kept: keeping.kept(), bytes }
}

/** What an earlier run was fetching comes first, and last what it could not find. */
const inOrder = (cids: readonly AnyCid[], journal: AdoptionJournal): readonly AnyCid[] => {
  const ranks = new Map(cids.map((cid) => [cid, rankOf(journal.contentState(cid))]))
  return cids.toSorted((cid, other) => (ranks.get(cid) ?? 0) - (ranks.get(other) ?? 0))
}

const rankOf = (state: ReturnType<AdoptionJournal['contentState']>): number => {
  if (state === 'fetching') return 0
  return state === 'missing' ? 2 : 1
}

const brokenAddresses = (journal: AdoptionJournal, { paths }: NamedContent): string[] =>
  [...paths].flatMap(([cid, named]) =>
    journal
      .paths(cid)
      .filter(({ path, target }) => target === null && named.has(path))
      .map(({ path }) => `ipfs://${cid}${path}`),
  )

const reportOf = ({
  need,
  ...report
}: Omit<AdoptionReport, 'isWhole'> & { readonly need: number }): AdoptionReport => {
  const { cids, places, missing, broken, stopped } = report
  const wholePlaces = places.filter(({ held }) => held === cids).length
  const isWhole = stopped === null && missing.length + broken.length === 0 && wholePlaces >= need
  return { ...report, isWhole }
}
