import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { ColdpressError } from '#values/errors/errors.ts'
import { limits } from '#values/bounds/limits.ts'
import type { MintRehearsalProgress } from '#contract/mints/mint-rehearsal.ts'
import { quoted } from '#values/text/text.ts'
import type { Collection } from '#contract/collections/collection.ts'
import type { ChosenTokens } from '#contract/mints/chosen-tokens.ts'
import { joinPieces } from '#contract/tokens/attribute-value.ts'
import type { Token, TokenRequestInput } from '#contract/tokens/token.ts'
import { imageOnChain } from '#contract/tokens/wallet-content.ts'
import type { Accounts } from '../../accounts/accounts.ts'
import { chainOf } from '../../accounts/chain-of.ts'
import type { MintingClient } from '../../api/client.ts'
import { enterpriseAddress } from '#cardano/addresses.ts'
import { KeyHash, TxId } from '#cardano/ids.ts'
import type { Network } from '#cardano/network.ts'
import { scriptFromJson } from '#cardano/scripts.ts'
import type { Gateways } from '#chain/gateway/gateway-configs.ts'
import type { Gateway } from '#chain/gateway/gateway.ts'
import type { Practice } from '../../practice/practice.ts'
import type { MintRehearsal, MintRehearsals } from '../../practice/mint-rehearsals.ts'
import { listChosenTokens } from '../chosen-tokens.ts'
import { waitsForStudioVault } from '../awaited-signatures.ts'
import { followMint } from '../follow-mint.ts'
import { followRoyalty } from '../follow-royalty.ts'
import type { MintingAccount } from '../minting-account.ts'
import { metadataOnChain, tokenOnChain } from '../metadata-on-chain.ts'
import { policyShapeOf, practicePolicyOf } from './practice-policy.ts'
import { hashMetadata, type MintChoice, royaltyRateOf } from './rehearsal-state.ts'

type DevnetHere = {
  readonly accounts: Pick<Accounts, 'client'>
  readonly gateways: Pick<Gateways, 'get'>
  readonly practice: Pick<Practice, 'add'>
  readonly mintRehearsals: Pick<MintRehearsals, 'record'>
}

type Control = {
  readonly onProgress: (progress: MintRehearsalProgress) => void
  readonly signal: AbortSignal
}

type RehearseMintOptions = Control & {
  /** The service of the collection that is to be minted. */
  readonly client: Pick<MintingClient, 'tokens'>
  readonly network: Network
  readonly collection: Collection
  readonly tokens: ChosenTokens
  /** The Local studio on the devnet, and its gateway. */
  readonly practice: MintingClient
  readonly devnet: Gateway
}

/** What a rehearsal minted, and in how many transactions. */
type RehearsedMint = MintRehearsal & { readonly transactions: number }

/**
 * Mints the same tokens on the devnet: the same metadata under a policy of the same shape with other
 * keys, the royalty first, all of it paid by the test wallet; then reads every token's metadata back
 * from the chain and compares it. What was rehearsed is kept.
 * @throws ColdpressError as the clients and the gateway; `corrupt` for what differs on chain;
 * `conflict` for a testnet of unknown name, whose slots have no times
 */
export const rehearseMint = async (
  { app, client, account }: MintingAccount<DevnetHere>,
  { collectionId, tokens: wanted }: MintChoice,
  control: Control,
): Promise<RehearsedMint> => {
  const network = chainOf(account, account.network)
  if (network === undefined)
    throw new ColdpressError('conflict', 'Nobody knows the network of this collection.')
  const options = {
    ...control,
    client,
    network,
    collection: await client.getCollection(collectionId, { signal: control.signal }),
    tokens: wanted,
    practice: await app.accounts.client('local'),
    devnet: await app.gateways.get('devnet'),
  }
  const { collection, practice } = options
  const tokens = await tokensOf(options)
  const payout = enterpriseAddress(KeyHash(randomBytes(28).toString('hex')), 'devnet')
  const script = scriptFromJson(collection.policy.script)
  const copy = await practice.createCollection({
    name: `Rehearsal of ${collection.name}`,
    description: 'A mint rehearsed on the devnet.',
    payout_address: payout,
    policy: practicePolicyOf(script, network),
    ...templateOf(collection),
    ...royaltyOf(collection, payout),
  })
  app.practice.add({
    accountId: 'local',
    collectionId: copy.id,
    policyId: copy.policy.policy_id,
  })
  const added = await addAll(options, copy.id, tokens)
  await mintRoyalty(options, copy)
  const txIds = await mintAll(options, copy, payout)
  await checkOnChain(options, copy, { added, txIds })
  const { policy_id: policyId } = collection.policy
  const made = {
    practiceId: copy.id,
    policyShape: policyShapeOf(script, network),
    royalty: royaltyRateOf(collection),
    at: new Date().toISOString(),
    tokens: new Map(tokens.map((token) => [token.asset_name, hashMetadata(token, policyId)])),
    transactions: txIds.length,
  }
  app.mintRehearsals.record({ accountId: account.id, collectionId }, made)
  return made
}

