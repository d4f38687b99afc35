import type {
  ListedSigningEntry,
  ShownRequest,
  SigningEntry,
  SigningOrigin,
  SigningState,
  SigningReceived,
} from '#contract/signing/calls.ts'
import { inTurns } from '#platform/disk/pieces.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import type { Network } from '#cardano/network.ts'
import { inspectTransaction } from '#cardano/transactions/inspect/inspect.ts'
import type { Database } from '#platform/db/database.ts'
import type { Gateways } from '#chain/gateway/gateway-configs.ts'
import type { Submission } from '#chain/submission/journal.ts'
import type { Vault } from '#keys/vault/vault.ts'
import { type ClockTime, clockTime } from './clock-time.ts'
import { answerFile } from './inbox-answers.ts'
import { createInboxChain } from './inbox-chain.ts'
import { assembleStored, expiryOf, inspectStored } from './inbox-inspect.ts'
import { keysInVault } from './inbox-keys.ts'
import { showStored } from './inbox-show.ts'
import { signStored, type ToSign } from './inbox-sign.ts'
import { createSigningStore, type StoredRequest } from './inbox-store.ts'
import { createReceiver, reopenedRequestState } from './inbox-receive.ts'
import type { OwnershipSource } from './local-ownership.ts'
import type { QrFile } from './qr-file.ts'
import { readingIfRequest } from './request-file.ts'

export type { ToSign } from './inbox-sign.ts'

/**
 * Requests that wait for this vault's signatures, and earlier ones. Only {@link
 * SigningInbox.submit} needs a network.
 */
export type SigningInbox = {
  /** Newest first. */
  readonly list: () => readonly SigningEntry[]
  /** {@link SigningInbox.list}, each with whether this vault can sign it. */
  readonly listWithKeys: () => Promise<readonly ListedSigningEntry[]>
  /** @throws ColdpressError `not_found` */
  readonly entry: (id: string) => SigningEntry
  /**
   * Receives a signing request, a transaction file of cardano-cli or its hex, or signatures for
   * stored requests. A repeated request is not stored twice.
   * @throws ColdpressError `invalid` with the reason, `too_large`
   */
  readonly receive: (
    text: string,
    from: { readonly origin: SigningOrigin; readonly name?: string },
  ) => SigningReceived
  /**
   * Reads a signing request in turns, so that {@link SigningInbox.receive} has it at once. Any other
   * text is left alone. @throws as receive
   */
  readonly prepare: (text: string) => Promise<void>
  /**
   * Adds others' signatures to one request.
   * @throws ColdpressError `invalid` that names the key of a signature over something else
   */
  readonly addWitnesses: (id: string, text: string) => SigningReceived
  /**
   * Decoded from the same bytes that {@link SigningInbox.sign} signs.
   * @throws ColdpressError `not_found`
   */
  readonly show: (id: string) => Promise<Omit<ShownRequest, 'policyNames'>>
  /** @throws ColdpressError `not_found`, `conflict` for a request that states its network */
  readonly setNetwork: (id: string, network: Network) => void
  /**
   * Signs transactions of a request, all or none; returns the number of signatures.
   * @throws ColdpressError `conflict` with the rule `not_acknowledged` for a grave warning that was
   * not accepted, or when the request is closed; `invalid` for a transaction that is not of the
   * request; as `Vault.witness`
   */
  readonly sign: (id: string, transactions: readonly ToSign[]) => Promise<number>
  /**
   * The transaction with its stored signatures.
   * @throws ColdpressError `not_found`
   */
  readonly assembled: (id: string, txId: string) => Uint8Array
  /** A file of `show`'s `answers`. @throws ColdpressError `not_found` */
  readonly answer: (id: string, name: string) => QrFile
  /** Records that the request's signatures were saved, or that the user handed them over. */
  readonly noteAnswered: (id: string) => void
  /**
   * Sends its transactions and follows them to their confirmation.
   * @throws ColdpressError `conflict` while a signature is missing, the network is not known, or it
   * expired; as `Gateways.get`, also when offline
   */
  readonly submit: (id: string) => Promise<void>
  readonly dismiss: (id: string) => void
  /** Undoes a dismissal. */
  readonly reopen: (id: string) => void
  /**
   * Continues to follow sent transactions.
   * @returns why a network cannot be queried now
   */
  readonly resume: () => Promise<readonly string[]>
  /** @returns unsubscribes */
  readonly onChange: (listener: (id: string) => void) => () => void
  readonly close: () => Promise<void>
}

export type SigningInboxDeps = {
  /** Opened with `signingSchema`. */
  readonly db: Database
  /** The data folder. */
  readonly home: string
  readonly vault: Pick<Vault, 'hasKey' | 'witness'>
  readonly gateways: Pick<Gateways, 'get'>
  readonly now?: () => Date
  readonly ownership: OwnershipSource
}

