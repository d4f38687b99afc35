import { reading, parseTransaction, type TransactionParts } from '../parts/parse.ts'
import { bytesOfItem } from '../../cbor-access.ts'
import { blake2b } from '@noble/hashes/blake2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { startOfSlot } from '#values/networks/eras.ts'
import type {
  InputSummary,
  MintedAssets,
  OutputSummary,
  TransactionSummary,
} from '#contract/signing/transactions.ts'
import type { Network } from '../../network.ts'
import { lockSlotOf, scriptToJson } from '../../scripts.ts'
import { policyOf, type Unit, type Value } from '../../value.ts'
import { scriptFieldsOf } from './field-treatment.ts'
import { flowOf } from './flow.ts'
import { otherFieldsIn } from './other-fields.ts'
import { metadataIn } from './metadata.ts'
import { hashIn } from './needs.ts'
import { bodyField } from '../parts/fields.ts'
import {
  needsOf,
  networkOf,
  read,
  type InspectContext,
  type MaybeKnown,
  type TransactionReading,
} from './read.ts'
import { findScript, signersOf, type Scripts } from './signers.ts'
import { completeness, imbalanceOf, minimumFee, sizeOf, unusedScripts } from './totals.ts'
import { assetAmountOf, assetAmounts, type ReadOutput } from './values.ts'
import { hasForeignStake, holderOf, nothingOwned, type Ownership } from './ownership.ts'

/** A transaction that was decoded once; whose keys and addresses are known only adds to its summary. */
export type Inspection = {
  /** What a transaction does, as the holder of these keys and addresses sees it. */
  readonly summaryFor: (own: Ownership) => TransactionSummary
}

/**
 * What a transaction does, decoded from the bytes that are signed. Pure, without network and vault,
 * for transactions of every era since Shelley from any builder.
 * @throws ColdpressError `invalid` with a sentence for bytes that are no transaction, or one that
 * two readers could understand differently
 */
export const inspectTransaction = (
  bytes: Uint8Array,
  { own = nothingOwned, ...context }: InspectContext & { readonly own?: Ownership } = {},
): TransactionSummary => inspectBytes(bytes, context).summaryFor(own)

/** {@link inspectTransaction} for several looks at the same bytes. @throws as that */
export const inspectBytes = (bytes: Uint8Array, context: InspectContext): Inspection => {
  const parts = parseTransaction(bytes)
  return reading(() => {
    const found = read(parts, context)
    const unowned = summarise(found, context)
    return {
      summaryFor: (own) => reading(() => ({ ...unowned, ...moneyOf(found, context, own) })),
    }
  })
}

type Money = Pick<
  TransactionSummary,
  'outputs' | 'netChange' | 'unprovedInputs' | 'collateralReturn'
>

/** Where the money goes, which depends on whose it is. */
const moneyOf = (found: TransactionReading, context: InspectContext, own: Ownership): Money => {
  const { leaving, netChange, unprovedInputs } = flowOf(found, own)
  const outputOf = (output: ReadOutput, left?: Value) => summarizeOutput(output, left, context, own)
  return {
    outputs: found.outputs.map((output, at) => outputOf(output, leaving[at])),
    netChange: amountsOf(netChange),
    unprovedInputs,
    collateralReturn:
      found.collateralReturn === undefined ? null : outputOf(found.collateralReturn),
  }
}

