import type { MintFacts } from '#shared/calls/minting.ts'
import { ColdpressError } from '#shared/errors.ts'
import type { Mint } from '#shared/wire/mint.ts'
import type { Core } from '#core/index.ts'
import { parentsOf } from '#core/minting/inspect-mint.ts'
import { type RequestFacts, requestOfMint } from '#core/minting/mint-request.ts'
import { thumbnailsOf } from '#core/minting/mint-thumbnails.ts'
import type { SignedFile } from '#core/minting/mint-witnesses.ts'
import { writeRequestFile } from '#core/signing/request-file.ts'

/** The mint's request in the signing inbox of this computer; null when there is none. */
export const findSigningRequest = async (
  { signing }: Pick<Core, 'signing'>,
  mint: Mint,
): Promise<MintFacts['signingRequest']> => {
  const [first] = mint.transactions
  const entry = signing
    .list()
    .find(({ firstTxId, state }) => firstTxId === first?.tx_id && state !== 'dismissed')
  if (entry === undefined) return null
  const missing = new Map(mint.transactions.map((one) => [one.tx_id, new Set(one.missing)]))
  const { transactions } = await signing.show(entry.id)
  const hasMore = transactions.some(({ summary: { txId, signatures } }) =>
    signatures.some(({ keyHash, isValid }) => isValid && missing.get(txId)?.has(keyHash) === true),
  )
  return { requestId: entry.id, hasMore }
}

/** The mint's transactions with the signatures that the inbox has. @throws ColdpressError `not_found` */
export const signedTransactions = async (
  core: Pick<Core, 'signing'>,
  mint: Mint,
): Promise<readonly SignedFile[]> => {
  const found = await findSigningRequest(core, mint)
  if (found === null)
    throw new ColdpressError(
      'not_found',
      'mint: it is not on the signing inbox of this computer; put it there, or add the files that came back',
    )
  return mint.transactions.map(({ tx_id: txId }) => ({
    name: `transaction ${txId}`,
    text: Buffer.from(core.signing.assembled(found.requestId, txId)).toString('hex'),
  }))
}

/** A file for other signers, with small images of the tokens. */
export const requestFileOf = async (
  core: Pick<Core, 'accounts' | 'content' | 'images'>,
  accountId: string,
  mint: Mint,
  now: Date,
): Promise<{ readonly name: string; readonly text: string }> => {
  const client = await core.accounts.client(accountId)
  const collection = await client.getCollection(mint.collection_id)
  const { content, images } = core
  const facts: RequestFacts = {
    collectionName: collection.name,
    payoutAddresses: payoutOf(collection.payout_address),
    thumbnails: await thumbnailsOf(mint, { client, content, images }),
    parents: await parentsOf(client, mint),
    createdAt: now,
  }
  return {
    name: `mint-${mint.transactions[0]?.tx_id.slice(0, 8) ?? mint.id}.cpreq`,
    text: writeRequestFile(requestOfMint(mint, facts)),
  }
}

type Payout = string | readonly { readonly addr: string }[] | null | undefined

export const payoutOf = (payout: Payout): readonly string[] =>
  typeof payout === 'string' ? [payout] : (payout ?? []).map(({ addr }) => addr)
