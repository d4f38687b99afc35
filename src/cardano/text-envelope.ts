import { bytesToHex } from '@noble/hashes/utils.js'
import { z } from 'zod'
import { documentText, longText, shortText } from '#values/bounds/bounded.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { jsonOf } from '#values/text/json-of.ts'
import { limits } from '#values/bounds/limits.ts'

/** The files of cardano-cli: one CBOR item in hex, with its type by name. */
export type TextEnvelope = z.output<typeof textEnvelope>

const textEnvelope = z.object({
  type: shortText,
  description: longText.default(''),
  cborHex: documentText.regex(/^(?:[0-9a-f]{2})+$/iu),
})

/** The key types that policies use: to cardano-cli a policy key is an ordinary payment key. */
export const keyTypes = {
  signing: 'PaymentSigningKeyShelley_ed25519',
  extendedSigning: 'PaymentExtendedSigningKeyShelley_ed25519_bip32',
  verification: 'PaymentVerificationKeyShelley_ed25519',
  extendedVerification: 'PaymentExtendedVerificationKeyShelley_ed25519_bip32',
} as const

/** Whether a type names a key of a block producer: as long as others, and it signs in other ways. */
export const isOfBlockProducer = (type: string): boolean => /^(?:vrf|kes)/iu.test(type)

/**
 * Reads the JSON of an envelope. The text may be a key: neither the error nor its cause repeats it.
 * @throws ColdpressError `invalid`
 */
export const parseEnvelope = (text: string): TextEnvelope => {
  const envelope = textEnvelope.safeParse(jsonOf(text))
  if (envelope.success) return envelope.data
  throw new ColdpressError(
    'invalid',
    'file: not a cardano-cli text envelope; one is JSON with "type", "description" and "cborHex"',
  )
}

/**
 * The envelopes of a file that holds one, or a JSON list of them.
 * @throws ColdpressError `invalid`
 */
export const envelopesIn = (text: string): readonly TextEnvelope[] => {
  const value = jsonOf(text)
  if (!Array.isArray(value)) return [parseEnvelope(text)]
  if (value.length === 0 || value.length > limits.witnessesPerFile)
    throw new ColdpressError(
      'invalid',
      `file: a list of ${value.length} text envelopes; it must have 1 to ${limits.witnessesPerFile}`,
    )
  return value.map((element, position) => {
    const envelope = textEnvelope.safeParse(element)
    if (envelope.success) return envelope.data
    throw new ColdpressError(
      'invalid',
      `file: entry ${position + 1} of its list is not a cardano-cli text envelope`,
    )
  })
}

/** The same bytes as cardano-cli writes, so that files can be compared. */
export const writeEnvelope = (envelope: TextEnvelope): string =>
  `${JSON.stringify(envelope, undefined, 4)}\n`

/**
 * A type or prefix that is safe in a message: names are short words, anything else may be a secret.
 */
export const nameForMessage = (name: string): string => {
  if (name === '') return 'empty'
  return /^[A-Za-z][A-Za-z0-9_ ]{0,59}$/u.test(name) && !/[0-9a-f]{24}/iu.test(name)
    ? `"${name}"`
    : 'an unknown name'
}

/**
 * The signing key file for 32 bytes of seed or 64 of extended private key. The extended form
 * contains a chain code after the public key. It only serves to derive further keys, which are not
 * derived from a policy key, so it is written as zeros.
 */
export const signingKeyEnvelope = (secret: Uint8Array, publicKey: string): string =>
  writeEnvelope(
    secret.length === 32
      ? {
          type: keyTypes.signing,
          description: 'Payment Signing Key',
          cborHex: `5820${bytesToHex(secret)}`,
        }
      : {
          type: keyTypes.extendedSigning,
          description: 'Payment Signing Key',
          cborHex: `5880${bytesToHex(secret)}${publicKey}${'00'.repeat(32)}`,
        },
  )
