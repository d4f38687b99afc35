import type {
  OutputFacts,
  TransactionSummary,
  TransactionWarning,
} from '../../../shared/transactions.ts'
import { networkId } from '../network.ts'
import { refText } from '../utxo.ts'
import { TxId } from '../ids.ts'
import type { Expectations } from './warnings-expectations.ts'
import { warning } from './warnings-text.ts'
import { metadataWarnings, royaltyWarnings } from './warnings-metadata.ts'
import { validityWarnings } from './warnings-validity.ts'

/** All there is to know before signing, the gravest first. Pure. */
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
    ...royaltyWarnings(summary, expected),
    ...networkWarnings(summary, expected),
    ...paymentWarnings(summary, expected),
    ...metadataWarnings(summary),
    ...sizeWarnings(summary),
    ...feeWarnings(summary),
    ...inputWarnings(summary),
    ...otherWarnings(summary),
  ].toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity))
}

/**
 * What an input holds is somebody's word. Who says that it is a stranger's still needs its owner's
 * signature, and can ask for it only by naming the key.
 */
const signerWarnings = ({ signers, also }: TransactionSummary): TransactionWarning[] => {
  const plutusRuns = also.filter(({ kind }) => kind === 'redeemers').length
  return signers
    .filter(({ reasons }) => reasons.every((reason) => reason === 'required_signer'))
    .map(({ keyHash }) => warning('signer_unexplained', { keyHash, plutusRuns }))
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
  ...mint
    .filter((one) => policyId !== undefined && one.policyId !== policyId)
    .map((one) => warning('other_policy', { policyId: one.policyId, expected: policyId ?? '' })),
  ...scripts
    .filter(({ origin }) => origin !== 'transaction' && origin !== 'plutus')
    .map(({ hash }) => warning('script_missing', { hash })),
  ...scripts
    .filter(({ state }) => state === 'outside_validity')
    .map(({ hash }) => warning('script_unsatisfiable', { hash })),
]

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
 * What leaves: to an address that nobody named and that gets more than came from it. An address that
 * an input comes from may be a stranger's, who put in a little to take it all. Told in sums, for a
 * mint may go to fifty buyers. Tokens that were there before weigh more than those minted here.
 */
const paymentWarnings = (
  summary: TransactionSummary,
  { knownAddresses: known, toldAddresses: told }: Expectations,
): TransactionWarning[] => {
  const winners = winnersOf(summary)
  const leaving = summary.outputs.filter(
    ({ address, isReturn }) => known?.has(address) !== true && (!isReturn || winners.has(address)),
  )
  const unknown = leaving.filter(({ address }) => told?.has(address) !== true)
  const named = leaving.filter(({ address }) => told?.has(address) === true)
  const moved = movedTokens(unknown, summary)
  return [
    ...(unknown.length === 0 ? [] : [warning('ada_to_unknown_address', sumFacts(unknown))]),
    ...(moved === 0
      ? []
      : [warning('tokens_to_unknown_address', { ...addressFacts(unknown), tokens: moved })]),
    ...(named.length === 0 ? [] : [warning('ada_to_named_address', sumFacts(named))]),
  ]
}

/** Addresses that get more ADA, or more of a token that is not minted here, than came from them. */
const winnersOf = ({ inputs, outputs, mint }: TransactionSummary): ReadonlySet<string> => {
  const minted = new Set(
    mint.flatMap(({ assets }) => assets.map(({ policyId, nameHex }) => policyId + nameHex)),
  )
  const gains = new Map<string, Map<string, bigint>>()
  const book = (
    address: string,
    holding: Pick<OutputFacts, 'lovelace' | 'assets'>,
    sign: bigint,
  ) => {
    const gain = gains.get(address) ?? new Map<string, bigint>()
    const add = (unit: string, quantity: string) =>
      gain.set(unit, (gain.get(unit) ?? 0n) + sign * BigInt(quantity))
    add('lovelace', holding.lovelace)
    for (const { policyId, nameHex, quantity } of holding.assets)
      if (!minted.has(policyId + nameHex)) add(policyId + nameHex, quantity)
    gains.set(address, gain)
  }
  for (const output of outputs) book(output.address, output, 1n)
  for (const { address, lovelace, assets } of inputs)
    if (address !== null && lovelace !== null)
      book(address, { lovelace, assets: assets ?? [] }, -1n)
  return new Set(
    [...gains].flatMap(([address, gain]) =>
      [...gain.values()].some((quantity) => quantity > 0n) ? [address] : [],
    ),
  )
}

const addressFacts = (outputs: readonly OutputFacts[]) => ({
  address: outputs[0]?.address ?? '',
  addresses: new Set(outputs.map(({ address }) => address)).size,
})

const sumFacts = (outputs: readonly OutputFacts[]) => ({
  ...addressFacts(outputs),
  label: outputs[0]?.label ?? '',
  lovelace: String(outputs.reduce((sum, { lovelace }) => sum + BigInt(lovelace), 0n)),
})

/** How many kinds of token leave that are not all minted here. */
const movedTokens = (leaving: readonly OutputFacts[], { mint }: TransactionSummary): number => {
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

/** A plain transaction of the largest size costs less; scripts of Plutus may cost several ADA. */
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
  const plain = least === undefined ? highPlainFee : (least * 3n) / 2n
  const ceiling = runsScripts ? highScriptFee : plain
  return fee > ceiling ? [warning('fee_high', { fee: String(fee), usual: String(ceiling) })] : []
}

const inputWarnings = ({
  inputs,
  missing,
  imbalance,
}: TransactionSummary): TransactionWarning[] => {
  const refs = inputs.map(({ txId, index }) => refText({ txId: TxId(txId), index }))
  const twice = refs.find((ref, place) => refs.indexOf(ref) !== place)
  const isOff = imbalance !== null && (imbalance.lovelace !== '0' || imbalance.assets.length > 0)
  return [
    ...(twice === undefined ? [] : [warning('duplicate_inputs', { input: twice })]),
    ...(missing.unknownInputs === 0
      ? []
      : [warning('inputs_unknown', { count: missing.unknownInputs })]),
    ...(isOff
      ? [warning('imbalance', { lovelace: imbalance.lovelace, tokens: imbalance.assets.length })]
      : []),
  ]
}

/** What belongs to a mint or payment with a Plutus script; told in the summary, no cause to stop. */
const quietKinds: ReadonlySet<string> = new Set([
  'collateral',
  'collateral_return',
  'reference_inputs',
  'plutus_scripts',
  'redeemers',
  'datums',
  'byron_signatures',
])

const otherWarnings = ({ also }: TransactionSummary): TransactionWarning[] =>
  also.flatMap(({ kind, count, detail }) => {
    if (kind === 'fails_on_purpose') return [warning(kind, {})]
    if (kind === 'unknown_fields') return [warning(kind, { fields: detail ?? '' })]
    return quietKinds.has(kind)
      ? []
      : [warning('other_effects', { kind, count, detail: detail ?? '' })]
  })
