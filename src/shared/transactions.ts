import { z } from 'zod'
import { documentText, listOf, longText, recordOf, shortText } from './bounded.ts'
import { networks } from './networks.ts'
import { scriptJson } from './wire/script.ts'

/**
 * What a transaction does, decoded from its own bytes, as plain JSON. Amounts, quantities and slots
 * are decimal text: they may exceed what a JavaScript number holds. Hashes and names are hex.
 */

const hash = shortText
const decimal = shortText

/**
 * How it is known what an input holds: proved by the bytes of another transaction of the same
 * request, or by the body of the transaction that made it; or only stated, which proves nothing.
 */
const source = z.enum(['request_transaction', 'parent', 'stated'])
export type FactSource = z.output<typeof source>

export const assetAmount = z.object({
  policyId: hash,
  nameHex: longText,
  /** The name as text where it is readable UTF-8. */
  name: longText.nullable(),
  quantity: decimal,
})
export type AssetAmount = z.output<typeof assetAmount>

const inputFacts = z.object({
  txId: hash,
  index: z.int(),
  /** Null together: nothing says what this input holds. */
  address: shortText.nullable(),
  lovelace: decimal.nullable(),
  assets: listOf(assetAmount).nullable(),
  source: source.nullable(),
})
export type InputFacts = z.output<typeof inputFacts>

/** ADA and tokens; in a net change what goes out is negative. */
const amounts = z.object({ lovelace: decimal, assets: listOf(assetAmount) })
export type Amounts = z.output<typeof amounts>

/**
 * Who holds an address, by what this computer knows: a key of its vault, an address that its user
 * confirmed, or anybody else.
 */
const holder = z.enum(['vault', 'address_book', 'others'])
export type Holder = z.output<typeof holder>

const outputFacts = z.object({
  address: shortText,
  networkId: z.union([z.literal(0), z.literal(1)]),
  /** Paid by a script, not by a key. */
  isScript: z.boolean(),
  /** What the request calls the address, which nothing proves. */
  label: longText.nullable(),
  /** What the address book of this computer calls it. */
  bookLabel: longText.nullable(),
  holder,
  /**
   * What of it leaves: all that goes to others beyond what proved inputs brought from the same
   * address. Null where nothing does.
   */
  leaving: amounts.nullable(),
  /** A key of this vault can spend it, but somebody else can delegate it and withdraw its rewards. */
  hasForeignStake: z.boolean(),
  lovelace: decimal,
  assets: listOf(assetAmount),
  datum: z.enum(['none', 'hash', 'inline']),
  hasReferenceScript: z.boolean(),
})
export type OutputFacts = z.output<typeof outputFacts>

/**
 * `auxiliary`: only published beside the metadata, where the ledger does not look for it. `missing`:
 * no script with that hash is here; it may stand in a reference input.
 */
const scriptOrigin = z.enum(['transaction', 'plutus', 'auxiliary', 'stated', 'missing'])

const mintFacts = z.object({
  policyId: hash,
  script: scriptJson.nullable(),
  scriptOrigin,
  /** The first slot in which nothing can be minted any more; null when it never locks or is unknown. */
  lockSlot: decimal.nullable(),
  lockTime: shortText.nullable(),
  assets: listOf(assetAmount),
})
export type MintFacts = z.output<typeof mintFacts>

/**
 * Metadata as JSON without loss: text is a string, a whole number that JavaScript holds a number,
 * any other `{"int": "…"}`, bytes `{"bytes": "<hex>"}`. A map is an object where all its keys are
 * different texts that keep their order there, and no single key could be taken for one of these
 * forms; else `{"map": [{"k": …, "v": …}]}`.
 */
export const metadataJson = z.custom<MetadataJson>((value) => value !== undefined)
export type MetadataJson =
  | string
  | number
  | readonly MetadataJson[]
  | { readonly [key: string]: MetadataJson }

const nftFacts = z.object({
  policyId: hash,
  nameHex: longText,
  assetName: shortText.nullable(),
  /** This transaction mints a token of that name. */
  isMinted: z.boolean(),
  /** CIP-25 fields as wallets read them, texts in pieces joined; null where the field is not there or no text. */
  name: longText.nullable(),
  image: documentText.nullable(),
  mediaType: shortText.nullable(),
  description: longText.nullable(),
  /** Everything else in its order. */
  attributes: listOf(z.object({ key: shortText, value: metadataJson })),
})
export type NftFacts = z.output<typeof nftFacts>

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

