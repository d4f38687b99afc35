import { z } from 'zod'
import { documentText, listOf, longText, recordOf, shortText } from '#values/bounds/bounded.ts'
import { networks } from '#values/networks/networks.ts'
import { scriptJson } from '../policies/script.ts'

/**
 * What a transaction does, decoded from its own bytes, as plain JSON. Amounts, quantities and slots
 * are decimal text, because they may exceed a JavaScript number. Hashes and names are hex.
 */

const hash = shortText
const decimal = shortText

/**
 * How the contents of an input are known: proved by another transaction of the same request, proved
 * by the body of the transaction that made it, or only stated, which proves nothing.
 */
const source = z.enum(['request_transaction', 'parent', 'stated'])
export type InputSource = z.output<typeof source>

export const assetAmount = z.object({
  policyId: hash,
  nameHex: longText,
  /** The name as text where it is readable UTF-8. */
  name: longText.nullable(),
  quantity: decimal,
})
export type AssetAmount = z.output<typeof assetAmount>

const inputSummary = z.object({
  txId: hash,
  index: z.int(),
  /** Both null when the contents of this input are unknown. */
  address: shortText.nullable(),
  lovelace: decimal.nullable(),
  assets: listOf(assetAmount).nullable(),
  source: source.nullable(),
})
export type InputSummary = z.output<typeof inputSummary>

/** ADA and tokens. In a net change, what leaves is negative. */
const amounts = z.object({ lovelace: decimal, assets: listOf(assetAmount) })
export type Amounts = z.output<typeof amounts>

/**
 * Who holds an address, as far as this computer knows: a key of its vault, an address that its user
 * confirmed, or others.
 */
const holder = z.enum(['vault', 'address_book', 'others'])
export type Holder = z.output<typeof holder>

export const outputSummary = z.object({
  address: shortText,
  networkId: z.union([z.literal(0), z.literal(1)]),
  /** The address belongs to a script, not to a key. */
  isScript: z.boolean(),
  /** The request's name for the address; nothing proves it. */
  label: longText.nullable(),
  /** The name in this computer's address book. */
  bookLabel: longText.nullable(),
  holder,
  /**
   * What leaves to this address: an amount for others beyond what proved inputs brought from the
   * same address. Null when nothing leaves.
   */
  leaving: amounts.nullable(),
  /**
   * A key of this vault can spend it, but somebody else can delegate it and withdraw its rewards.
   */
  hasForeignStake: z.boolean(),
  lovelace: decimal,
  assets: listOf(assetAmount),
  datum: z.enum(['none', 'hash', 'inline']),
  hasReferenceScript: z.boolean(),
})
export type OutputSummary = z.output<typeof outputSummary>

/**
 * `auxiliary`: published only beside the metadata, where the ledger does not look for it.
 * `missing`: the transaction does not contain a script with that hash; a reference input may.
 */
const scriptOrigin = z.enum(['transaction', 'plutus', 'auxiliary', 'stated', 'missing'])

const mintedAssets = z.object({
  policyId: hash,
  script: scriptJson.nullable(),
  scriptOrigin,
  /**
   * The first slot in which minting is no longer possible; null when the policy never locks or is
   * unknown.
   */
  lockSlot: decimal.nullable(),
  lockTime: shortText.nullable(),
  assets: listOf(assetAmount),
})
export type MintedAssets = z.output<typeof mintedAssets>

/**
 * Metadata as JSON without loss. Text is a string. A whole number that JavaScript can hold is a
 * number, any other is `{"int": "…"}`. Bytes are `{"bytes": "<hex>"}`. A map is an object if its
 * keys are different texts that keep their order in JavaScript and it cannot be mistaken for one of
 * these forms; otherwise it is `{"map": [{"k": …, "v": …}]}`.
 */
export const metadataJson = z.custom<MetadataJson>((value) => value !== undefined)
export type MetadataJson =
  | string
  | number
  | readonly MetadataJson[]
  | { readonly [key: string]: MetadataJson }

const nftSummary = z.object({
  policyId: hash,
  nameHex: longText,
  assetName: shortText.nullable(),
  /** This transaction mints a token with that name. */
  isMinted: z.boolean(),
  /**
   * CIP-25 fields as wallets read them, with pieces of text joined. Null for a field that is absent
   * or no text.
   */
  name: longText.nullable(),
  image: documentText.nullable(),
  mediaType: shortText.nullable(),
  description: longText.nullable(),
  /** All other fields in their order. */
  attributes: listOf(z.object({ key: shortText, value: metadataJson })),
})
export type NftSummary = z.output<typeof nftSummary>

