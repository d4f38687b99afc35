import { ColdpressError } from '#values/errors/errors.ts'
import { countText } from '#values/text/format.ts'
import { quoted } from '#values/text/text.ts'
import type { Collection } from '#contract/collections/collection.ts'
import { TxId } from '#cardano/ids.ts'
import type { Gateway } from '#chain/gateway/gateway.ts'
import { verifyCollection } from '#app/collections/verify-collection.ts'
import { followMint } from '#app/mints/follow-mint.ts'
import { metadataOnChain, type OnChain } from '#app/mints/metadata-on-chain.ts'
import { spendTestWallet } from '#app/mints/test-wallet.ts'
import type { MintSession } from '../mint/mint-session.ts'
import { showMintProgress } from '../mint/mint-progress.ts'
import { watchRoyalty, payRoyaltyCommand } from '../mint/mint-royalty.ts'

/** Enough for the fee of 24 tokens and the ADA that goes along with them. */
const fundingLovelace = 10_000_000n

/** What the demo minted, as it was read back from the chain. */
export type DemoMint = {
  readonly receiver: string
  readonly royaltyTxId: string
  readonly mintTxIds: readonly string[]
  /** By label (721, 777) as the gateway answers it, all transactions together. */
  readonly metadata: OnChain
}

/** Royalty first, then all tokens, each confirmed; then everything is read back and compared. */
export const mintDemo = async (
  mintSession: MintSession,
  collection: Collection,
): Promise<DemoMint> => {
  const royaltyTxId = await mintRoyalty(mintSession, collection.id)
  const receiver = receiverOf(collection)
  const mintTxIds = await mintTokens(mintSession, collection.id, receiver)
  mintSession.session.terminal.info('Confirmed. Reading it back from the chain …')
  const gateway = await mintSession.app.gateways.get('devnet')
  const txIds = [royaltyTxId, ...mintTxIds].map((txId) => TxId(txId))
  const metadata = await metadataOnChain(gateway, txIds)
  await compare(mintSession, collection, gateway)
  return { receiver, royaltyTxId, mintTxIds, metadata }
}

const mintRoyalty = async (mintSession: MintSession, collectionId: string): Promise<string> => {
  const { client, session } = mintSession
  session.terminal.info('The royalty comes first …')
  const { address } = await client.getFunding(collectionId)
  await payRoyaltyCommand(mintSession, await client.getRoyalty(collectionId))
  // while that is being minted, what the tokens will cost
  await spendTestWallet(mintSession, address, fundingLovelace, { signal: session.signal })
  const royalty = await watchRoyalty(mintSession, collectionId)
  session.signal.throwIfAborted()
  if (royalty.status === 'minted' && royalty.tx_id !== null) return royalty.tx_id
  throw new ColdpressError(
    'incomplete',
    `The royalty token was not minted: ${royalty.message ?? royalty.status}`,
  )
}

/** The creator's own wallet, which the collection names. */
const receiverOf = ({ payout_address: payout }: Collection): string => {
  if (typeof payout === 'string') return payout
  throw new ColdpressError('internal', 'The sample collection has no single payout address.')
}

const mintTokens = async (
  { client, session: { terminal, signal } }: MintSession,
  collectionId: string,
  receiver: string,
): Promise<readonly string[]> => {
  terminal.info(`Minting all tokens to ${receiver}, the collection's payout address …`)
  const made = await client.createMint(collectionId, { tokens: 'all', to: receiver })
  const progress = showMintProgress(terminal)
  try {
    const mint = await followMint(client, made, {
      until: 'completed',
      signal,
      onProgress: progress.update,
    })
    if (mint.status === 'completed') return mint.transactions.map(({ tx_id: txId }) => txId)
    throw new ColdpressError(
      'incomplete',
      `The tokens were not minted: ${mint.message ?? mint.status}`,
    )
  } finally {
    progress.end()
  }
}

/** The chain and the studio must tell the same of every token. */
const compare = async (
  { client }: MintSession,
  { id }: Collection,
  gateway: Gateway,
): Promise<void> => {
  const tokens = await Array.fromAsync(client.tokens(id))
  const verified = await verifyCollection(gateway, await client.getCollection(id), tokens, {})
  const different = verified.tokens.find(({ state }) => state !== 'same')
  const what =
    different === undefined
      ? verified.isRoyaltyThere !== true
        ? 'the royalty token is not there'
        : verified.others.length > 0
          ? `it has ${countText(verified.others.length, 'other token')} of the policy`
          : undefined
      : `token ${quoted(different.assetName)}: ${different.problem ?? different.state}`
  if (what !== undefined)
    throw new ColdpressError('corrupt', `The chain does not hold what the studio says: ${what}.`)
}