const metadataFacts = z.object({
  labels: listOf(z.object({ label: decimal, json: metadataJson })),
  /** CIP-25, label 721. */
  version: z.union([z.literal(1), z.literal(2)]).nullable(),
  nfts: listOf(nftFacts),
  /** What no wallet can read, or the ledger rejects; `at` is a path into the metadata. */
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
export type MetadataFacts = z.output<typeof metadataFacts>

/** `time` is null while the network is not known, or beyond any date. */
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

const scriptFacts = z.object({
  hash,
  script: scriptJson.nullable(),
  origin: scriptOrigin,
  uses: listOf(scriptUse),
  /**
   * `satisfied` by the signatures that are there; `needs_signatures`, at least `count` of `of`;
   * `outside_validity`: no signature can satisfy it within this transaction's validity; `unknown`:
   * a Plutus script, or none that is here.
   */
  state: z.enum(['satisfied', 'needs_signatures', 'outside_validity', 'unknown']),
  count: z.int(),
  of: listOf(hash),
})
export type ScriptFacts = z.output<typeof scriptFacts>

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

/** Kinds that `runs_scripts` covers, or that belong to payments and are warned of where they matter. */
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
    /** The name follows from the addresses alone. */
    isGuess: z.boolean(),
  }),
  fee: decimal,
  /** For the size with every signature; null without parameters. `isWhole`: no Plutus part is left out. */
  minimumFee: z.object({ lovelace: decimal, isWhole: z.boolean() }).nullable(),
  inputs: listOf(inputFacts),
  collateral: listOf(inputFacts),
  referenceInputs: listOf(inputFacts),
  outputs: listOf(outputFacts),
  /** What this vault's addresses gain or lose by it, as far as its inputs are proved. */
  netChange: amounts,
  /** Inputs of which nothing proves what they hold: each of them may be this vault's. */
  unprovedInputs: z.int(),
  /** What comes back if scripts fail and the collateral is taken, and how much is taken at most. */
  collateralReturn: outputFacts.nullable(),
  totalCollateral: decimal.nullable(),
  /** Fields that belong to Plutus scripts; with any, signing must be allowed for this transaction. */
  scriptFields: listOf(shortText),
  mint: listOf(mintFacts),
  /** Null: there is none. */
  metadata: metadataFacts.nullable(),
  /** Whether the body names the metadata that comes with it. */
  metadataHash: z.enum(['none', 'matches', 'differs', 'not_in_body', 'data_missing']),
  validity: z.object({
    invalidBefore: moment.nullable(),
    /** The first slot in which it is no longer valid: its TTL. */
    invalidHereafter: moment.nullable(),
  }),
  /** What else it does, so that nothing is hidden. */
  also: listOf(
    z.object({
      kind: otherFieldKind,
      count: z.int(),
      /** What it is in words, with amounts and targets. */
      detail: longText.nullable(),
      /** Lovelace that leaves by it: deposits and donations, as far as the bytes state them. */
      leaving: decimal,
    }),
  ),
  signers: listOf(z.object({ keyHash: hash, reasons: listOf(signerReason) })),
  scripts: listOf(scriptFacts),
  signatures: listOf(z.object({ keyHash: hash, publicKey: shortText, isValid: z.boolean() })),
  missing: z.object({
    keys: listOf(hash),
    choices: listOf(z.object({ scriptHash: hash, count: z.int(), of: listOf(hash) })),
    scripts: listOf(hash),
    /** Inputs of which nobody said whose they are: they may need more signatures. */
    unknownInputs: z.int(),
    /** Inputs at Byron addresses, whose signatures are not checked. */
    byronInputs: z.int(),
  }),
  /** Null: not known, because of `unknownInputs` or `byronInputs`. */
  isComplete: z.boolean().nullable(),
  size: z.object({
    bytes: z.int(),
    /** With the signatures that are known to be missing. */
    signedBytes: z.int(),
    limit: z.int(),
    /** As the ledger counts against the limit: without the byte that says whether scripts hold. */
    isWithinLimit: z.boolean(),
  }),
  /** What the known inputs and the mint bring, less outputs and fee; null unless all of it is known. */
  imbalance: z.object({ lovelace: decimal, assets: listOf(assetAmount) }).nullable(),
})
export type TransactionSummary = z.output<typeof transactionSummary>

export const warningCodes = [
  'ada_to_unknown_address',
  'tokens_to_unknown_address',
  'foreign_stake',
  'key_unconfirmed',
  'other_policy',
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

/** What is never signed, whoever accepts it. */
export const neverAccepted: ReadonlySet<WarningCode> = new Set<WarningCode>(['unknown_fields'])

/** Accepted by a switch of its own for one request, never among others. */
export const scriptsWarning: WarningCode = 'runs_scripts'

/** One thing to know before signing. `error`: the ledger rejects it, or it cannot be undone. */
export const transactionWarning = z.object({
  code: z.enum(warningCodes),
  severity: z.enum(['error', 'warning', 'info']),
  facts: recordOf(z.union([longText, z.number()])),
  message: longText,
})
export type TransactionWarning = z.output<typeof transactionWarning>
