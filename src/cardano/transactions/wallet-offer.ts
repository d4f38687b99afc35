import { hexToBytes } from '@noble/hashes/utils.js'
import { fieldsOf, itemsOf } from '../cbor-access.ts'
import { readCborItem } from '../cbor-items.ts'
import type { Witness } from '../keys.ts'
import { type OutputRef } from '../utxo.ts'
import { addressOfBytes } from './inspect/addresses.ts'
import { keyWitnessesIn } from '../key-witnesses.ts'
import { inputIn, outputIn, type ReadOutput } from './inspect/values.ts'
import { reading } from './parts/parse.ts'

/**
 * What a browser wallet hands over (CIP-30), in hex of CBOR. It comes through a page: only the
 * chain says what an output really holds.
 */
export type OfferedOutput = OutputRef & { readonly output: ReadOutput }

/** @throws ColdpressError `invalid` for anything but `[input, output]` */
export const readOfferedOutput = (hex: string): OfferedOutput =>
  reading(() => {
    const [input, output, ...more] = itemsOf(readCborItem(hexToBytes(hex)), 'an offered output')
    if (output === undefined || more.length > 0)
      throw new Error('an offered output is no pair of input and output')
    return { ...inputIn(input, 'an offered output'), output: outputIn(output) }
  })

/** An address as CIP-30 writes it: the hex of its bytes; some wallets write bech32. */
export const readWalletAddress = (text: string): string =>
  /^(?:[0-9a-f]{2})+$/iu.test(text) ? reading(() => addressOfBytes(hexToBytes(text)).text) : text

/**
 * The signatures of keys in a witness set; whatever else it holds is left out.
 * @throws ColdpressError `invalid`
 */
export const readWitnessSet = (hex: string): readonly Witness[] =>
  reading(() => keyWitnessesIn(fieldsOf(readCborItem(hexToBytes(hex)), 'the witness set')))
