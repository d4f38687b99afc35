import { splitAddress } from './split-address.ts'
import * as fc from 'fast-check'
import { bech32 } from '@scure/base'
import { describe, expect, it } from 'vitest'
import { enterpriseAddress, joinAddress, parseAddress, paymentAddress } from '#cardano/addresses.ts'
import { readBech32 } from '#cardano/bech32.ts'
import { withCsl } from '#cardano/csl.ts'
import { keyHashOf } from '#cardano/keys.ts'
import { vectors } from './vectors.ts'

const kinds: Readonly<Record<number, string>> = {
  0: 'base',
  1: 'base',
  2: 'base',
  3: 'base',
  4: 'pointer',
  5: 'pointer',
  6: 'enterprise',
  7: 'enterprise',
  8: 'byron',
  14: 'stake',
  15: 'stake',
}

const ofType = (type: number, networkId: number) => {
  const entry = vectors.cip19.find((v) => v.type === type && v.network_id === networkId)
  if (entry === undefined) throw new Error(`no vector of type ${type}`)
  return entry.address
}
const encode = (prefix: string, bytes: readonly number[]) =>
  bech32.encode(prefix, bech32.toWords(Uint8Array.from(bytes)), false)
const hash = Array.from({ length: 28 }, () => 7)

describe('reading an address', () => {
  it('has all vectors of CIP-19', () => expect(vectors.cip19).toHaveLength(21))

  it.each(vectors.cip19)('type $type on network $network_id', ({ type, network_id, address }) => {
    expect(parseAddress(address)).toEqual({
      bech32: address,
      networkId: network_id,
      kind: kinds[type],
      isScript: type !== 8 && type % 2 === 1,
    })
  })

  it('reads upper case and surrounding space, and gives lower case', () => {
    const address = ofType(0, 1)
    expect(parseAddress(` ${address.toUpperCase()}\n`).bech32).toBe(address)
  })

  it('knows mainnet Byron addresses by their missing magic', () => {
    const address = withCsl((csl, own) => {
      const key = own(
        own(
          csl.Bip32PrivateKey.from_bip39_entropy(new Uint8Array(20), new Uint8Array()),
        ).to_public(),
      )
      return own(csl.ByronAddress.icarus_from_key(key, 764_824_073)).to_base58()
    })
    expect(parseAddress(address)).toMatchObject({ kind: 'byron', networkId: 1 })
  })

  it.each([
    ['nothing', ' ', 'empty'],
    ['other text', 'hello', 'not an address'],
    ['a changed character', ofType(0, 1).replace('qx2', 'qx3'), 'checksum is wrong'],
    ['mixed case', ofType(0, 1).replace('qx2', 'QX2'), 'upper and lower case are mixed'],
    ['a changed Byron character', ofType(8, 0).replace('KDX', 'KDY'), 'Byron address (base58)'],
    ['another prefix', encode('asset', [0x61, ...hash]), 'starts with "asset"'],
    ['the prefix of the other network', encode('addr', [0x60, ...hash]), 'header says testnet'],
    ['the testnet prefix on mainnet', encode('addr_test', [0x61, ...hash]), 'says mainnet'],
    ['a stake prefix on an address', encode('stake', [0x61, ...hash]), 'of kind enterprise'],
    ['an address prefix on a stake address', encode('addr', [0xe1, ...hash]), 'of kind stake'],
    ['an unknown network', encode('addr', [0x62, ...hash]), 'network 2'],
    ['an unknown header', encode('addr', [0x91, ...hash]), 'no known kind'],
    ['Byron bytes in bech32', encode('addr', [0x82, ...hash]), 'no known kind'],
    ['a missing byte', encode('addr', [0x61, ...hash.slice(1)]), '28 bytes, the wrong length'],
    ['a surplus byte', encode('addr', [0x61, ...hash, 7]), '30 bytes, the wrong length'],
    ['half a base address', encode('addr', [0x01, ...hash]), 'kind base'],
    ['a pointer of two numbers', encode('addr', [0x41, ...hash, 1, 2]), 'kind pointer'],
    ['a pointer of four numbers', encode('addr', [0x41, ...hash, 1, 2, 3, 4]), 'kind pointer'],
    ['a pointer cut short', encode('addr', [0x41, ...hash, 1, 2, 3, 0x81]), 'kind pointer'],
    ['nothing after the prefix', encode('addr', []), 'no known kind'],
  ])('refuses %s with its own reason', (_, text, reason) => {
    expect(() => parseAddress(text)).toThrow(reason)
  })

  it("refuses CIP-19's own example whose prefix and header disagree", () => {
    const example = 'addr1vpu5vlrf4xkxv2qpwngf6cjhtw542ayty80v8dyr49rf5eg0yu80w'
    expect(() => parseAddress(example)).toThrow('its header says testnet')
  })
})

describe('an address to be paid', () => {
  it('is a Shelley address of the network', () => {
    expect(paymentAddress(ofType(0, 1), 'mainnet').kind).toBe('base')
    for (const network of ['preprod', 'preview', 'devnet'] as const)
      expect(paymentAddress(ofType(7, 0), network).isScript).toBe(true)
  })

  it.each([
    [ofType(0, 0), 'mainnet', 'it is a testnet address, but the network is mainnet'],
    [ofType(0, 1), 'devnet', 'it is a mainnet address, but the network is devnet'],
    [ofType(14, 1), 'mainnet', 'a stake address, which cannot be paid'],
    [ofType(8, 0), 'preprod', 'a Byron address'],
  ] as const)('an address to be paid is not %s on %s', (address, network, reason) => {
    expect(() => paymentAddress(address, network)).toThrow(reason)
  })
})

describe('splitting an address for a royalty', () => {
  it.each(vectors.cip19)('joins $address again', ({ address }) => {
    const pieces = splitAddress(address)
    expect(pieces.every((piece) => piece.length <= 64)).toBe(true)
    expect(pieces).toHaveLength(Math.ceil(address.length / 64))
    expect(joinAddress(pieces)).toBe(address)
  })

  it('joins what was split anywhere', () => {
    const address = ofType(0, 1)
    fc.assert(
      fc.property(fc.integer({ min: 39, max: 64 }), (cut) => {
        expect(joinAddress([address.slice(0, cut), address.slice(cut)])).toBe(address)
      }),
    )
  })

  it('refuses no piece and a piece over 64 bytes', () => {
    expect(() => joinAddress([])).toThrow('no piece')
    expect(() => joinAddress(['addr1', ofType(0, 1)])).toThrow('piece 2 is over 64 bytes')
  })
})

describe('the address of one key', () => {
  // CIP-19's own key and addresses of type 6.
  const key = 'addr_vk1w0l2sr2zgfm26ztc6nl9xy8ghsk5sh6ldwemlpmp9xylzy4dtf7st80zhd'
  it.each([
    ['mainnet', 'addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8'],
    ['devnet', 'addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz'],
  ] as const)('is that of CIP-19 on %s', (network, address) => {
    const read = readBech32(key)
    if (read.outcome !== 'read') throw new Error(read.outcome)
    expect(enterpriseAddress(keyHashOf(read.bytes), network)).toBe(address)
  })
})
