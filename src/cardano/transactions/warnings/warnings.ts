import { adaText } from '#values/text/format.ts'
import {
  type InputSummary,
  type MintedAssets,
  type OutputSummary,
  quietKinds,
  type TransactionSummary,
  type TransactionWarning,
} from '#contract/signing/transactions.ts'
import { networkId } from '../../network.ts'
import { refText } from '../../utxo.ts'
import { TxId } from '../../ids.ts'
import { keysOfAddress, nothingOwned } from '../inspect/ownership.ts'
import type { Expectations } from './expectations.ts'
import { warning } from './warning-table.ts'
import { metadataWarnings, nameWarnings, royaltyWarnings } from './metadata.ts'
import { validityWarnings } from './validity.ts'

/** All warnings, the most serious first. Pure. */
export const warningsOf = (
  summary: TransactionSummary,
  expected: Expectations = {},
): readonly TransactionWarning[] => {
  const order = ['error', 'warning', 'info']
  return [
    ...signerWarnings(summary),
    ...signatureWarnings(summary),
    ...validityWarnings(summary, expected),
    ...mintWarnings(summary, expected),
    ...nameWarnings(summary, expected),
    ...royaltyWarnings(summary, expected),
    ...networkWarnings(summary, expected),
    ...paymentWarnings(summary),
    ...keyWarnings(summary, expected),
    ...metadataWarnings(summary),
    ...sizeWarnings(summary),
    ...feeWarnings(summary),
    ...inputWarnings(summary),
    ...scriptWarnings(summary),
    ...otherWarnings(summary),
  ].toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity))
}

/**
 * An input or a script with the same key explains a required signature. An unexplained one may
 * belong to the owner of an unproved input, and a thief asks for a signature this way.
 */
const signerWarnings = ({
  signers,
  also,
  unprovedInputs,
}: TransactionSummary): TransactionWarning[] => {
  const plutusRuns = also.filter(({ kind }) => kind === 'redeemers').length
  return signers
    .filter(({ reasons }) => reasons.every((reason) => reason === 'required_signer'))
    .map(({ keyHash }) => warning('signer_unexplained', { keyHash, plutusRuns, unprovedInputs }))
}

const signatureWarnings = (summary: TransactionSummary): TransactionWarning[] => {
  const { signatures, signers, missing } = summary
  const asked = new Set(signers.map(({ keyHash }) => keyHash))
  const isKnown = missing.unknownInputs + missing.byronInputs === 0
  return signatures.flatMap(({ keyHash, isValid }) => {
    if (!isValid) return [warning('wrong_signature', { keyHash })]
    return isKnown && !asked.has(keyHash) ? [warning('unasked_signature', { keyHash })] : []
  })
}

const mintWarnings = (
  { mint, scripts }: TransactionSummary,
  { policyId }: Expectations,
): TransactionWarning[] => [
  ...mint.flatMap(quantityWarnings),
  ...mint
    .filter((minted) => policyId !== undefined && minted.policyId !== policyId)
    .map((minted) =>
      warning('other_policy', { policyId: minted.policyId, expected: policyId ?? '' }),
    ),
  ...scripts
    .filter(({ origin }) => origin !== 'transaction' && origin !== 'plutus')
    .map(({ hash }) => warning('script_missing', { hash })),
  ...scripts
    .filter(({ state }) => state === 'outside_validity')
    .map(({ hash }) => warning('script_unsatisfiable', { hash })),
]

/** An NFT is one token, and so is one that is burned. */
const single: ReadonlySet<string> = new Set(['1', '-1'])

const quantityWarnings = ({ assets }: MintedAssets): TransactionWarning[] => {
  const several = assets.filter(({ quantity }) => !single.has(quantity))
  const [first] = several
  if (first === undefined) return []
  const { name, nameHex, quantity } = first
  return [warning('quantity_not_one', { name: name ?? nameHex, quantity, tokens: several.length })]
}

