import { snakeKeys } from '#cli/terminal/snake-keys.ts'
import type {
  Amounts,
  AssetAmount,
  InputSummary,
  OutputSummary,
  TransactionSummary,
} from '#contract/signing/transactions.ts'
import type { InspectedTransaction } from '#app/signing/inspect-request.ts'
import type { SigningRequest } from '#app/signing/request-types.ts'
import type { OpenedTransactions } from '#app/signing/open-transactions.ts'
import { wantedKeys } from './transaction-input.ts'

/** Amounts, quantities and slots are decimal text. */
export const openedJson = ({ request, transactions, ownKeys }: OpenedTransactions) => {
  const knowsVault = ownKeys !== undefined
  const [only, ...more] = transactions.map((transaction) => inspectedJson(transaction, knowsVault))
  const requestFields = request === undefined ? {} : { request: requestJson(request) }
  return more.length === 0
    ? { ...only, ...requestFields }
    : { ...requestFields, transactions: [only, ...more] }
}

const inspectedJson = ({ summary, warnings }: InspectedTransaction, knowsVault: boolean) => ({
  tx_id: summary.txId,
  fee: summary.fee,
  inputs: summary.inputs.map(inputJson),
  outputs: summary.outputs.map(outputJson),
  mint: summary.mint.map((mint) => ({
    policy_id: mint.policyId,
    script: mint.script,
    script_origin: mint.scriptOrigin,
    lock_slot: mint.lockSlot,
    lock_time: mint.lockTime,
    assets: mint.assets.map(assetJson),
  })),
  metadata: metadataJson(summary),
  validity: {
    invalid_before: summary.validity.invalidBefore,
    invalid_hereafter: summary.validity.invalidHereafter,
  },
  required_signers: summary.signers.map(({ keyHash }) => keyHash),
  signed_by: summary.signatures.flatMap(({ keyHash, isValid }) => (isValid ? [keyHash] : [])),
  missing: isKnown(summary) ? wantedKeys(summary) : null,
  size: summary.size.bytes,
  complete: summary.isComplete,
  network: { id: summary.network.id, name: summary.network.name },
  /** Null where no vault was asked which addresses are its own. */
  net_change: knowsVault ? amountsJson(summary.netChange) : null,
  unproved_inputs: summary.unprovedInputs,
  signed_size: summary.size.signedBytes,
  size_limit: summary.size.limit,
  minimum_fee: summary.minimumFee?.lovelace ?? null,
  metadata_hash: summary.metadataHash,
  collateral: summary.collateral.map(inputJson),
  collateral_return:
    summary.collateralReturn === null ? null : outputJson(summary.collateralReturn),
  total_collateral: summary.totalCollateral,
  script_fields: summary.scriptFields,
  reference_inputs: summary.referenceInputs.map(inputJson),
  also: summary.also,
  signers: summary.signers.map(({ keyHash, reasons }) => ({ key_hash: keyHash, reasons })),
  scripts: summary.scripts,
  wrong_signatures: summary.signatures.flatMap(({ keyHash, isValid }) =>
    isValid ? [] : [keyHash],
  ),
  known_missing: {
    key_hashes: summary.missing.keys,
    choices: summary.missing.choices.map(({ scriptHash, count, of }) => ({
      script_hash: scriptHash,
      count,
      of,
    })),
    scripts: summary.missing.scripts,
    unknown_inputs: summary.missing.unknownInputs,
    byron_inputs: summary.missing.byronInputs,
  },
  warnings: snakeKeys(warnings),
})

/** Whose inputs are not known may need signatures that nobody can name. */
const isKnown = ({ missing }: TransactionSummary): boolean =>
  missing.unknownInputs + missing.byronInputs === 0

const inputJson = (input: InputSummary) => ({
  tx_id: input.txId,
  index: input.index,
  address: input.address,
  lovelace: input.lovelace,
  assets: input.assets?.map(assetJson) ?? null,
  source: input.source,
})

const amountsJson = ({ lovelace, assets }: Amounts) => ({
  lovelace,
  assets: assets.map(assetJson),
})

const outputJson = (output: OutputSummary) => ({
  address: output.address,
  label: output.label,
  book_label: output.bookLabel,
  holder: output.holder,
  lovelace: output.lovelace,
  assets: output.assets.map(assetJson),
  leaving: output.leaving === null ? null : amountsJson(output.leaving),
  is_return: output.holder === 'others' && output.leaving === null,
  is_script: output.isScript,
  has_foreign_stake: output.hasForeignStake,
  datum: output.datum,
  has_reference_script: output.hasReferenceScript,
})

const assetJson = ({ policyId, nameHex, name, quantity }: AssetAmount) => ({
  policy_id: policyId,
  asset_name_hex: nameHex,
  asset_name: name,
  quantity,
})

const metadataJson = ({ metadata }: TransactionSummary) =>
  metadata && {
    labels: Object.fromEntries(metadata.labels.map(({ label, json }) => [label, json])),
    version: metadata.version,
    nfts: metadata.nfts.map(({ policyId, nameHex, assetName, isMinted, mediaType, ...nft }) => ({
      policy_id: policyId,
      asset_name_hex: nameHex,
      asset_name: assetName,
      is_minted: isMinted,
      media_type: mediaType,
      ...nft,
    })),
    royalty: metadata.royalty && {
      rate: metadata.royalty.rate,
      address: metadata.royalty.address,
    },
  }

/** What the file states beside its transactions; no signature covers it. */
const requestJson = (request: SigningRequest) => ({
  title: request.title,
  collection_name: request.collectionName ?? null,
  network: request.network,
  created_at: request.createdAt.toISOString(),
  parameters_as_of: request.parameters?.asOf.toISOString() ?? null,
  expected_policy_ids: request.expected.map(({ policyId }) => policyId ?? null),
  parents: request.parents.length,
  thumbnails: request.thumbnails.length,
})
