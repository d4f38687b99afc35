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

const reasonText = (reason: string): string =>
  reason.length > longestReason ? `${reason.slice(0, longestReason)}…` : reason

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