const networkWarnings = (
  { network }: TransactionSummary,
  expected: Expectations,
): TransactionWarning[] => {
  if (network.id === null) return [warning('networks_mixed', {})]
  const name = expected.network ?? network.name
  if (name === null || networkId(name) === network.id) return []
  return [
    warning('other_network', {
      expected: name,
      actual: network.id === 1 ? 'mainnet' : 'a test network',
    }),
  ]
}

/**
 * What leaves, whatever the request calls the addresses. Summed, because a mint may go to fifty
 * buyers. Tokens that existed before weigh more than newly minted ones.
 */
const paymentWarnings = (summary: TransactionSummary): TransactionWarning[] => {
  const leaving = leavingOf(summary)
  const paid = leaving.filter(({ lovelace }) => lovelace !== '0')
  const moved = movedTokens(leaving, summary)
  const foreign = summary.outputs.filter(({ hasForeignStake }) => hasForeignStake)
  return [
    ...(paid.length === 0 ? [] : [warning('ada_to_unknown_address', sumDetails(paid))]),
    ...(moved === 0
      ? []
      : [warning('tokens_to_unknown_address', { ...addressDetails(leaving), tokens: moved })]),
    ...(foreign.length === 0 ? [] : [warning('foreign_stake', paidDetails(foreign))]),
  ]
}

/** Keys of addresses only: a signer is not necessarily an owner. */
const keyWarnings = (
  { inputs, outputs }: TransactionSummary,
  { own: { unconfirmedKeys } = nothingOwned }: Expectations,
): TransactionWarning[] => {
  const addresses = [...inputs, ...outputs].flatMap(({ address }) => address ?? [])
  const found = new Set(addresses.flatMap(keysOfAddress)).intersection(unconfirmedKeys)
  const [keyHash] = found
  return keyHash === undefined ? [] : [warning('key_unconfirmed', { keyHash, keys: found.size })]
}

type Leaving = Pick<OutputSummary, 'address' | 'label'> & NonNullable<OutputSummary['leaving']>

const leavingOf = ({ outputs }: TransactionSummary): readonly Leaving[] =>
  outputs.flatMap(({ address, label, leaving }) =>
    leaving === null ? [] : [{ address, label, ...leaving }],
  )

const addressDetails = (some: readonly Pick<OutputSummary, 'address'>[]) => ({
  address: some[0]?.address ?? '',
  addresses: new Set(some.map(({ address }) => address)).size,
})

const paidDetails = (some: readonly Pick<OutputSummary, 'address' | 'lovelace'>[]) => ({
  ...addressDetails(some),
  lovelace: String(some.reduce((sum, { lovelace }) => sum + BigInt(lovelace), 0n)),
})

const sumDetails = (leaving: readonly Leaving[]) => ({
  ...paidDetails(leaving),
  label: leaving[0]?.label ?? '',
})

/** How many kinds of token leave that this transaction does not mint. */
const movedTokens = (leaving: readonly Leaving[], { mint }: TransactionSummary): number => {
  const minted = new Map(
    mint.flatMap(({ assets }) =>
      assets.map(({ policyId, nameHex, quantity }) => [policyId + nameHex, BigInt(quantity)]),
    ),
  )
  const left = new Map<string, bigint>()
  for (const { policyId, nameHex, quantity } of leaving.flatMap(({ assets }) => assets))
    left.set(policyId + nameHex, (left.get(policyId + nameHex) ?? 0n) + BigInt(quantity))
  return [...left].filter(([unit, quantity]) => quantity > (minted.get(unit) ?? 0n)).length
}

/** The largest plain transaction costs less; Plutus scripts may cost several ADA. */
const highPlainFee = 1_000_000n
const highScriptFee = 5_000_000n

const sizeWarnings = ({ size }: TransactionSummary): TransactionWarning[] =>
  size.isWithinLimit ? [] : [warning('oversized', { bytes: size.signedBytes, limit: size.limit })]