const summarise = (
  found: TransactionReading,
  context: InspectContext,
): Omit<TransactionSummary, keyof Money> => {
  const { parts, auxiliary, bounds, signatures, mint } = found
  const network = networkOf(found, context.network)
  const time = (slot: bigint) => momentOf(slot, network.name)
  const signed = new Set(signatures.filter(({ isValid }) => isValid).map(({ keyHash }) => keyHash))
  const signers = signersOf(needsOf(found), found.scripts, signed, bounds)
  const size = sizeOf(found, signers, context.parameters)
  return {
    txId: parts.txId,
    network,
    fee: String(found.fee),
    minimumFee: minimumFee(found, size.signedBytes, context.parameters),
    inputs: found.inputs.map(summarizeInput),
    collateral: found.collateral.map(summarizeInput),
    referenceInputs: found.references.map(summarizeInput),
    totalCollateral: found.totalCollateral === undefined ? null : String(found.totalCollateral),
    scriptFields: [...scriptFieldsOf(parts)],
    mint: summarizeMint(mint, found.scripts, network.name),
    metadata: metadataIn(auxiliary, mint),
    metadataHash: metadataHash(parts),
    validity: {
      invalidBefore: bounds.start === undefined ? null : time(bounds.start),
      invalidHereafter: bounds.end === undefined ? null : time(bounds.end),
    },
    also: otherFieldsIn(parts, auxiliary, unusedScripts(found, signers)),
    signers: signers.signers,
    scripts: signers.scripts,
    signatures: signatures.map(({ keyHash, publicKey, isValid }) => ({
      keyHash,
      publicKey,
      isValid,
    })),
    ...completeness(found, signers),
    size,
    imbalance: imbalanceOf(found),
  }
}

const momentOf = (slot: bigint, network: Network | null) => ({
  slot: String(slot),
  time: network === null ? null : (startOfSlot(network, slot)?.toISOString() ?? null),
})

const summarizeInput = ({ ref, utxo }: MaybeKnown): InputSummary => ({
  txId: ref.txId,
  index: ref.index,
  address: utxo?.address ?? null,
  lovelace: utxo === undefined ? null : String(utxo.value.lovelace),
  assets: utxo === undefined ? null : assetAmounts(utxo.value.assets),
  source: utxo?.source ?? null,
})

const amountsOf = ({ lovelace, assets }: Value) => ({
  lovelace: String(lovelace),
  assets: assetAmounts(assets),
})

const summarizeOutput = (
  { address, value, datum, hasReferenceScript }: ReadOutput,
  leaving: Value | undefined,
  { labels }: InspectContext,
  own: Ownership,
): OutputSummary => ({
  address: address.text,
  networkId: address.networkId,
  isScript: address.credential.kind === 'script',
  label: labels?.get(address.text) ?? null,
  bookLabel: own.addressBook.get(address.text) ?? null,
  holder: holderOf(address, own),
  leaving: leaving === undefined ? null : amountsOf(leaving),
  hasForeignStake: hasForeignStake(address, own),
  lovelace: String(value.lovelace),
  assets: assetAmounts(value.assets),
  datum,
  hasReferenceScript,
})

const summarizeMint = (
  mint: ReadonlyMap<Unit, bigint>,
  scripts: Scripts,
  network: Network | null,
): MintedAssets[] => {
  const policies = Map.groupBy(mint, ([unit]) => policyOf(unit))
  return [...policies].map(([policyId, assets]) => {
    const { origin, script } = findScript(policyId, scripts)
    const lock = script === undefined ? undefined : lockSlotOf(script)
    const moment = lock === undefined ? undefined : momentOf(lock, network)
    return {
      policyId,
      script: script === undefined ? null : scriptToJson(script),
      scriptOrigin: origin,
      lockSlot: moment?.slot ?? null,
      lockTime: moment?.time ?? null,
      assets: assets.map(([unit, quantity]) => assetAmountOf(unit, quantity)),
    }
  })
}

const metadataHash = ({ bytes, fields, auxiliary }: TransactionParts) => {
  const stated = hashIn(fields.get(bodyField.auxiliaryHash))
  if (auxiliary === undefined) return stated === undefined ? 'none' : 'data_missing'
  if (stated === undefined) return 'not_in_body'
  const actual = blake2b(bytesOfItem(bytes, auxiliary), { dkLen: 32 })
  return bytesToHex(actual) === bytesToHex(stated) ? 'matches' : 'differs'
}
