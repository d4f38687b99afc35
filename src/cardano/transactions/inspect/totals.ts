import { limits } from '#values/bounds/limits.ts'
import type { TransactionSummary } from '#contract/signing/transactions.ts'
import { headBytes } from '../../cbor.ts'
import type { ProtocolParameters } from '../../parameters.ts'
import { refText } from '../../utxo.ts'
import { difference, lovelaceOnly, sumOf } from '../../value.ts'
import { addressOfText } from './addresses.ts'
import { countOf, withdrawalsIn } from './needs.ts'
import { bodyField, witnessField } from '../parts/fields.ts'
import type { MaybeKnown, TransactionReading } from './read.ts'
import { unsignedIn } from '../../cbor-access.ts'
import type { Signers } from './signers.ts'
import { assetAmounts } from './values.ts'

const unknownAmong = (inputs: readonly MaybeKnown[]): number =>
  inputs.filter(({ utxo }) => utxo === undefined).length

/** The ledger rejects unneeded scripts; with unknown inputs this cannot be decided. */
export const unusedScripts = (
  { scripts, inputs, collateral }: TransactionReading,
  { scripts: used }: Signers,
): number => {
  if (unknownAmong([...inputs, ...collateral]) > 0) return 0
  const hashes = new Set(used.map(({ hash }) => hash))
  return [...scripts.witnessed.keys()].filter((hash) => !hashes.has(hash)).length
}

export const completeness = (
  { inputs, collateral, references }: TransactionReading,
  { missing, scripts }: Signers,
): Pick<TransactionSummary, 'missing' | 'isComplete'> => {
  const spent = [...inputs, ...collateral]
  const addresses = spent.flatMap(({ utxo }) => (utxo === undefined ? [] : utxo.address))
  const byron = addresses.map((address) => addressOfText(address))
  const unknownInputs = unknownAmong(spent)
  const byronInputs = byron.filter(({ credential }) => credential.kind === 'byron').length
  const isOutsideValidity = scripts.some(({ state }) => state === 'outside_validity')
  const isWanting = missing.keys.length + missing.choices.length > 0 || isOutsideValidity
  // a script may stand in an output that is spent or referred to
  const mayBeElsewhere =
    references.length > 0 || unknownInputs > 0 || spent.some(({ utxo }) => utxo?.isSpecial === true)
  const isKnown = unknownInputs + byronInputs === 0
  const isComplete = isWanting || (missing.scripts.length > 0 && !mayBeElsewhere) ? false : null
  return {
    missing: { ...missing, unknownInputs, byronInputs },
    isComplete: isComplete ?? (isKnown && missing.scripts.length === 0 ? true : null),
  }
}

/** A key of 32 bytes and a signature of 64, with the heads of both and of their pair. */
const signatureBytes = 101

/**
 * The library writes a first signature as a tagged set if the scripts are one, otherwise as a list.
 */
const setTagBytes = ({ witnesses }: TransactionReading['parts']): number =>
  witnesses.get(witnessField.nativeScripts)?.kind === 'tag' ? 3 : 0

export const sizeOf = (
  { parts }: TransactionReading,
  { missing }: Signers,
  parameters: ProtocolParameters | undefined,
): TransactionSummary['size'] => {
  const bytes = parts.bytes.length
  const limit = parameters?.maxTxBytes ?? limits.transactionBytes
  const more = missing.choices.reduce((sum, { count }) => sum + count, missing.keys.length)
  const there = countOf(parts.witnesses.get(witnessField.vkeys))
  const heads =
    there === 0
      ? 1 + setTagBytes(parts) + headBytes(more)
      : headBytes(there + more) - headBytes(there)
  const signedBytes = more === 0 ? bytes : bytes + more * signatureBytes + heads
  const flag = parts.hasFlag ? 1 : 0
  return { bytes, signedBytes, limit, isWithinLimit: signedBytes - flag <= limit }
}

/** Ledger: the byte of the validity flag is not counted. Plutus scripts cost more than this. */
export const minimumFee = (
  { parts, references, inputs }: TransactionReading,
  signedBytes: number,
  parameters: ProtocolParameters | undefined,
): TransactionSummary['minimumFee'] => {
  if (parameters === undefined) return null
  const bytes = BigInt(signedBytes - (parts.hasFlag ? 1 : 0))
  const isWhole =
    !parts.witnesses.has(witnessField.redeemers) &&
    references.length === 0 &&
    inputs.every(({ utxo }) => utxo?.isSpecial !== true)
  return { lovelace: String(parameters.minFeeA * bytes + parameters.minFeeB), isWhole }
}

/** Some deposits are not in the bytes: with certificates or proposals the sum is unknown. */
export const imbalanceOf = (found: TransactionReading): TransactionSummary['imbalance'] => {
  const { parts, inputs, outputs, fee, mint } = found
  const { fields } = parts
  const opaque = [bodyField.certificates, bodyField.proposals, bodyField.update]
  if (!parts.isValid || opaque.some((field) => fields.has(field))) return null
  const spent = new Map(inputs.map(({ ref, utxo }) => [refText(ref), utxo]))
  const values = [...spent.values()].map((utxo) => utxo?.value)
  if (values.some((value) => value === undefined)) return null
  const donation = fields.get(bodyField.donation)
  const withdrawn = withdrawalsIn(fields.get(bodyField.withdrawals))
  const brought = sumOf([
    ...values.filter((value) => value !== undefined),
    ...withdrawn.map((withdrawal) => lovelaceOnly(withdrawal.lovelace)),
    { lovelace: 0n, assets: mint },
  ])
  const taken = sumOf([
    ...outputs.map(({ value }) => value),
    lovelaceOnly(fee),
    lovelaceOnly(donation === undefined ? 0n : unsignedIn(donation, 'the donation')),
  ])
  const rest = difference(brought, taken)
  return { lovelace: String(rest.lovelace), assets: assetAmounts(rest.assets) }
}