export const createSigningInbox = (deps: SigningInboxDeps): SigningInbox => {
  const { db, home, vault, gateways, ownership, now = () => new Date() } = deps
  const store = createSigningStore(db, now)
  const listeners = new Set<(id: string) => void>()
  const notify = (id: string): void => listeners.forEach((listener) => listener(id))
  const chain = createInboxChain({
    home,
    gateways,
    now,
    onChange: (network, txId) => {
      for (const { id } of store.holding(txId)) {
        settle(network, id)
        notify(id)
      }
    },
  })
  const receiver = createReceiver(store)

  const settle = (network: Network, id: string): void => {
    const { entry, transactions } = store.get(id)
    if (!isSent(entry.state)) return
    const state = sentState(transactions.map(({ txId }) => chain.find(network, txId)?.state))
    if (state !== entry.state) store.setState(id, state)
  }
  /** Runs a change of a request, then notifies the listeners. */
  const changing = <T>(id: string, work: () => T): T => {
    const done = work()
    notify(id)
    return done
  }
  const taking = (taken: SigningReceived): SigningReceived => changing(taken.id, () => taken)

  return {
    list: store.list,
    listWithKeys: async () => {
      const missing = store.missingKeys()
      const here = await keysInVault(vault, [...missing.values()].flat())
      return store.list().map((entry) => ({
        ...entry,
        canSign: missing.get(entry.id)?.some((key) => here.has(key)) ?? true,
      }))
    },
    entry: store.entry,
    prepare: async (text) => {
      await inTurns(readingIfRequest(text))
    },
    receive: (text, from) => taking(receiver.receive(text, from)),
    addWitnesses: (id, text) => taking(receiver.addWitnesses(id, text)),
    show: (id) => showStored(store.get(id), { home, vault, chain, now, ownership }),
    setNetwork: (id, network) => changing(id, () => setNetwork(store.get(id), network, store)),
    sign: async (id, transactions) => {
      const witnesses = await signStored(store.get(id), transactions, {
        home,
        vault,
        now,
        ownership,
      })
      return changing(id, () => {
        store.addWitnesses(id, witnesses)
        store.setState(id, 'signed')
        return witnesses.length
      })
    },
    assembled: (id, txId) => {
      const stored = store.get(id)
      const position = stored.transactions.findIndex((transaction) => transaction.txId === txId)
      const bytes = assembleStored(stored)[position]?.bytes
      if (bytes !== undefined) return bytes
      throw new ColdpressError('not_found', `transaction: ${txId} is none of this request`)
    },
    answer: (id, name) => answerFile(store.get(id), name),
    noteAnswered: (id) => {
      if (store.get(id).entry.state === 'signed') changing(id, () => store.setState(id, 'answered'))
    },
    submit: async (id) => {
      const stored = store.get(id)
      const { network, transactions } = readyToSend(
        stored,
        clockTime(stored.entry.network, home, now()),
      )
      const before = stored.entry.state
      // Before sending: a sent transaction must never look unsent.
      store.setState(id, 'submitted')
      try {
        await chain.submit(network, id, transactions)
        // The command line shares the journal and may have sent it already.
        settle(network, id)
      } catch (error) {
        if (stored.transactions.some(({ txId }) => chain.find(network, txId) !== undefined))
          settle(network, id)
        else store.setState(id, before)
        throw error
      } finally {
        notify(id)
      }
    },
    dismiss: (id) => changing(id, () => store.setState(id, dismissed(store.get(id)))),
    reopen: (id) => changing(id, () => store.setState(id, reopenedRequestState(store.get(id)))),
    resume: async () => {
      const errors = await chain.resume()
      for (const { id, network, state } of store.list())
        if (isSent(state) && network !== null) settle(network, id)
      return errors
    },
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: chain.close,
  }
}

const setNetwork = (
  stored: StoredRequest,
  network: Network,
  store: ReturnType<typeof createSigningStore>,
): void => {
  if (stored.request !== undefined)
    throw new ColdpressError(
      'conflict',
      `network: the request says that it is for ${stored.entry.network}; ask its maker for another one`,
    )
  const stated = stored.transactions.map(({ bytes }) => inspectTransaction(bytes, { network }))
  store.setNetwork(stored.entry.id, network, expiryOf(stated))
}

/**
 * Rejected transactions are tracked until their validity ends: somebody else may have sent them.
 */
const isSent = (state: SigningState): boolean => state === 'submitted' || state === 'failed'

const sentState = (states: readonly (Submission['state'] | undefined)[]): SigningState => {
  if (states.every((state) => state === 'confirmed')) return 'confirmed'
  return states.some((state) => state === 'rejected' || state === 'missing')
    ? 'failed'
    : 'submitted'
}

/** Sent requests stay visible. */
const dismissed = ({ entry }: StoredRequest): SigningState => {
  if (entry.state !== 'submitted') return 'dismissed'
  throw new ColdpressError(
    'conflict',
    'request: it is on its way to the chain; wait until that is decided',
  )
}

const readyToSend = (
  stored: StoredRequest,
  time: ClockTime,
): { readonly network: Network; readonly transactions: readonly Uint8Array[] } => {
  const { network, state } = stored.entry
  if (network === null) throw notReady('nobody said which network it is for; choose one')
  if (state === 'submitted' || state === 'confirmed') throw notReady('it was sent already')
  const assembled = assembleStored(stored)
  const error = assembled.find((one) => one.error !== undefined)?.error
  if (error !== undefined) throw notReady(error)
  const transactions = assembled.map(({ bytes }) => bytes)
  const inspected = inspectStored(stored, transactions, time)
  for (const { summary, warnings } of inspected) {
    if (summary.isComplete === false)
      throw notReady(`transaction ${summary.txId} still misses a signature or a script`)
    const grave = warnings.find(({ code }) => code === 'expired' || code === 'wrong_signature')
    if (grave !== undefined) throw notReady(grave.message)
  }
  return { network, transactions }
}

const notReady = (why: string): ColdpressError =>
  new ColdpressError('conflict', `request: it cannot be sent: ${why}`)
