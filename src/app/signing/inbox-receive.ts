import { signingErrors } from '#contract/signing/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import type { SigningOrigin, SigningState, SigningReceived } from '#contract/signing/calls.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import type { TxId } from '#cardano/ids.ts'
import type { Witness } from '#cardano/keys.ts'
import type { TransactionSummary } from '#contract/signing/transactions.ts'
import { inspectTransaction } from '#cardano/transactions/inspect/inspect.ts'
import { verifies } from '#cardano/transactions/inspect/signatures.ts'
import { witnessSearch } from '#cardano/transactions/witness-search.ts'
import { expiryOf, storedRequestOf } from './inbox-inspect.ts'
import { keysStillMissing } from './inbox-keys.ts'
import {
  type ReceivedText,
  keyOf,
  readDelivery,
  type ReadTransaction,
  requireRight,
  witnessesWith,
} from './inbox-read.ts'
import type { StoredRequest, NewRequest, SigningStore } from './inbox-store.ts'
import { inspectChain } from './inspect-request.ts'
import type { SigningRequest } from './request-types.ts'

type Transactions = Extract<ReceivedText, { kind: 'transactions' }>
type From = { readonly origin: SigningOrigin; readonly name?: string }

/** Stores received requests, transactions and signatures. */
export const createReceiver = (store: SigningStore) => ({
  receive: (text: string, from: From): SigningReceived => {
    const delivery = readDelivery(text)
    if (delivery.kind === 'witnesses') return receiveWitnesses(store, delivery.witnesses)
    const ids = delivery.transactions.map(({ txId }) => txId)
    const same = store.withTransactions(ids)
    if (same !== undefined) return receiveAgain(store, same.id, delivery, text)
    const [only, ...more] = delivery.transactions
    const holder =
      only === undefined || more.length > 0 || delivery.request !== undefined
        ? undefined
        : store.holding(only.txId).at(0)
    if (holder !== undefined) return receiveAgain(store, holder.id, delivery, text)
    return { id: store.add(newRequest(delivery, text, from)), what: 'new', added: 0 }
  },

  addWitnesses: (id: string, text: string): SigningReceived => {
    const stored = store.get(id)
    const delivery = readDelivery(text)
    const witnesses =
      delivery.kind === 'witnesses'
        ? foundIn(delivery.witnesses, stored)
        : copiesOf(stored, delivery.transactions)
    return { id, what: 'witnesses', added: addFresh(store, stored, witnesses) }
  },
})

type Signed = { readonly txId: TxId; readonly witness: Witness }

/** All of them are for the request of the first. */
const receiveWitnesses = (store: SigningStore, witnesses: readonly Witness[]): SigningReceived => {
  const [first] = witnesses
  if (first === undefined) throw new ColdpressError('internal', 'A file without a witness.')
  const found = store.recentTransactions().find(({ txId }) => verifies(first, txId))
  if (found === undefined)
    throw errorBy(
      signingErrors,
      'wrong_signature',
      { keyHash: keyOf(first) },
      `witness: the signature of key ${keyOf(first)} is over no transaction of this inbox; take in the request or the transaction first, or ask for a witness of that very one`,
    )
  const stored = store.get(found.id)
  const added = addFresh(store, stored, foundIn(witnesses, stored))
  return { id: found.id, what: 'witnesses', added }
}

/** Known transactions again, perhaps with new signatures or a more complete request. */
const receiveAgain = (
  store: SigningStore,
  id: string,
  { request, transactions }: Transactions,
  text: string,
): SigningReceived => {
  const stored = store.get(id)
  const added = addFresh(store, stored, copiesOf(stored, transactions))
  if (request !== undefined && provesMore(request, stored))
    store.setRequest(id, statedBy({ kind: 'transactions', request, transactions }, text))
  if (stored.entry.state === 'dismissed') store.setState(id, reopenedRequestState(stored))
  return { id, what: added > 0 ? 'witnesses' : 'known', added }
}

/** A request with the parents of its inputs replaces one that only states their contents. */
const provesMore = (request: SigningRequest, stored: StoredRequest): boolean => {
  const before = storedRequestOf(stored)
  return before === undefined || unprovedIn(request) < unprovedIn(before)
}

