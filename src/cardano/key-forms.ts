import { hexToBytes } from '@noble/hashes/utils.js'
import { ColdpressError } from '#values/errors/errors.ts'
import { countText } from '#values/text/format.ts'
import type { Secret } from '#platform/secret/secret.ts'
import { readBech32 } from './bech32.ts'
import { kindOfBytes, statedKind } from './envelope-kind.ts'
import { isOfBlockProducer, nameForMessage, parseEnvelope } from './text-envelope.ts'

/**
 * The private bytes of a key: 32 of seed, or 64 of extended private key. Some forms state the
 * public key too; whoever derives it proves that the two belong together.
 */
export type PrivateBytes = {
  readonly secret: Uint8Array
  readonly statedPublicKey: Uint8Array | undefined
}

const accepted =
  'accepted are bech32 (ed25519_sk, ed25519e_sk, policy_sk, policy_xsk, addr_sk, addr_xsk, xprv), ' +
  'hex or CBOR hex of 32, 64, 96 or 128 bytes, and signing key files of cardano-cli and pycardano'

export const badKey = (found: string): ColdpressError =>
  new ColdpressError('invalid', `signing key: ${found}; ${accepted}`)

/** Bytes that each bech32 prefix may hold (CIP-5); 96 and 128 carry a chain code, 128 a public key. */
const prefixLengths: Readonly<Record<string, readonly number[]>> = {
  ed25519_sk: [32],
  ed25519e_sk: [64],
  policy_sk: [32, 64],
  addr_sk: [32, 64],
  policy_xsk: [96],
  addr_xsk: [96],
  xprv: [96, 128],
}

/** Prefixes that name a public key, or only its hash. */
const publicPrefix = /(?:_vk|_xvk|_pk|_vkh|_pkh|^xpub)$/u

/**
 * Reads any form of signing key down to its private bytes, which the caller wipes.
 * @throws ColdpressError `invalid`, never with key text
 */
export const signingKeyBytes = (input: Secret): PrivateBytes => {
  const text = textOf(input).trim()
  if (text === '') throw badKey('empty')
  if (text.startsWith('{')) return fromEnvelope(text)
  return /^[0-9a-f]+$/iu.test(text) ? fromHex(text) : fromBech32(text)
}

const textOf = (input: Secret): string => {
  try {
    return input.text()
  } catch {
    throw badKey('not text')
  }
}

const fromHex = (hex: string): PrivateBytes => {
  if (hex.length % 2 !== 0) throw badKey('an odd number of hex digits')
  const bytes = hexToBytes(cborContent(hex) ?? hex)
  if ([32, 64, 96, 128].includes(bytes.length)) return privatePart(bytes)
  bytes.fill(0)
  throw badKey(`${countText(bytes.length, 'byte')} of hex`)
}

/** The byte string inside CBOR hex (`5820…`, `5840…`, `5860…`, `5880…`) whose length is as stated. */
const cborContent = (hex: string): string | undefined => {
  const length = Number.parseInt(hex.slice(2, 4), 16)
  return hex.startsWith('58') && hex.length === 4 + length * 2 ? hex.slice(4) : undefined
}

const fromBech32 = (text: string): PrivateBytes => {
  const reading = readBech32(text)
  if (reading.outcome === 'not_bech32') throw badKey('text of no known form')
  if (reading.outcome === 'mixed_case')
    throw badKey('bech32 text in which upper and lower case are mixed')
  if (reading.outcome === 'wrong_checksum')
    throw badKey('bech32 text with a wrong checksum, so a character was changed or lost')
  return fromPrefixed(reading.prefix, reading.bytes)
}

const fromPrefixed = (prefix: string, bytes: Uint8Array): PrivateBytes => {
  const lengths = Object.hasOwn(prefixLengths, prefix) ? prefixLengths[prefix] : undefined
  if (lengths?.includes(bytes.length) === true) return privatePart(bytes)
  bytes.fill(0)
  const name = nameForMessage(prefix)
  if (publicPrefix.test(prefix))
    throw badKey(`bech32 ${name}, a verification key, which cannot sign`)
  if (lengths === undefined) throw badKey(`bech32 ${name}, which is no signing key of a policy`)
  throw badKey(
    `bech32 ${name} of ${countText(bytes.length, 'byte')} instead of ${lengths.join(' or ')}`,
  )
}

/** A type that says nothing, such as pycardano's empty one, leaves it to the bytes. */
const fromEnvelope = (text: string): PrivateBytes => {
  const envelope = parseEnvelope(text)
  const { type, cborHex } = envelope
  const name = `a file of type ${nameForMessage(type)}`
  if (type.includes('VerificationKey'))
    throw badKey(`${name}, a verification key, which cannot sign`)
  const stated = statedKind(envelope)
  if ((stated !== undefined && stated !== 'key') || isOfBlockProducer(type)) throw badKey(name)
  const lengths = stated === undefined ? [32, 64, 96, 128] : lengthsOf(type)
  const content = kindOfBytes(envelope) === 'key' ? cborContent(cborHex) : undefined
  if (content === undefined || !lengths.includes(content.length / 2))
    throw badKey(`${name} that does not hold ${writtenLengths(lengths)}`)
  return privatePart(hexToBytes(content))
}

const writtenLengths = ([first, ...others]: readonly number[]): string =>
  others.length === 0 ? `${first} bytes` : `${first} bytes, nor ${others.join(' or ')}`

/** cardano-cli and pycardano write 128 bytes of an extended key; others leave out what follows. */
const lengthsOf = (type: string): readonly number[] =>
  type.includes('Extended') ? [128, 96, 64] : [32]

/** Takes ownership of 32, 64, 96 or 128 bytes and wipes those that it does not return. */
const privatePart = (bytes: Uint8Array): PrivateBytes => {
  if (bytes.length === 32) return { secret: bytes, statedPublicKey: undefined }
  const secret = bytes.slice(0, 64)
  const statedPublicKey = bytes.length === 128 ? bytes.slice(64, 96) : undefined
  bytes.fill(0)
  if (isExtended(secret)) return { secret, statedPublicKey }
  secret.fill(0)
  throw badKey(
    'bytes that are no extended private key (its fixed bits are wrong), perhaps a verification key',
  )
}

/** Every extended private key has its lowest three bits clear and its highest two at 01 (BIP32-Ed25519). */
const isExtended = (secret: Uint8Array): boolean =>
  ((secret[0] ?? 0xff) & 0x07) === 0 && ((secret[31] ?? 0xff) & 0xc0) === 0x40