const metadataErrorCodes = [
  'text_too_long',
  'key_twice',
  'not_a_map',
  'version_unknown',
  'version_missing',
  'version_mixed',
  'policy_unreadable',
  'name_in_hex',
  'not_minted',
  'name_missing',
  'image_missing',
  'image_without_scheme',
] as const
const metadataErrorCode = z.enum(metadataErrorCodes)
export type MetadataErrorCode = z.output<typeof metadataErrorCode>

const metadataSummary = z.object({
  labels: listOf(z.object({ label: decimal, json: metadataJson })),
  /** CIP-25, label 721. */
  version: z.union([z.literal(1), z.literal(2)]).nullable(),
  nfts: listOf(nftSummary),
  /** Metadata that wallets cannot read or the ledger rejects. `at` is a path into the metadata. */
  errors: listOf(z.object({ error: metadataErrorCode, at: shortText })),
  /** CIP-27, label 777. `rate` is null when it is not a decimal from 0 to 1. */
  royalty: z
    .object({
      rate: shortText.nullable(),
      address: shortText.nullable(),
      usesOldKey: z.boolean(),
    })
    .nullable(),
})
export type MetadataSummary = z.output<typeof metadataSummary>

/** `time` is null while the network is unknown, and for a slot beyond any date. */
const moment = z.object({ slot: decimal, time: shortText.nullable() })

export const signerReasons = [
  'input',
  'collateral',
  'script',
  'required_signer',
  'withdrawal',
  'certificate',
  'vote',
] as const
const signerReason = z.enum(signerReasons)
export type SignerReason = z.output<typeof signerReason>

const scriptUse = z.enum(['mint', 'input', 'collateral', 'withdrawal', 'certificate', 'vote'])
export type ScriptUse = z.output<typeof scriptUse>

const scriptSummary = z.object({
  hash,
  script: scriptJson.nullable(),
  origin: scriptOrigin,
  uses: listOf(scriptUse),
  /**
   * `satisfied`: by the present signatures. `needs_signatures`: at least `count` of `of`.
   * `outside_validity`: no signature can satisfy it within this transaction's validity. `unknown`:
   * a Plutus script, or a script that is not in the request.
   */
  state: z.enum(['satisfied', 'needs_signatures', 'outside_validity', 'unknown']),
  count: z.int(),
  of: listOf(hash),
})
export type ScriptSummary = z.output<typeof scriptSummary>

const otherFieldKind = z.enum([
  'certificates',
  'withdrawals',
  'votes',
  'proposals',
  'donation',
  'treasury_value',
  'protocol_update',
  'collateral',
  'collateral_return',
  'reference_inputs',
  'plutus_scripts',
  'redeemers',
  'datums',
  'byron_signatures',
  'unused_scripts',
  'unknown_fields',
  'fails_on_purpose',
])
export type OtherFieldKind = z.output<typeof otherFieldKind>

/** Kinds that `runs_scripts` covers, and fields of payments, which have their own warnings. */
export const quietKinds: readonly OtherFieldKind[] = [
  'collateral',
  'collateral_return',
  'reference_inputs',
  'plutus_scripts',
  'redeemers',
  'datums',
  'byron_signatures',
]

