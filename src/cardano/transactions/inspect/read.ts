import type { TransactionParts } from '../parts/parse.ts'
import { itemsOf, unsignedIn, type Fields } from '../../cbor-access.ts'
import type { InputSource, TransactionSummary } from '#contract/signing/transactions.ts'
import { networkId, type Network, type NetworkId } from '../../network.ts'
import type { ProtocolParameters } from '../../parameters.ts'
import { policyIdOf, type NativeScript } from '../../scripts.ts'
import { refText, type OutputRef, type Utxo } from '../../utxo.ts'
import { policyOf, type Unit } from '../../value.ts'
import { addressOfText } from './addresses.ts'
import { auxiliaryIn } from './metadata.ts'
import { needsOfBody, withdrawalsIn, type Need } from './needs.ts'
import { bodyField } from '../parts/fields.ts'
import { nativeScriptsIn, plutusHashesIn, signaturesIn } from './signatures.ts'
import type { Scripts } from './signers.ts'
import type { PolicyId } from '../../ids.ts'
import { assetsIn, inputsIn, outputIn } from './values.ts'

/** What an input holds, and how that is known. */
export type ResolvedInput = Utxo & { readonly source: InputSource }

/** Details from outside the bytes; all are optional. */
export type InspectContext = {
  /** Determines the time of slots; mainnet follows from its addresses. */
  readonly network?: Network
  /** By `refText`, or as a list. If two name the same output, the later one counts: proofs come after statements. */
  readonly resolved?: readonly ResolvedInput[] | ReadonlyMap<string, ResolvedInput>
  readonly scripts?: readonly NativeScript[] | ReadonlyMap<PolicyId, NativeScript>
  readonly parameters?: ProtocolParameters
  /** The request's names for addresses, by address. */
  readonly labels?: ReadonlyMap<string, string>
}

/** An input, with its contents where they are known or stated. */
export type MaybeKnown = { readonly ref: OutputRef; readonly utxo: ResolvedInput | undefined }

export type TransactionReading = ReturnType<typeof read>

/** The outputs by what inputs say of them. Many transactions of one request share it. */
const byReference = (
  resolved: NonNullable<InspectContext['resolved']>,
): ReadonlyMap<string, ResolvedInput> =>
  resolved instanceof Map
    ? resolved
    : new Map([...resolved.values()].map((utxo) => [refText(utxo), utxo]))

/** Scripts by their policy IDs; shared as {@link byReference} is. */
export const statedScripts = (
  scripts: NonNullable<InspectContext['scripts']>,
): ReadonlyMap<PolicyId, NativeScript> =>
  scripts instanceof Map
    ? scripts
    : new Map([...scripts.values()].map((script) => [policyIdOf(script), script]))

/** Everything in the bytes, and what the context knows about the inputs. */
export const read = (parts: TransactionParts, context: InspectContext) => {
  const { fields } = parts
  const known = byReference(context.resolved ?? [])
  const resolve = (refs: readonly OutputRef[]) =>
    refs.map((ref) => ({ ref, utxo: known.get(refText(ref)) }))
  const auxiliary = auxiliaryIn(parts.auxiliary)
  const mintItem = fields.get(bodyField.mint)
  const outputs = fields.get(bodyField.outputs)
  const collateralReturn = fields.get(bodyField.collateralReturn)
  const totalCollateral = fields.get(bodyField.totalCollateral)
  const scripts: Scripts = {
    witnessed: nativeScriptsIn(parts, []),
    published: nativeScriptsIn({ ...parts, witnesses: new Map() }, auxiliary.nativeScripts),
    stated: statedScripts(context.scripts ?? []),
    plutus: plutusHashesIn(parts),
  }
  return {
    parts,
    auxiliary,
    scripts,
    inputs: resolve(inputsIn(fields.get(bodyField.inputs), 'the inputs')),
    collateral: resolve(inputsIn(fields.get(bodyField.collateral), 'the collateral')),
    references: resolve(inputsIn(fields.get(bodyField.referenceInputs), 'the reference inputs')),
    outputs: outputs === undefined ? [] : itemsOf(outputs, 'the outputs').map(outputIn),
    collateralReturn: collateralReturn === undefined ? undefined : outputIn(collateralReturn),
    totalCollateral:
      totalCollateral === undefined
        ? undefined
        : unsignedIn(totalCollateral, 'the total collateral'),
    fee: unsignedIn(fields.get(bodyField.fee), 'the fee'),
    mint: mintItem === undefined ? new Map<Unit, bigint>() : assetsIn(mintItem, 'the mint'),
    bounds: { start: slotIn(fields, bodyField.start), end: slotIn(fields, bodyField.ttl) },
    signatures: signaturesIn(parts),
  }
}

const slotIn = (fields: Fields, field: bigint): bigint | undefined => {
  const item = fields.get(field)
  return item === undefined ? undefined : unsignedIn(item, 'a slot of its validity')
}

/** Every network id that the bytes and the known inputs name. */
const networkIdsOf = ({
  parts,
  outputs,
  collateralReturn,
  inputs,
}: TransactionReading): ReadonlySet<NetworkId> => {
  const { fields } = parts
  const stated = fields.get(bodyField.networkId)
  return new Set([
    ...[...outputs, ...(collateralReturn === undefined ? [] : [collateralReturn])].map(
      ({ address }) => address.networkId,
    ),
    ...withdrawalsIn(fields.get(bodyField.withdrawals)).map(({ address }) => address.networkId),
    ...inputs.flatMap(({ utxo }) =>
      utxo === undefined ? [] : addressOfText(utxo.address).networkId,
    ),
    ...(stated === undefined ? [] : [statedNetwork(unsignedIn(stated, 'the network id'))]),
  ])
}

const statedNetwork = (id: bigint): NetworkId => {
  if (id === 0n) return 0
  if (id === 1n) return 1
  throw new Error(`it is for network ${id}, which does not exist`)
}

export const networkOf = (
  found: TransactionReading,
  stated: Network | undefined,
): TransactionSummary['network'] => {
  const [id, ...others] = networkIdsOf(found)
  const only = id === undefined || others.length > 0 ? null : id
  if (stated !== undefined) return { id: only, name: stated, isGuess: false }
  const isMainnet = only === networkId('mainnet')
  return { id: only, name: isMainnet ? 'mainnet' : null, isGuess: isMainnet }
}

/** Everybody who must sign, as far as the owners of the inputs are known. */
export const needsOf = ({
  parts,
  inputs,
  collateral,
  mint,
}: TransactionReading): readonly Need[] => {
  const of = (use: 'input' | 'collateral') => (input: MaybeKnown) =>
    input.utxo === undefined
      ? []
      : [{ credential: addressOfText(input.utxo.address).credential, use }]
  const policies = new Set([...mint.keys()].map(policyOf))
  return [
    ...inputs.flatMap(of('input')),
    ...collateral.flatMap(of('collateral')),
    ...[...policies].map(
      (hash) => ({ credential: { kind: 'script', hash }, use: 'mint' }) as const,
    ),
    ...needsOfBody(parts.fields),
  ]
}
