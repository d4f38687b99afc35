import type { MintDetails } from '#contract/mints/calls.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import type { Mint } from '#contract/mints/mint.ts'
import type { SigningInbox } from '../signing/signing-inbox.ts'
import { makeMintRequestFile, type MintFileSources } from './mint-request.ts'
import type { SignedFile } from './signed-file.ts'

export type Inbox = { readonly signing: SigningInbox }

/** The request in the signing inbox of this computer that begins with one of these transactions. */
export const requestInInbox = ({ signing }: Inbox, firstTxIds: ReadonlySet<string>) =>
  signing.list().find(({ firstTxId, state }) => firstTxIds.has(firstTxId) && state !== 'dismissed')

/** Whether a request in the inbox has signatures by keys that are missing, by transaction ID. */
export const hasMissing = async (
  { signing }: Inbox,
  requestId: string,
  missing: ReadonlyMap<string, readonly string[]>,
): Promise<boolean> => {
  const { transactions } = await signing.show(requestId)
  return transactions.some(({ summary: { txId, signatures } }) =>
    signatures.some(({ keyHash, isValid }) => isValid && missing.get(txId)?.includes(keyHash)),
  )
}

/** The mint's request in the signing inbox of this computer; null when there is none. */
export const findSigningRequest = async (
  app: Inbox,
  { transactions }: Mint,
): Promise<MintDetails['signingRequest']> => {
  const entry = requestInInbox(
    app,
    new Set(transactions.slice(0, 1).map((transaction) => transaction.tx_id)),
  )
  if (entry === undefined) return null
  const missing = new Map(
    transactions.map((transaction) => [transaction.tx_id, transaction.missing]),
  )
  return { requestId: entry.id, hasMore: await hasMissing(app, entry.id, missing) }
}

/** The mint's transactions with the signatures that the inbox has. @throws ColdpressError `not_found` */
export const signedTransactions = async (
  app: Inbox,
  mint: Mint,
): Promise<readonly SignedFile[]> => {
  const found = await findSigningRequest(app, mint)
  if (found === null)
    throw new ColdpressError(
      'not_found',
      'mint: it is not on the signing inbox of this computer; put it there, or add the files that came back',
    )
  return mint.transactions.map(({ tx_id: txId }) => ({
    name: `transaction ${txId}`,
    text: Buffer.from(app.signing.assembled(found.requestId, txId)).toString('hex'),
  }))
}

/** A file for other signers, with small images of the tokens. */
export const requestFileOf = async (
  sources: MintFileSources,
  mint: Mint,
  now: Date,
): Promise<{ readonly name: string; readonly text: string }> => {
  return {
    name: `mint-${mint.transactions[0]?.tx_id.slice(0, 8) ?? mint.id}.cpreq`,
    text: await makeMintRequestFile(sources, mint, { createdAt: now }),
  }
}