export const transactionSummary = z.object({
  txId: hash,
  network: z.object({
    /** 1 mainnet, 0 a test network; null when its addresses disagree. */
    id: z.union([z.literal(0), z.literal(1)]).nullable(),
    name: z.enum(networks).nullable(),
    /** The network was derived from the addresses alone. */
    isGuess: z.boolean(),
  }),
  fee: decimal,
  /**
   * For the size with all signatures; null without parameters. `isWhole`: the fee includes every
   * Plutus part.
   */
  minimumFee: z.object({ lovelace: decimal, isWhole: z.boolean() }).nullable(),
  inputs: listOf(inputSummary),
  collateral: listOf(inputSummary),
  referenceInputs: listOf(inputSummary),
  outputs: listOf(outputSummary),
  /** What this vault's addresses gain or lose, as far as the inputs are proved. */
  netChange: amounts,
  /** Inputs with unproved contents. Any of them may belong to this vault. */
  unprovedInputs: z.int(),
  /**
   * If scripts fail and the ledger takes the collateral: the output that returns the rest, and the
   * most that is lost.
   */
  collateralReturn: outputSummary.nullable(),
  totalCollateral: decimal.nullable(),
  /**
   * Fields for Plutus scripts. With any of them, the user must allow signing for this transaction.
   */
  scriptFields: listOf(shortText),
  mint: listOf(mintedAssets),
  /** Null without metadata. */
  metadata: metadataSummary.nullable(),
  /** Whether the body's metadata hash matches the metadata. */
  metadataHash: z.enum(['none', 'matches', 'differs', 'not_in_body', 'data_missing']),
  validity: z.object({
    invalidBefore: moment.nullable(),
    /** The first slot in which the transaction is invalid: its TTL. */
    invalidHereafter: moment.nullable(),
  }),
  /** Other effects, so that none is hidden. */
  also: listOf(
    z.object({
      kind: otherFieldKind,
      count: z.int(),
      /** A description with amounts and targets. */
      detail: longText.nullable(),
      /**
       * Lovelace that leaves through it: deposits and donations, as far as the bytes state them.
       */
      leaving: decimal,
    }),
  ),
  signers: listOf(z.object({ keyHash: hash, reasons: listOf(signerReason) })),
  scripts: listOf(scriptSummary),
  signatures: listOf(z.object({ keyHash: hash, publicKey: shortText, isValid: z.boolean() })),
  missing: z.object({
    keys: listOf(hash),
    choices: listOf(z.object({ scriptHash: hash, count: z.int(), of: listOf(hash) })),
    scripts: listOf(hash),
    /** Inputs with an unknown owner, which may need more signatures. */
    unknownInputs: z.int(),
    /** Inputs at Byron addresses; their signatures are not checked. */
    byronInputs: z.int(),
  }),
  /** Null: unknown because of `unknownInputs` or `byronInputs`. */
  isComplete: z.boolean().nullable(),
  size: z.object({
    bytes: z.int(),
    /** Size with the known missing signatures. */
    signedBytes: z.int(),
    limit: z.int(),
    /** By the ledger's count, which leaves out the byte that says whether scripts are valid. */
    isWithinLimit: z.boolean(),
  }),
  /** Known inputs and mint, minus outputs and fee. Null unless all of it is known. */
  imbalance: z.object({ lovelace: decimal, assets: listOf(assetAmount) }).nullable(),
})
export type TransactionSummary = z.output<typeof transactionSummary>

export const warningCodes = [
  'ada_to_unknown_address',
  'tokens_to_unknown_address',
  'foreign_stake',
  'key_unconfirmed',
  'other_policy',
  'name_of_own_policy',
  'script_missing',
  'script_unsatisfiable',
  'quantity_not_one',
  'no_ttl',
  'valid_long',
  'validity_not_evaluated',
  'expired',
  'not_yet_valid',
  'policy_locked',
  'ttl_after_lock',
  'royalty_too_late',
  'royalty_not_yet',
  'royalty_with_other_tokens',
  'royalty_several_policies',
  'royalty_not_minted',
  'royalty_metadata_missing',
  'royalty_rate',
  'royalty_address',
  'oversized',
  'metadata_unreadable',
  'metadata_missing',
  'metadata_hash',
  'fee_below_minimum',
  'fee_high',
  'networks_mixed',
  'other_network',
  'duplicate_inputs',
  'signer_unexplained',
  'wrong_signature',
  'unasked_signature',
  'imbalance',
  'inputs_unproved',
  'runs_scripts',
  'fails_on_purpose',
  'unknown_fields',
  'other_effects',
] as const

export type WarningCode = (typeof warningCodes)[number]

/** Warnings with which nothing is signed, even if the user accepts them. */
export const neverAccepted: ReadonlySet<WarningCode> = new Set<WarningCode>(['unknown_fields'])

/** Accepted with a separate switch for one request, never together with others. */
export const scriptsWarning: WarningCode = 'runs_scripts'

/** One thing to know before signing. `error`: the ledger rejects it, or it cannot be undone. */
export const transactionWarning = z.object({
  code: z.enum(warningCodes),
  severity: z.enum(['error', 'warning', 'info']),
  facts: recordOf(z.union([longText, z.number()])),
  message: longText,
})
export type TransactionWarning = z.output<typeof transactionWarning>
