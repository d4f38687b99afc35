import { finalityOf } from '#contract/mints/finality-text.ts'
import type { MintDetails, MintSummary, RoyaltyDetails } from '#contract/mints/calls.ts'
import type { Mint, MintTransaction, RoyaltyView } from '#contract/mints/mint.ts'
import { keyHashesIn, scriptFromJson } from '#cardano/scripts.ts'
import { keyOfPayment } from '#cardano/transactions/build/spendable-utxos.ts'
import { confirmationsWanted } from '#chain/submission/submission.ts'
import type { Gateways } from '#chain/gateway/gateway-configs.ts'
import { imageCid } from '#media/content/image-cid.ts'
import type { MintingClient } from '../api/client.ts'
import { findSigningRequest, type Inbox } from './mint-in-inbox.ts'
import type { HasKey } from './mint-keys-here.ts'
import { networkOfMint } from './mint-network.ts'
import { isRebuildable } from './stale-mint.ts'
import type { Collection } from '#contract/collections/collection.ts'
import { royaltyTermsOf } from '#contract/royalty/royalty-text.ts'
import { paymentUri } from '#contract/sales/payment-uri.ts'
import { chainOf } from '../accounts/chain-of.ts'
import { hasTestWallet, type MintTarget } from './test-wallet.ts'

type WithExplorer = { readonly gateways: Pick<Gateways, 'explorerUrl'> }

const isInBlock = ({ status }: MintTransaction): boolean =>
  status === 'in_block' || status === 'confirmed'

const maxFirst = 3

/** @param hasPage whose page on a block explorer is told */
export const summarizeMint = async (
  { gateways }: WithExplorer,
  mint: Mint,
  hasPage = isInBlock,
): Promise<MintSummary> => {
  const { tokens, transactions } = mint
  const counts = Map.groupBy(tokens, (token) => token.tx_id)
  return {
    ...mint,
    tokenCount: tokens.length,
    firstTokens: tokens.slice(0, maxFirst).map(({ id }) => id),
    transactions: await Promise.all(
      transactions.map(async (transaction) => ({
        ...transaction,
        tokens: counts.get(transaction.tx_id)?.length ?? 0,
        page: hasPage(transaction)
          ? await gateways.explorerUrl(networkOfMint(mint), transaction.tx_id)
          : null,
      })),
    ),
  }
}

/** The collection of a mint, and its service. */
export type MintedIn = { readonly client: MintingClient; readonly name: string }

/** A mint as its page shows it: as its service says it, with what only this computer knows. */
export const describeMint = async (
  app: WithExplorer & Inbox,
  hasKey: HasKey,
  mint: Mint,
  { client, name }: MintedIn,
): Promise<MintDetails> => {
  const network = networkOfMint(mint)
  const first = mint.transactions.reduce<MintTransaction | undefined>(
    (earliest, transaction) =>
      earliest && earliest.valid_until_slot <= transaction.valid_until_slot
        ? earliest
        : transaction,
    undefined,
  )
  return {
    ...(await summarizeMint(app, mint, () => true)),
    network,
    collectionName: name,
    receivers: [...Map.groupBy(mint.tokens, ({ address }) => address)].map(([address, tokens]) => ({
      address,
      tokens: tokens.length,
    })),
    wanted: confirmationsWanted(network),
    finality: finalityOf(mint.transactions) ?? null,
    validUntil: first?.valid_until ?? mint.updated_at,
    validUntilSlot: String(first?.valid_until_slot ?? 0),
    signers: await signersOf(hasKey, mint),
    shownTokens: mint.kind === 'burn' ? await firstTokens(client, mint) : [],
    burned: mint.kind === 'burn' ? mint.tokens.map((token) => token.asset_name) : [],
    signingRequest:
      mint.status === 'awaiting_witnesses' ? await findSigningRequest(app, mint) : null,
    canRebuild: isRebuildable(mint),
  }
}

const maxShown = 8

/** Without those that the service no longer has. */
const firstTokens = async (
  client: MintingClient,
  { collection_id: collectionId, tokens }: Mint,
): Promise<MintDetails['shownTokens']> => {
  const answers = await Promise.allSettled(
    tokens.slice(0, maxShown).map(({ id }) => client.getToken(collectionId, id)),
  )
  return answers
    .filter((answer) => answer.status === 'fulfilled')
    .map(({ value }) => ({ id: value.id, name: value.name, cid: imageCid(value) }))
}

/** Keys of the policy first, in the script's order; the payer's key last. */
const signersOf = async (hasKey: HasKey, mint: Mint): Promise<MintDetails['signers']> => {
  const wanted = new Set(mint.transactions.flatMap((transaction) => transaction.required_signers))
  const missing = new Set(mint.transactions.flatMap((transaction) => transaction.missing))
  const ofPolicy = new Set<string>(keyHashesIn(scriptFromJson(mint.script)))
  const payer = keyOfPayment(mint.funding_address)
  const order = [...[...ofPolicy].filter((keyHash) => wanted.has(keyHash)), ...wanted]
  return Promise.all(
    [...new Set(order)].map(async (keyHash) => ({
      keyHash,
      here: await hasKey(keyHash),
      role: ofPolicy.has(keyHash)
        ? ('policy' as const)
        : mint.kind === 'burn' && keyHash !== payer
          ? ('owner' as const)
          : ('payer' as const),
      done: !missing.has(keyHash),
    })),
  )
}

/** A royalty as the window shows it: as its service says it, with what only this computer knows. */
export const describeRoyalty = async (
  { gateways }: { readonly gateways: Pick<Gateways, 'explorerUrl'> },
  target: MintTarget,
  { network, royalty }: Pick<Collection, 'network' | 'royalty'>,
  view: RoyaltyView,
): Promise<RoyaltyDetails> => {
  const { address, amount, tx_id: txId } = view
  const chain = chainOf(target, network)
  return {
    ...view,
    uri: address === null || amount === null ? null : paymentUri(address, BigInt(amount)),
    page: txId === null || chain === undefined ? null : await gateways.explorerUrl(chain, txId),
    hasTestWallet: hasTestWallet(target),
    unconfirmed: view.confirmed ? null : royaltyTermsOf({ royalty }),
    terms: view.on_chain ?? royaltyTermsOf({ royalty }),
  }
}
