import { finalityOf } from '#contract/mints/finality-text.ts'
import type { MintDetails, MintSummary } from '#contract/mints/calls.ts'
import type { Mint, MintTransaction } from '#contract/mints/mint.ts'
import { keyHashesIn, scriptFromJson } from '#cardano/scripts.ts'
import { keyOfPayment } from '#cardano/transactions/build/spendable-utxos.ts'
import type { MintingClient } from '#app/api/client.ts'
import type { Core } from '#app/create-core.ts'
import { isRebuildable } from '#app/mints/stale-mint.ts'
import { networkOfMint } from '#app/mints/mint-network.ts'
import { confirmationsWanted } from '#chain/submission/submission.ts'
import { imageCid } from '#media/content/image-cid.ts'
import type { HasKey } from './keys-here.ts'
import { findSigningRequest } from './signing-request.ts'

type WithExplorer = { readonly gateways: Pick<Core['gateways'], 'explorerUrl'> }

export const lineOf = async ({ gateways }: WithExplorer, mint: Mint): Promise<MintSummary> => ({
  id: mint.id,
  kind: mint.kind,
  withRoyalty: mint.with_royalty === true,
  status: mint.status,
  held: mint.held === true,
  message: mint.message,
  tokens: mint.tokens.length,
  transactions: mint.transactions.length,
  confirmed: mint.transactions.filter(({ status }) => status === 'confirmed').length,
  links: await Promise.all(
    mint.transactions.map(async ({ tx_id: txId, status }) => ({
      txId,
      page: isInBlock(status) ? await gateways.explorerUrl(networkOfMint(mint), txId) : null,
    })),
  ),
  createdAt: mint.created_at,
})

const isInBlock = (status: MintTransaction['status']): boolean =>
  status === 'in_block' || status === 'confirmed'

/** The collection of a mint, and its service. */
export type MintedIn = { readonly client: MintingClient; readonly name: string }

/** A mint as its page shows it. */
export const describeMint = async (
  core: Pick<Core, 'gateways' | 'signing'>,
  hasKey: HasKey,
  mint: Mint,
  { client, name }: MintedIn,
): Promise<MintDetails> => {
  const network = networkOfMint(mint)
  const last = mint.transactions.reduce<MintTransaction | undefined>(
    (first, one) => (first && first.valid_until_slot <= one.valid_until_slot ? first : one),
    undefined,
  )
  const counts = Map.groupBy(mint.tokens, (token) => token.tx_id)
  return {
    ...(await lineOf(core, mint)),
    network,
    collectionName: name,
    policyId: mint.policy_id,
    fundingAddress: mint.funding_address,
    receivers: [...Map.groupBy(mint.tokens, ({ address }) => address)].map(([address, its]) => ({
      address,
      tokens: its.length,
    })),
    cautions: mint.warnings ?? [],
    all: await Promise.all(
      mint.transactions.map(async (transaction) => ({
        txId: transaction.tx_id,
        status: transaction.status,
        confirmations: transaction.confirmations,
        size: transaction.size,
        fee: String(transaction.fee),
        tokens: counts.get(transaction.tx_id)?.length ?? 0,
        missing: transaction.missing,
        message: transaction.message,
        page: await core.gateways.explorerUrl(network, transaction.tx_id),
      })),
    ),
    wanted: confirmationsWanted(network),
    finality: finalityOf(mint.transactions) ?? null,
    validUntil: last?.valid_until ?? mint.updated_at,
    validUntilSlot: String(last?.valid_until_slot ?? 0),
    signers: await signersOf(hasKey, mint),
    shownTokens:
      mint.status === 'completed' || mint.kind === 'burn' ? await firstTokens(client, mint) : [],
    burned: mint.kind === 'burn' ? mint.tokens.map(({ asset_name: name }) => name) : [],
    signingRequest:
      mint.status === 'awaiting_witnesses' ? await findSigningRequest(core, mint) : null,
    canRebuild: isRebuildable(mint),
    replacedBy: mint.replaced_by ?? null,
    updatedAt: mint.updated_at,
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
  const order = [...[...ofPolicy].filter((one) => wanted.has(one)), ...wanted]
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
