import { hexToBytes } from '@noble/hashes/utils.js'
import { ColdpressError } from '../../shared/errors.ts'
import { charsOf } from '../../shared/text.ts'
import type { Mint } from '../../shared/wire/mint.ts'
import { paymentAddress } from '../cardano/addresses.ts'
import { PolicyId, TxId } from '../cardano/ids.ts'
import type { Network } from '../cardano/network.ts'
import type { ProtocolParameters } from '../cardano/parameters.ts'
import { lockSlotOf, type NativeScript, scriptFromJson } from '../cardano/scripts.ts'
import type { Utxo } from '../cardano/utxo.ts'
import { Unit } from '../cardano/value.ts'
import { requestLimits } from '../signing/request-schema.ts'
import type { SigningRequest } from '../signing/request-types.ts'
import type { Thumbnail } from '../signing/thumbnails.ts'
import { networkOfMint } from './mint-network.ts'

/** What a request says beside the mint itself. */
export type RequestFacts = {
  readonly collectionName: string
  /** Where the collection's income goes, so that its address has a name for whoever signs. */
  readonly payoutAddresses: readonly string[]
  readonly thumbnails: readonly Thumbnail[]
  readonly createdAt: Date
}

/**
 * A mint as a signing request, with the signatures that it has so far; `writeRequestFile` makes the
 * file of it.
 * @throws ColdpressError `too_large` for more transactions than a request holds
 */
export const requestOfMint = (mint: Mint, facts: RequestFacts): SigningRequest => {
  const { transactions } = mint
  if (transactions.length > requestLimits.transactions)
    throw new ColdpressError(
      'too_large',
      `mint: ${transactions.length} transactions, and a signing request holds at most ${requestLimits.transactions}; cancel it and mint fewer tokens at a time`,
    )
  const network = networkOfMint(mint)
  const script = scriptFromJson(mint.script)
  return {
    createdAt: facts.createdAt,
    title: line(titleOf(mint, facts.collectionName)),
    collectionName: line(facts.collectionName),
    network,
    transactions: transactions.map(({ cbor }) => hexToBytes(cbor)),
    resolvedInputs: inputsFromOutside(mint),
    scripts: mint.kind === 'withdrawal' ? [] : [script],
    parameters: {
      asOf: new Date(mint.parameters.fetched_at),
      values: parametersOf(mint.parameters),
    },
    expected: {
      ...expectationsOf(mint, script),
      addresses: namedAddresses(mint, network, facts.payoutAddresses),
    },
    thumbnails: facts.thumbnails.map((one) => ({ ...one, name: line(one.name) })),
  }
}

/** The studio asks the chain before it builds: the royalty token comes first, or not at all (CIP-27). */
const expectationsOf = ({ kind, policy_id: policyId }: Mint, script: NativeScript) => ({
  policyId: kind === 'withdrawal' ? undefined : PolicyId(policyId),
  lockSlot: kind === 'withdrawal' ? undefined : lockSlotOf(script),
  hasMinted: kind === 'royalty' ? false : undefined,
  awaitsRoyalty: kind === 'royalty',
})

const titleOf = ({ kind, tokens }: Mint, collection: string): string => {
  if (kind === 'royalty') return `Mint the royalty token of ${collection}`
  if (kind === 'withdrawal') return `Send away the funds of ${collection}`
  return `Mint ${tokens.length} ${tokens.length === 1 ? 'token' : 'tokens'} of ${collection}`
}

/** A request shows one line without controls; a name may hold the joiners of emoji. */
const line = (text: string): string => {
  const plain = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  if (plain === '') return 'Untitled'
  return charsOf(plain) <= requestLimits.textChars
    ? plain
    : `${Array.from(plain)
        .slice(0, requestLimits.textChars - 1)
        .join('')}…`
}

/** What an earlier transaction of the mint makes is read from its own bytes, and must not be told. */
const inputsFromOutside = ({ transactions }: Mint): readonly Utxo[] => {
  const own = new Set(transactions.map(({ tx_id: txId }) => txId))
  return transactions
    .flatMap(({ inputs }) => inputs)
    .filter((input) => !own.has(input.tx_id))
    .map(({ tx_id: txId, index, address, lovelace, assets }) => ({
      txId: TxId(txId),
      index,
      address,
      value: {
        lovelace: BigInt(lovelace),
        assets: new Map(assets.map(({ unit, quantity }) => [Unit(unit), BigInt(quantity)])),
      },
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
  name(canonical(fundingAddress), 'pays, and receives the change')
  for (const address of payoutAddresses) name(canonical(address), "the collection's payout address")
  const received = Map.groupBy(tokens, ({ address }) => canonical(address))
  for (const [address, its] of received)
    name(address, its.length === 1 ? 'receives a token' : `receives ${its.length} tokens`)
  if (kind === 'withdrawal')
    for (const { address } of transactions.flatMap(({ outputs }) => outputs))
      name(address, 'receives the funds')
  return [...labels]
    .map(([address, label]) => ({ address, label }))
    .slice(0, requestLimits.addresses)
}
