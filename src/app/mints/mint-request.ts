import { hexToBytes } from '@noble/hashes/utils.js'
import { ColdpressError, isColdpressError } from '#values/errors/errors.ts'
import { charsOf } from '#values/text/text.ts'
import type { Mint, MintKind, MintTransaction } from '#contract/mints/mint.ts'
import { paymentAddress } from '#cardano/addresses.ts'
import { KeyHash, PolicyId, TxId } from '#cardano/ids.ts'
import type { Network } from '#cardano/network.ts'
import type { ProtocolParameters } from '#cardano/parameters.ts'
import { lockSlotOf, type NativeScript, scriptFromJson } from '#cardano/scripts.ts'
import type { Utxo } from '#cardano/utxo.ts'
import { valueFromWire } from '#cardano/value.ts'
import type { MintingClient } from '../api/client.ts'
import { writeRequestFile } from '../signing/request-file.ts'
import { requestLimits } from '../signing/request-schema.ts'
import type { SigningRequest } from '../signing/request-types.ts'
import type { RequestThumbnail } from '../signing/thumbnails.ts'
import { networkOfMint } from './mint-network.ts'
import { type ThumbnailSources, thumbnailsOf } from './mint-thumbnails.ts'
import { payoutAddressesOf } from './payout-addresses.ts'

/** The details of a request beside the mint itself. */
export type RequestContext = {
  readonly collectionName: string
  /** The collection's payout addresses, so that the signer sees them labelled. */
  readonly payoutAddresses: readonly string[]
  readonly thumbnails: readonly RequestThumbnail[]
  /** Bodies of the transactions that created its inputs, as far as found. */
  readonly parents: readonly Uint8Array[]
  readonly createdAt: Date
}

/**
 * A mint as a signing request, with the signatures that it has so far; `writeRequestFile` makes the
 * file of it.
 * @throws ColdpressError `too_large` for more transactions than a request holds
 */
export const requestOfMint = (mint: Mint, requestContext: RequestContext): SigningRequest => {
  const { transactions } = mint
  if (transactions.length > requestLimits.transactions)
    throw new ColdpressError(
      'too_large',
      `mint: ${transactions.length} transactions, and a signing request holds at most ${requestLimits.transactions}; cancel it and mint fewer tokens at a time`,
    )
  const network = networkOfMint(mint)
  const script = scriptFromJson(mint.script)
  const names = namedAddresses(mint, network, requestContext.payoutAddresses)
  return {
    createdAt: requestContext.createdAt,
    title: line(titleOf(mint, requestContext.collectionName)),
    collectionName: line(requestContext.collectionName),
    network,
    transactions: transactions.map(({ cbor }) => hexToBytes(cbor)),
    parents: requestContext.parents,
    resolvedInputs: inputsFromOutside(mint),
    scripts: mintTexts[mint.kind].mints ? [script] : [],
    paymentKeys: paymentKeysOf(mint),
    parameters: {
      asOf: new Date(mint.parameters.fetched_at),
      values: parametersOf(mint.parameters),
    },
    expected: transactions.map((transaction, position) => ({
      ...expectationsOf(mint, script, position),
      addresses: addressesIn(transaction, names),
    })),
    thumbnails: requestContext.thumbnails.map((thumbnail) => ({
      ...thumbnail,
      name: line(thumbnail.name),
    })),
  }
}

/**
 * A mint as {@link requestOfMint} makes it, with what its service says of its collection.
 * @param options.thumbnails by default none
 */
export const makeMintRequest = async (
  client: Pick<MintingClient, 'getMintParents' | 'getCollection'>,
  mint: Mint,
  options: Partial<Pick<RequestContext, 'thumbnails' | 'createdAt'>> = {},
): Promise<SigningRequest> => {
  const { name, payout_address: payout } = await client.getCollection(mint.collection_id)
  return requestOfMint(mint, {
    collectionName: name,
    payoutAddresses: payoutAddressesOf(payout),
    thumbnails: [],
    parents: await parentsOf(client, mint),
    createdAt: new Date(),
    ...options,
  })
}

export type MintFileSources = ThumbnailSources & {
  readonly client: Parameters<typeof makeMintRequest>[0]
}

/** The file for other signers, with small images of the tokens. */
export const makeMintRequestFile = async (
  sources: MintFileSources,
  mint: Mint,
  options: { readonly createdAt?: Date; readonly signal?: AbortSignal } = {},
): Promise<string> => {
  const { signal, ...rest } = options
  const thumbnails = await thumbnailsOf(mint, sources, signal)
  return writeRequestFile(await makeMintRequest(sources.client, mint, { thumbnails, ...rest }))
}

/** Without parents from the service, the inputs stay unproved. */
export const parentsOf = async (
  client: Pick<MintingClient, 'getMintParents'>,
  { collection_id: collectionId, id }: Mint,
  signal?: AbortSignal,
): Promise<readonly Uint8Array[]> => {
  try {
    const { parents } = await client.getMintParents(
      collectionId,
      id,
      ...(signal === undefined ? [] : [{ signal }]),
    )
    return parents.map((hex) => hexToBytes(hex))
  } catch (error) {
    if (!isColdpressError(error, 'not_found')) throw error
    return []
  }
}

const payer = 'pays, and receives the change'

/** Texts for each kind of mint. */
const mintTexts: Readonly<
  Record<
    MintKind,
    {
      readonly title: (collection: string, tokens: number) => string
      readonly mints: boolean
      /** Label of the paying address and of otherwise unknown outputs. */
      readonly source: string
      readonly receiver?: string
      /** Label of the addresses of its tokens, in place of what they receive. */
      readonly holder?: string
    }
  >
