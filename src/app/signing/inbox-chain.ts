import { messageOf } from '#values/errors/errors.ts'
import type { SigningSubmission } from '#contract/signing/calls.ts'
import type { TxId } from '#cardano/ids.ts'
import { type Network, networks } from '#cardano/network.ts'
import type { Database } from '#platform/db/database.ts'
import type { Gateways } from '#chain/gateway/gateway-configs.ts'
import { asPoll } from '#chain/gateway/polls.ts'
import {
  createJournal,
  type SubmissionJournal,
  type Submission,
} from '#chain/submission/journal.ts'
import { hasHomeSubmissions, openHomeSubmissions } from '#chain/submission/home-submissions.ts'
import { confirmationsWanted, createSubmissions } from '#chain/submission/submission.ts'

export type ChainDeps = {
  /** The data folder. */
  readonly home: string
  readonly gateways: Pick<Gateways, 'get'>
  readonly now: () => Date
  /** Called on each change of a submitted transaction. */
  readonly onChange: (network: Network, txId: TxId) => void
}

/** Submits and follows the inbox's transactions, separately for each network. */
export type InboxChain = {
  /**
   * Stores the signed bytes, then starts to send and follow them.
   * @throws ColdpressError as `Gateways.get`; then nothing is stored
   */
  readonly submit: (
    network: Network,
    holder: string,
    transactions: readonly Uint8Array[],
  ) => Promise<void>
  readonly find: (network: Network, txId: TxId) => SigningSubmission | undefined
  /**
   * Continues what was pending when the program ended; idempotent.
   * @returns sentences that say why a network cannot be queried now
   */
  readonly resume: () => Promise<readonly string[]>
  readonly close: () => Promise<void>
}

type Follower = {
  readonly controller: AbortController
  readonly wake: () => void
  readonly running: Promise<void>
}

export const createInboxChain = ({ home, gateways, now, onChange }: ChainDeps): InboxChain => {
  const databases = new Map<Network, Database>()
  const followers = new Map<Network, Follower>()
  let isClosed = false

  const databaseOf = (network: Network): Database => {
    const known = databases.get(network)
    if (known !== undefined) return known
    const opened = openHomeSubmissions(home, network)
    databases.set(network, opened)
    return opened
  }
  const stated = (network: Network) => (after: Submission) => onChange(network, after.txId)
  const journalOf = (network: Network): SubmissionJournal =>
    createJournal(databaseOf(network), now, stated(network))
  /** Without the file nothing was ever sent. */
  const journalThere = (network: Network): SubmissionJournal | undefined =>
    hasHomeSubmissions(home, network) ? journalOf(network) : undefined

  const follow = async (network: Network): Promise<void> => {
    const before = followers.get(network)
    if (before !== undefined && !before.controller.signal.aborted) return before.wake()
    const gateway = await gateways.get(network)
    await before?.running
    if (isClosed || followers.get(network) !== before) return
    const controller = new AbortController()
    const submissions = createSubmissions({
      db: databaseOf(network),
      gateway,
      onChange: stated(network),
      now,
    })
    const running = asPoll(() =>
      submissions.follow(controller.signal, () => {
        if (submissions.open().length === 0) controller.abort()
      }),
    )
    followers.set(network, { controller, wake: submissions.wake, running })
  }

  return {
    submit: async (network, holder, transactions) => {
      await gateways.get(network)
      const journal = journalOf(network)
      databaseOf(network).transact(() => {
        for (const bytes of transactions) journal.create({ bytes, holder })
      })
      await follow(network)
    },
    find: (network, txId) => {
      const found = journalThere(network)?.find(txId)
      if (found === undefined) return undefined
      const { state, settled, confirmations, error } = found
      return {
        state,
        settled,
        confirmations,
        wanted: confirmationsWanted(network),
        error: error?.message ?? null,
      }
    },
    resume: async () => {
      if (isClosed) return []
      const open = networks.filter((network) => (journalThere(network)?.open().length ?? 0) > 0)
      const outcomes = await Promise.allSettled(open.map(follow))
      return outcomes.flatMap((outcome) =>
        outcome.status === 'rejected' ? [messageOf(outcome.reason)] : [],
      )
    },
    close: async () => {
      isClosed = true
      for (const { controller } of followers.values()) controller.abort()
      await Promise.all([...followers.values()].map(({ running }) => running))
      for (const database of databases.values()) database.close()
    },
  }
}