const unprovedIn = (request: SigningRequest): number =>
  inspectChain(request).reduce((sum, { unprovedInputs }) => sum + unprovedInputs, 0)

/** The state of a dismissed request that is reopened. */
export const reopenedRequestState = ({ entry, witnesses }: StoredRequest): SigningState => {
  if (entry.state !== 'dismissed') return entry.state
  return witnesses.some(({ isOwn }) => isOwn) ? 'signed' : 'waiting'
}

/** @throws ColdpressError `invalid` when none of them is of the request */
const copiesOf = (stored: StoredRequest, copies: readonly ReadTransaction[]): readonly Signed[] => {
  const ids = new Set<string>(stored.transactions.map(({ txId }) => txId))
  const own = copies.filter(({ txId }) => ids.has(txId))
  const [foreign] = copies
  if (own.length === 0)
    throw new ColdpressError(
      'invalid',
      `witness: the file holds transaction ${foreign?.txId ?? ''}, which is not of this request, so its signatures are worth nothing here`,
    )
  return own.flatMap(witnessesWith)
}

const foundIn = (
  witnesses: readonly Witness[],
  { transactions }: StoredRequest,
): readonly Signed[] => {
  const search = witnessSearch(transactions.map(({ txId }) => txId))
  return witnesses.map((witness) => {
    const txId = transactions[search(witness)]?.txId
    if (txId === undefined) throw signsNothingHere(witness, transactions)
    return { txId, witness }
  })
}

const signsNothingHere = (
  witness: Witness,
  transactions: StoredRequest['transactions'],
): ColdpressError => {
  const [only, ...more] = transactions
  if (only !== undefined && more.length === 0) requireRight(witness, only.txId)
  return errorBy(
    signingErrors,
    'wrong_signature',
    { keyHash: keyOf(witness) },
    `witness: the signature of key ${keyOf(witness)} is over none of the ${transactions.length} transactions of this request; ask for a witness of one of them`,
  )
}

/** Stores new signatures; all of them must be valid. */
const addFresh = (
  store: SigningStore,
  stored: StoredRequest,
  signed: readonly Signed[],
): number => {
  for (const { txId, witness } of signed) requireRight(witness, txId)
  const nameOf = ({ txId, witness }: Signed) => `${txId} ${witness.publicKey}`
  const came = new Set(stored.transactions.flatMap(witnessesWith).map(nameOf))
  const fresh = signed.filter((one) => !came.has(nameOf(one)))
  return store.addWitnesses(
    stored.entry.id,
    fresh.map((one) => ({ ...one, isOwn: false })),
  )
}

const newRequest = (delivery: Transactions, text: string, { origin, name }: From): NewRequest => ({
  ...statedBy(delivery, text),
  origin,
  originName: name ?? null,
  transactions: delivery.transactions,
})

const statedBy = ({ request, transactions }: Transactions, text: string) => {
  const summaries =
    request === undefined
      ? transactions.map(({ bytes }) => inspectTransaction(bytes))
      : inspectChain(request)
  return {
    title: request?.title ?? null,
    network: request?.network ?? summaries[0]?.network.name ?? null,
    request: request === undefined ? null : text,
    expiresAt: expiryOf(summaries),
    // Only the wallet itself can say whether keys that are named by their place in one are its own.
    missingKeys:
      request === undefined || request.paymentKeys.length === 0
        ? [...new Set(summaries.flatMap(keysStillMissing))]
        : null,
    ...tokensIn(summaries),
  }
}

/** How many tokens are minted and burned, and the image to recognise them by. */
const tokensIn = (summaries: readonly TransactionSummary[]) => {
  const quantities = summaries
    .flatMap(({ mint }) => mint.flatMap(({ assets }) => assets))
    .map(({ quantity }) => BigInt(quantity))
  const [cover] = summaries
    .flatMap(({ metadata }) => metadata?.nfts ?? [])
    .flatMap(({ isMinted, image }) => (isMinted && image !== null ? [image] : []))
  return {
    minted: quantities.filter((quantity) => quantity > 0n).length,
    burned: quantities.filter((quantity) => quantity < 0n).length,
    cover: cover ?? null,
  }
}