> = {
  tokens: {
    title: (collection, tokens) => `Mint ${tokensText(tokens)} of ${collection}`,
    mints: true,
    source: payer,
  },
  royalty: {
    title: (collection) => `Mint the royalty token of ${collection}`,
    mints: true,
    source: payer,
  },
  withdrawal: {
    title: (collection) => `Send away the funds of ${collection}`,
    mints: false,
    source: payer,
    receiver: 'receives the funds',
  },
  sale: {
    title: (collection, tokens) =>
      `Mint ${tokensText(tokens)} of ${collection} that ${tokens === 1 ? 'was' : 'were'} sold`,
    mints: true,
    source: 'holds what was paid',
  },
  refund: {
    title: (collection) => `Give back what was paid for ${collection}`,
    mints: false,
    source: payer,
    receiver: 'gets back what was paid',
  },
  burn: {
    title: (collection, tokens) => `Burn ${tokensText(tokens)} of ${collection}`,
    mints: true,
    source: payer,
    holder: 'holds what is burned, and gets the rest back',
  },
}

const titleOf = ({ kind, with_royalty: withRoyalty, tokens }: Mint, collection: string): string =>
  withRoyalty === true
    ? `Mint the royalty token and ${tokensText(tokens.length)} of ${collection}`
    : mintTexts[kind].title(collection, tokens.length)

const tokensText = (count: number): string => `${count} ${count === 1 ? 'token' : 'tokens'}`

/** The studio asks the chain before it builds: the royalty token comes first, or not at all (CIP-27). */
const expectationsOf = (
  { kind, with_royalty: withRoyalty, policy_id: policyId }: Mint,
  script: NativeScript,
  position: number,
) => {
  const isRoyalty = kind === 'royalty' || (withRoyalty === true && position === 0)
  return {
    policyId: mintTexts[kind].mints ? PolicyId(policyId) : undefined,
    lockSlot: mintTexts[kind].mints ? lockSlotOf(script) : undefined,
    hasMinted: isRoyalty ? false : undefined,
    awaitsRoyalty: isRoyalty,
  }
}

/** A request shows one line without controls; a name may hold the joiners of emoji. */
export const line = (text: string): string => {
  const plain = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  if (plain === '') return 'Untitled'
  return charsOf(plain) <= requestLimits.textChars
    ? plain
    : `${Array.from(plain)
        .slice(0, requestLimits.textChars - 1)
        .join('')}…`
}

/**
 * Outputs of the mint's own earlier transactions are read from their bytes and must not be stated.
 */
const inputsFromOutside = ({ transactions }: Mint): readonly Utxo[] => {
  const own = new Set(transactions.map(({ tx_id: txId }) => txId))
  return transactions
    .flatMap(({ inputs }) => inputs)
    .filter((input) => !own.has(input.tx_id))
    .map(({ tx_id: txId, index, address, lovelace, assets }) => ({
      txId: TxId(txId),
      index,
      address,
      value: valueFromWire(lovelace, assets),
      isSpecial: false,
    }))
}

const parametersOf = (given: Mint['parameters']): ProtocolParameters => ({
  minFeeA: BigInt(given.min_fee_a),
  minFeeB: BigInt(given.min_fee_b),
  coinsPerUtxoByte: BigInt(given.coins_per_utxo_size),
  maxTxBytes: given.max_tx_size,
  maxValueBytes: given.max_val_size,
  keyDeposit: BigInt(given.key_deposit),
  poolDeposit: BigInt(given.pool_deposit),
})

const paymentKeysOf = ({ payment_key: key }: Mint): SigningRequest['paymentKeys'] =>
  key === null || key === undefined
    ? []
    : [{ keyHash: KeyHash(key.key_hash), wallet: key.wallet, index: key.index }]

type NamedAddress = { readonly address: string; readonly label: string }

/** Names for the addresses that are paid, those that most is known of first. */
const namedAddresses = (
  { kind, tokens, transactions, funding_address: fundingAddress }: Mint,
  network: Network,
  payoutAddresses: readonly string[],
): readonly NamedAddress[] => {
  const canonical = (address: string): string => paymentAddress(address, network).bech32
  const labels = new Map<string, string>()
  const name = (address: string, label: string): void => {
    if (!labels.has(address)) labels.set(address, label)
  }
  const { source, receiver, holder } = mintTexts[kind]
  name(canonical(fundingAddress), source)
  for (const address of payoutAddresses) name(canonical(address), "the collection's payout address")
  const received = Map.groupBy(tokens, ({ address }) => canonical(address))
  for (const [address, { length }] of received)
    name(address, holder ?? `receives ${length === 1 ? 'a token' : `${length} tokens`}`)
  if (receiver !== undefined)
    for (const { address } of transactions.flatMap(({ outputs }) => outputs))
      name(address, receiver)
  return [...labels].map(([address, label]) => ({ address, label }))
}

/** Each transaction names the addresses that it pays or spends from: a mint may have a thousand. */
const addressesIn = (
  { inputs, outputs }: MintTransaction,
  names: readonly NamedAddress[],
): readonly NamedAddress[] => {
  const used = new Set([...inputs, ...outputs].map(({ address }) => address))
  return names.filter(({ address }) => used.has(address)).slice(0, requestLimits.addresses)
}
