import { signingErrors } from '#contract/signing/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { ColdpressError } from '#values/errors/errors.ts'
import { countText } from '#values/text/format.ts'
import { readCborItem } from '../cbor-items.ts'
import { readEnvelopeOf, signaturesAlone } from '../envelope-kind.ts'
import { writeEnvelope } from '../text-envelope.ts'
import { reading, parseTransaction } from './parts/parse.ts'

/**
 * Reads a transaction file of any tool, or the hex of one. Some write the body alone, which becomes a
 * transaction without witnesses with the same id.
 * @returns the transaction's bytes as they stand
 * @throws ColdpressError `invalid` for any other file, and for bytes that are no transaction
 */
export const readTransactionText = (text: string): Uint8Array => {
  const trimmed = text.trim()
  requireNoWitnesses(trimmed)
  return trimmed.startsWith('{')
    ? wholeOf(hexToBytes(readEnvelopeOf('transaction', trimmed).cborHex))
    : wholeOf(hexOf(trimmed))
}

const requireNoWitnesses = (text: string): void => {
  const signatures = signaturesAlone(text)
  if (signatures === 0) return
  throw errorBy(
    signingErrors,
    'witnesses_alone',
    {},
    `This is a witness set with ${countText(signatures, 'signature')}, not a transaction. Open the transaction that was signed, and add the ${signatures === 1 ? 'signature' : 'signatures'} to it.`,
  )
}

const hexOf = (text: string): Uint8Array => {
  if (text === '' || text.length % 2 !== 0 || !/^[0-9a-f]*$/iu.test(text))
    throw new ColdpressError(
      'invalid',
      'This is not a transaction. Choose a signing request (.cpreq), a transaction file of cardano-cli, or the hex of a transaction.',
    )
  return hexToBytes(text)
}

/** A list of four: body, no witnesses, valid, no metadata. */
const wholeOf = (bytes: Uint8Array): Uint8Array => {
  const isBody = reading(() => readCborItem(bytes)).kind === 'map'
  const whole = isBody
    ? concatBytes(Uint8Array.of(0x84), bytes, Uint8Array.of(0xa0, 0xf5, 0xf6))
    : bytes
  parseTransaction(whole)
  return whole
}

/** The transaction file of cardano-cli, which has one form for signed and unsigned ones. */
export const writeTransactionText = (bytes: Uint8Array): string =>
  writeEnvelope({
    type: 'Tx ConwayEra',
    description: 'Ledger Cddl Format',
    cborHex: bytesToHex(bytes),
  })
