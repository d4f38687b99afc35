import { concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { limits } from '#values/bounds/limits.ts'
import { bytesOf } from '#values/text/text.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { countText } from '#values/text/format.ts'
import { readBech32, writeBech32 } from './bech32.ts'
import { withCsl } from './csl.ts'
import type { KeyHash } from './ids.ts'
import { networkId, type NetworkId, networkMagic, type ServiceNetwork } from './network.ts'

type AddressKind = 'base' | 'enterprise' | 'pointer' | 'stake' | 'byron'

/** A valid address. `bech32` is lower case; for a Byron address it holds the base58 text. */
export type Address = {
  readonly bech32: string
  readonly networkId: NetworkId
  readonly kind: AddressKind
  /** The paying part (of a stake address: the staking part) is a script, not a key. */
  readonly isScript: boolean
}

const invalid = (reason: string): ColdpressError =>
  new ColdpressError('invalid', `address: ${reason}`)

/**
 * Reads an address and proves its checksum, prefix and length (CIP-19).
 * @throws ColdpressError `invalid` with the one thing that is wrong
 */
export const parseAddress = (text: string): Address => {
  const address = text.trim()
  if (address === '') throw invalid('empty; paste an address such as addr1… or addr_test1…')
  // Reading base58 takes time by the square of the length.
  if (address.length > limits.addressChars)
    throw invalid(
      `${address.length} characters; no address has more than ${limits.addressChars}. Copy the address alone`,
    )
  const reading = readBech32(address)
  if (reading.outcome === 'not_bech32') return byron(address)
  if (reading.outcome === 'wrong_checksum')
    throw invalid('its checksum is wrong, so a character was changed or lost; copy it again')
  if (reading.outcome === 'mixed_case')
    throw invalid('upper and lower case are mixed; copy it again, in lower case')
  return shelley(address.toLowerCase(), reading.prefix, reading.bytes)
}

/** The address kind of each header type (CIP-19). Types 8 to 13 are not bech32 addresses. */
const kindOf = (type: number): AddressKind | undefined => {
  if (type <= 3) return 'base'
  if (type <= 5) return 'pointer'
  if (type <= 7) return 'enterprise'
  return type === 14 || type === 15 ? 'stake' : undefined
}

const lengths = { base: 57, enterprise: 29, stake: 29 } as const

const shelley = (bech32: string, prefix: string, bytes: Uint8Array): Address => {
  const stem = /^(?<stem>addr|stake)(?<test>_test)?$/u.exec(prefix)?.groups
  if (stem === undefined)
    throw invalid(`it starts with "${prefix}", not with addr, addr_test, stake or stake_test`)
  const header = bytes[0] ?? 0x80
  const kind = kindOf(header >> 4)
  if (kind === undefined || kind === 'byron') throw invalid('its header is of no known kind')
  const network = header & 0x0f
  if (network !== 0 && network !== 1)
    throw invalid(`it is of network ${network}, which does not exist`)
  if ((stem['stem'] === 'stake') !== (kind === 'stake'))
    throw invalid(`it starts with "${prefix}" but holds an address of kind ${kind}`)
  if ((stem['test'] === undefined) !== (network === 1))
    throw invalid(
      `it starts with "${prefix}" but its header says ${network === 1 ? 'mainnet' : 'testnet'}`,
    )
  const whole = kind === 'pointer' ? isPointer(bytes) : bytes.length === lengths[kind]
  if (!whole)
    throw invalid(
      `${countText(bytes.length, 'byte')}, the wrong length for an address of kind ${kind}`,
    )
  return { bech32, networkId: network, kind, isScript: ((header >> 4) & 1) === 1 }
}

/** Header, 28 bytes of key hash, then three numbers of 7 bits per byte, which end the address. */
const isPointer = (bytes: Uint8Array): boolean => {
  const numbers = bytes.subarray(29)
  const ends = numbers.reduce((count, byte) => count + (byte < 0x80 ? 1 : 0), 0)
  return ends === 3 && (numbers.at(-1) ?? 0x80) < 0x80
}

/** Addresses from before Shelley: base58 with a checksum of their own. */
const byron = (address: string): Address => {
  const looksByron = /^[1-9A-HJ-NP-Za-km-z]{50,}$/u.test(address)
  if (!looksByron) throw invalid('not an address; one starts with addr1, addr_test1, stake1 or Ae2')
  return withCsl((csl, own) => {
    if (!csl.ByronAddress.is_valid(address))
      throw invalid(
        'it looks like a Byron address (base58) but its checksum is wrong; copy it again',
      )
    const magic = own(csl.ByronAddress.from_base58(address)).byron_protocol_magic()
    return {
      bech32: address,
      networkId: magic === networkMagic.mainnet ? 1 : 0,
      kind: 'byron',
      isScript: false,
    }
  })
}

/**
 * An address that can be paid on `network`: on that network, no stake address and no Byron address,
 * which cannot hold what a minting transaction sends.
 * @throws ColdpressError `invalid` with the reason
 */
export const paymentAddress = (text: string, network: ServiceNetwork): Address => {
  const address = parseAddress(text)
  if (address.kind === 'byron')
    throw invalid('it is a Byron address; give a Shelley one (addr1… or addr_test1…)')
  if (address.kind === 'stake')
    throw invalid('it is a stake address, which cannot be paid; give the addr… of the same wallet')
  if (address.networkId !== networkId(network))
    throw invalid(
      `it is a ${address.networkId === 1 ? 'mainnet' : 'testnet'} address, but the network is ${network}`,
    )
  return address
}

/** The enterprise address of a key: no staking part (CIP-19, type 6). */
export const enterpriseAddress = (keyHash: KeyHash, network: ServiceNetwork): string =>
  keyAddress(0x60, [keyHash], network)

/** The base address of a payment key and a stake key (CIP-19, type 0). */
export const baseAddress = (
  keyHash: KeyHash,
  stakeKeyHash: KeyHash,
  network: ServiceNetwork,
): string => keyAddress(0x00, [keyHash, stakeKeyHash], network)

const keyAddress = (type: number, parts: readonly KeyHash[], network: ServiceNetwork): string => {
  const id = networkId(network)
  const bytes = concatBytes(Uint8Array.of(type | id), ...parts.map((part) => hexToBytes(part)))
  return writeBech32(id === 1 ? 'addr' : 'addr_test', bytes)
}

/**
 * The address that the pieces form together; {@link parseAddress} says whether it is valid.
 * @throws ColdpressError `invalid` when there is no piece or one is over 64 bytes
 */
export const joinAddress = (pieces: readonly string[]): string => {
  if (pieces.length === 0) throw invalid('no piece, at least one required')
  const long = pieces.findIndex((piece) => bytesOf(piece) > limits.metadatumBytes)
  if (long !== -1)
    throw invalid(
      `piece ${long + 1} is over ${limits.metadatumBytes} bytes; split it into several pieces`,
    )
  return pieces.join('')
}