const feeWarnings = (summary: TransactionSummary): TransactionWarning[] => {
  const { minimumFee, also } = summary
  const fee = BigInt(summary.fee)
  const least = minimumFee === null ? undefined : BigInt(minimumFee.lovelace)
  if (least !== undefined && fee < least)
    return [warning('fee_below_minimum', { fee: String(fee), minimum: String(least) })]
  const runsScripts = also.some(({ kind }) => kind === 'redeemers' || kind === 'reference_inputs')
  // The minimum fee follows from parameters that the request states, so it never raises the limit.
  const usual = least === undefined ? highPlainFee : (least * 3n) / 2n
  const plain = usual < highPlainFee ? usual : highPlainFee
  const ceiling = runsScripts ? highScriptFee : plain
  return fee > ceiling ? [warning('fee_high', { fee: String(fee), usual: String(ceiling) })] : []
}

const inputWarnings = (summary: TransactionSummary): TransactionWarning[] => {
  const { inputs, imbalance, unprovedInputs } = summary
  const refs = inputs.map(({ txId, index }) => refText({ txId: TxId(txId), index }))
  const twice = refs.find((ref, position) => refs.indexOf(ref) !== position)
  const isOff = imbalance !== null && (imbalance.lovelace !== '0' || imbalance.assets.length > 0)
  return [
    ...(twice === undefined ? [] : [warning('duplicate_inputs', { input: twice })]),
    ...(unprovedInputs === 0
      ? []
      : [warning('inputs_unproved', { ...unprovedDetails(summary), count: unprovedInputs })]),
    ...(isOff
      ? [warning('imbalance', { lovelace: imbalance.lovelace, tokens: imbalance.assets.length })]
      : []),
  ]
}

/** Other ways for ADA to leave besides outputs, burning and a high fee. */
const spendingKinds: ReadonlySet<string> = new Set(['certificates', 'proposals', 'donation'])

const unprovedDetails = (summary: TransactionSummary) => {
  const details = sumDetails(leavingOf(summary))
  const others = summary.also.reduce((sum, { leaving }) => sum + BigInt(leaving), 0n)
  return {
    ...details,
    lovelace: String(BigInt(details.lovelace) + others),
    spendings: [
      summary.also.some(({ kind }) => spendingKinds.has(kind)),
      summary.mint.some(({ assets }) => assets.some(({ quantity }) => BigInt(quantity) < 0n)),
      BigInt(summary.fee) > highPlainFee,
    ].filter(Boolean).length,
  }
}

const scriptWarnings = ({
  scriptFields,
  collateral,
  collateralReturn,
}: TransactionSummary): TransactionWarning[] => {
  if (scriptFields.length === 0) return []
  return [
    warning('runs_scripts', {
      fields: scriptFields.map(plainName).join(', '),
      collateral: collateral.map(collateralText).join(', '),
      returned: collateralReturn?.lovelace ?? '',
      returnedTo: collateralReturn?.address ?? '',
    }),
  ]
}

/** A field's name in words: `collateralReturn` is the collateral return. */
const plainName = (field: string): string =>
  field === 'plutus' ? 'Plutus scripts' : field.replaceAll(/[A-Z]/gu, (c) => ` ${c.toLowerCase()}`)

const collateralText = ({ txId, index, lovelace, source }: InputSummary): string =>
  source === null || source === 'stated' || lovelace === null
    ? `the contents of ${txId}#${index}, which are unproved`
    : adaText(lovelace, 'ADA')

const otherWarnings = ({ also }: TransactionSummary): TransactionWarning[] =>
  also.flatMap(({ kind, count, detail }) => {
    if (kind === 'fails_on_purpose') return [warning(kind, {})]
    if (kind === 'unknown_fields') return [warning(kind, { fields: detail ?? '' })]
    return quietKinds.includes(kind)
      ? []
      : [warning('other_effects', { kind, count, detail: detail ?? '' })]
  })