const tokensOf = async ({
  client,
  collection,
  tokens: wanted,
  signal,
}: RehearseMintOptions): Promise<readonly Token[]> => {
  const tokens = await listChosenTokens(client, collection.id, wanted, signal)
  if (tokens.length > 0) return tokens
  throw new ColdpressError(
    'conflict',
    'There is nothing to rehearse: no token of the collection is left to mint. Import its tokens first.',
  )
}

const templateOf = ({ metadata }: Collection) => {
  if (metadata === null || metadata === undefined) return {}
  const { label: _label, version, ...template } = metadata
  // A hosted service may have kept another version than the one that it writes.
  return { metadata: version === '1' ? { ...template, version } : template }
}

/** The address of a royalty is one of its network. */
const royaltyOf = (collection: Collection, address: string) => {
  const rate = royaltyRateOf(collection)
  return rate === null ? {} : { royalty: { address: [address], rate } }
}

const addAll = async (
  { practice, onProgress, signal }: RehearseMintOptions,
  collectionId: string,
  tokens: readonly Token[],
): Promise<readonly Token[]> => {
  const added: Token[] = []
  for (let start = 0; start < tokens.length; start += limits.tokensPerRequest) {
    signal.throwIfAborted()
    onProgress({ step: 'tokens', done: start, total: tokens.length })
    const some = tokens.slice(start, start + limits.tokensPerRequest)
    added.push(...(await practice.addTokens(collectionId, some.map(requestOf))))
  }
  return added
}

/**
 * A token as it was sent to its own collection. What is known from the bytes of its image alone, its
 * media type, and an image in pieces are as its metadata has them.
 */
const requestOf = (token: Token): TokenRequestInput => {
  const source = { metadata: token.metadata ?? {}, assetName: token.asset_name }
  const { image: pieces, mediaType } = imageOnChain(source)
  const image = joinPieces(token.image ?? '')
  return {
    name: token.name,
    asset_name: token.asset_name,
    image: pieces?.join('') === image ? pieces : image,
    ...(token.description ? { description: token.description } : {}),
    ...(token.media_type ? { media_type: mediaType ?? token.media_type } : {}),
    ...(token.metadata_attributes
      ? { metadata_attributes: token.metadata_attributes.map(({ tag, value }) => ({ tag, value })) }
      : {}),
    ...(token.custom_attributes ? { custom_attributes: token.custom_attributes } : {}),
  }
}

const pauseMs = 250

const mintRoyalty = async (
  { practice, devnet, onProgress, signal }: RehearseMintOptions,
  { id, royalty }: Collection,
): Promise<void> => {
  if (royalty === null || royalty === undefined) return
  onProgress({ step: 'royalty', done: 0, total: 1 })
  const { address, amount } = await practice.getRoyalty(id)
  if (address !== null && amount !== null) await pay(devnet, address, BigInt(amount), signal)
  const { status, message } = await followRoyalty(practice, id, {
    signal,
    // Until the vault has refused, it is about to sign.
    isPatient: (mint) => waitsForStudioVault(mint) && (mint.signing_blocked ?? null) === null,
    pauseMs,
  })
  signal.throwIfAborted()
  if (status !== 'minted')
    throw stopped(`the royalty token is ${status.replaceAll('_', ' ')}`, message)
}

const pay = async (
  gateway: Gateway,
  address: string,
  lovelace: bigint,
  signal: AbortSignal,
): Promise<void> => {
  if (gateway.fund === undefined) throw stopped('there is no test wallet', null)
  const txId = await gateway.fund(address, lovelace)
  while ((await gateway.transaction(txId)) === undefined)
    await sleep(pauseMs, undefined, { signal })
}

const mintAll = async (
  { practice, devnet, onProgress, signal }: RehearseMintOptions,
  { id }: Collection,
  to: string,
): Promise<readonly TxId[]> => {
  const request = { tokens: 'all', to } as const
  const { missing, address } = await practice.estimateMint(id, request)
  if (missing > 0) await pay(devnet, address, BigInt(missing), signal)
  const made = await practice.createMint(id, request)
  const mint = await followMint(practice, made, {
    until: 'completed',
    signal,
    onProgress: ({ done, total }) => onProgress({ step: 'mint', done, total }),
  })
  if (mint.status === 'completed') return mint.transactions.map(({ tx_id: txId }) => TxId(txId))
  throw stopped(`the mint is ${mint.status.replaceAll('_', ' ')}`, mint.message)
}

const checkOnChain = async (
  { devnet, onProgress }: RehearseMintOptions,
  { policy: { policy_id: policyId } }: Collection,
  { added, txIds }: { readonly added: readonly Token[]; readonly txIds: readonly TxId[] },
): Promise<void> => {
  onProgress({ step: 'check', done: 0, total: added.length })
  const metadata = await metadataOnChain(devnet, txIds)
  for (const { asset_name: name, metadata: sent } of added) {
    const there = tokenOnChain(metadata, policyId, name)
    if (there === undefined || !isDeepStrictEqual(there, tokenOnChain(sent, policyId, name)))
      throw new ColdpressError(
        'corrupt',
        `The rehearsal failed: the metadata of ${quoted(name)} on the devnet is not that of the token.`,
      )
  }
}

const stopped = (what: string, message: string | null): ColdpressError =>
  new ColdpressError(
    'incomplete',
    `The rehearsal stopped: ${what}.${message === null ? '' : ` ${message}`}`,
  )
