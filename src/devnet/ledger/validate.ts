import { createRequire } from 'node:module'
import { hexToBytes } from '@noble/hashes/utils.js'
import type * as Scalus from 'scalus'
import { eras } from '#values/networks/eras.ts'
import { messageOf } from '#values/errors/errors.ts'
import type { NetworkId } from '#cardano/network.ts'
import { major, writeHead } from '#cardano/cbor.ts'
import type { OutputRef } from '#cardano/utxo.ts'

/** An unspent output with its bytes. */
export type UnspentOutput = { readonly ref: OutputRef; readonly cbor: Uint8Array }

/** The ledger's reasons quote whole outputs; they are cut to this length. */
const longestReason = 2000

export type LedgerLibrary = typeof Scalus
let library: LedgerLibrary | undefined

/** Loaded at first use (half a second), so that an unused devnet starts fast. */
const load = (): LedgerLibrary => {
  const loaded: LedgerLibrary = library ?? createRequire(import.meta.url)('scalus')
  library = loaded
  return loaded
}

/**
 * Validates a signed transaction by the ledger's rules at one slot. The emulator is created for
 * this transaction from the outputs that it names. Only the database holds the chain's state, so
 * restarts and rollbacks leave nothing behind.
 * @returns the reason for a rejection; undefined when it is valid
 */
export const validateTransaction = (
  cbor: Uint8Array,
  unspent: readonly UnspentOutput[],
  slot: bigint,
  scalus: LedgerLibrary = load(),
): string | undefined => {
  const [{ startsAt, firstSlot, slotSeconds }] = eras.devnet
  const slots = new scalus.SlotConfig(
    Number(startsAt) * 1000,
    Number(firstSlot),
    Number(slotSeconds) * 1000,
  )
  // It throws for input that it cannot read.
  try {
    const emulator = new scalus.Emulator(utxoMap(unspent), slots)
    emulator.setSlot(Number(slot))
    const { isSuccess, error } = emulator.submitTx(cbor)
    return isSuccess ? undefined : reasonText(error ?? 'The ledger rejects it and gives no reason.')
  } catch (error) {
    return reasonText(messageOf(error))
  }
}

/** Judges the transactions of a chain, and knows the addresses of its network alone. */
export type Ledger = {
  readonly networkId: NetworkId
  readonly validate: (
    cbor: Uint8Array,
    unspent: readonly UnspentOutput[],
    slot: bigint,
  ) => string | undefined
}

export const devnetLedger: Ledger = { networkId: 0, validate: validateTransaction }

/**
 * What a node calls the rules that scalus reports in words of its own: by these names tools tell one
 * rejection from another. They are the constructors of the ledger's predicate failures in
 * https://github.com/IntersectMBO/cardano-ledger (eras/shelley to eras/conway, `Rules`).
 */
const nodeNames: readonly (readonly [RegExp, string])[] = [
  [/^Missing (?:reference )?inputs|^Missing inputs, collateral/u, 'BadInputsUTxO'],
  [/^Empty transaction inputs/u, 'InputSetEmptyUTxO'],
  [/^Inputs intersects with reference/u, 'BabbageNonDisjointRefInputs'],
  [/outside the validity interval/u, 'OutsideValidityIntervalUTxO'],
  [/^Fee or collateral/u, 'FeeTooSmallUTxO'],
  [/^Value not conserved/u, 'ValueNotConservedUTxO'],
  [/^Transaction outputs are too small/u, 'BabbageOutputTooSmallUTxO'],
  [/^Transaction outputs exceed/u, 'OutputTooBigUTxO'],
  [/^Transaction size/u, 'MaxTxSizeUTxO'],
  [/^Wrong network address/u, 'WrongNetwork'],
  [/^Wrong network id/u, 'WrongNetworkInTxBody'],
  [/^Invalid verified signatures/u, 'InvalidWitnessesUTXOW'],
  [/^Missing key hashes/u, 'MissingVKeyWitnessesUTXOW'],
  [/^Missing or extra script hashes.*?missing [^:]+: Set\("/u, 'MissingScriptWitnessesUTXOW'],
  [/^Missing or extra script hashes/u, 'ExtraneousScriptWitnessesUTXOW'],
  [/^Invalid native scripts/u, 'ScriptWitnessNotValidatingUTXOW'],
  [/^Invalid auxiliary data hash/u, 'ConflictingMetadataHash'],
  [/^Invalid auxiliary data/u, 'InvalidMetadata'],
  [/^Missing auxiliary data hash/u, 'MissingTxBodyMetadataHash'],
  [/^Missing auxiliary data/u, 'MissingTxMetadata'],
]

/** The node's name of the rule where it has one, then the reason as the ledger library says it. */
const reasonText = (reason: string): string => {
  const name = nodeNames.find(([pattern]) => pattern.test(reason))?.[1]
  const text = name === undefined ? reason : `${name}: ${reason}`
  return text.length > longestReason ? `${text.slice(0, longestReason)}…` : text
}

/** CBOR: a map of inputs to outputs. */
const utxoMap = (unspent: readonly UnspentOutput[]): Uint8Array =>
  Buffer.concat([
    writeHead(major.map, unspent.length),
    ...unspent.flatMap(({ ref, cbor }) => [
      writeHead(major.list, 2),
      writeHead(major.bytes, 32),
      hexToBytes(ref.txId),
      writeHead(major.unsigned, ref.index),
      cbor,
    ]),
  ])
