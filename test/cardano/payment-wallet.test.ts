import { mnemonicToEntropy } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { enterpriseAddress, parseAddress } from '#cardano/addresses.ts'
import { sweepCsl, withCsl } from '#cardano/csl.ts'
import { TxId } from '#cardano/ids.ts'
import { keyHashOf, signBody, verifyWitness } from '#cardano/keys.ts'
import {
  accountKeyOfEntropy,
  isOfWallet,
  paymentKeyAt,
  derivePaymentAddress,
} from '#cardano/payment-wallet.ts'

const entropyOf = (words: string) => mnemonicToEntropy(words, wordlist)

/** What devices and other libraries say of phrases that are known to everybody. */
const trezor = {
  // The key: trezor-firmware, common/tests/fixtures/cardano/get_public_key.json ("all" twelve times).
  // The address: what a Trezor emulator answered for 0/0, in the tests of CardanoHWKit (Swift).
  entropy: entropyOf(Array.from({ length: 12 }, () => 'all').join(' ')),
  accountKey:
    'd507c8f866691bd96e131334c355188b1a1d0b2fa0ab11545075aab332d77d9eb19657ad13ee581b56b0f8d744d66ca356b93d42fe176b3de007d53e9c4c4e7a',
  address:
    'addr1qxq0nckg3ekgzuqg7w5p9mvgnd9ym28qh5grlph8xd2z92sj922xhxkn6twlq2wn4q50q352annk3903tj00h45mgfmsl3s9zt',
}
/** cardano-client-lib (Java, bloxbean): the sender of its fixtures, 0/0 on a testnet. */
const bloxbean = {
  entropy: entropyOf('test walk nut penalty hip pave soap entry language right filter choice'),
  address:
    'addr_test1qz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3jcu5d8ps7zex2k2xt3uqxgjqnnj83ws8lhrn648jjxtwq2ytjqp',
}

describe('a wallet of payments', () => {
  it('has the account key and the address that a Trezor shows', () => {
    expect(accountKeyOfEntropy(trezor.entropy)).toBe(trezor.accountKey)
    expect(derivePaymentAddress(trezor.accountKey, 0, 'mainnet').address).toBe(trezor.address)
  })

  it('has the address that cardano-client-lib derives', () => {
    const accountKey = accountKeyOfEntropy(bloxbean.entropy)
    expect(derivePaymentAddress(accountKey, 0, 'preprod').address).toBe(bloxbean.address)
  })

  it('derives an address once, whoever asks for it again, and no other wallet or network has it', () => {
    const accountKey = accountKeyOfEntropy(bloxbean.entropy)
    const derived = derivePaymentAddress(accountKey, 7, 'preprod')
    expect(derivePaymentAddress(accountKey, 7, 'preprod')).toBe(derived)
    for (const other of [
      derivePaymentAddress(accountKey, 8, 'preprod'),
      derivePaymentAddress(accountKey, 7, 'mainnet'),
      derivePaymentAddress(trezor.accountKey, 7, 'preprod'),
    ])
      expect(other.address).not.toBe(derived.address)
  })

  it('knows its own addresses, at whatever index and of whatever network, from all others', () => {
    const accountKey = accountKeyOfEntropy(bloxbean.entropy)
    for (const [index, network] of [[0, 'preprod'] as const, [2 ** 31 - 1, 'mainnet'] as const])
      expect(isOfWallet(accountKey, derivePaymentAddress(accountKey, index, network).address)).toBe(
        true,
      )
    const { keyHash, address } = derivePaymentAddress(accountKey, 0, 'preprod')
    expect(isOfWallet(trezor.accountKey, address)).toBe(false)
    expect(isOfWallet(accountKey, enterpriseAddress(keyHash, 'preprod'))).toBe(false)
    expect(isOfWallet(accountKey, `${address.slice(0, -1)}q`)).toBe(false)
    expect(isOfWallet(accountKey, '')).toBe(false)
  })

  it('needs no private key to know where its keys are', () => {
    const index = fc.oneof(fc.nat({ max: 2 ** 31 - 1 }), fc.constantFrom(0, 1, 2 ** 31 - 1))
    const entropy = fc.uint8Array({ minLength: 32, maxLength: 32 })
    fc.assert(
      fc.property(entropy, index, (bytes, at) => {
        const key = paymentKeyAt(bytes, at)
        const derivedAddress = derivePaymentAddress(accountKeyOfEntropy(bytes), at, 'devnet')
        expect(derivedAddress.keyHash).toBe(key.keyHash)
        expect(parseAddress(derivedAddress.address)).toMatchObject({
          kind: 'base',
          isScript: false,
        })
        const body = TxId('ab'.repeat(32))
        const witness = signBody(key, body)
        expect(verifyWitness(witness, body)).toBe(true)
        expect(keyHashOf(Buffer.from(witness.publicKey, 'hex'))).toBe(derivedAddress.keyHash)
      }),
      { numRuns: 15 },
    )
  })

  it('has another key at each place and one staking key for all', () => {
    const places = [0, 1, 2].map((at) => derivePaymentAddress(trezor.accountKey, at, 'mainnet'))
    expect(new Set(places.map(({ keyHash }) => keyHash)).size).toBe(3)
    const stakeHashes = places.map(({ address }) =>
      withCsl((csl, own) => own(csl.Address.from_bech32(address)).to_hex().slice(-56)),
    )
    expect(new Set(stakeHashes).size).toBe(1)
  })

  it.each([-1, 0.5, 2 ** 31, Number.NaN])(
    'a wallet of payments has no address number %s',
    (index) => {
      const wrong = expect.objectContaining({ code: 'invalid' })
      expect(() => paymentKeyAt(trezor.entropy, index)).toThrow(wrong)
      expect(() => derivePaymentAddress(trezor.accountKey, index, 'mainnet')).toThrow(wrong)
    },
  )

  it('leaves no key from its root on in the memory of the library', () => {
    const entropy = Uint8Array.from({ length: 32 }, (_, at) => 7 * at + 1)
    const onTheWay = withCsl((csl, own) => {
      let key = own(csl.Bip32PrivateKey.from_bip39_entropy(entropy, new Uint8Array()))
      const keys = [key.as_bytes()]
      for (const step of [2 ** 31 + 1852, 2 ** 31 + 1815, 2 ** 31, 0, 3]) {
        key = own(key.derive(step))
        keys.push(key.as_bytes())
      }
      return keys
    })
    // Of each key the private half: the account's chain code is public with its account key.
    const pieces = onTheWay.flatMap((key) => [0, 32].map((at) => key.subarray(at, at + 32)))
    for (const piece of [...pieces, entropy]) sweepCsl(piece)
    accountKeyOfEntropy(entropy)
    paymentKeyAt(entropy, 3).secret.wipe()
    expect([...pieces, entropy].map((piece) => sweepCsl(piece))).toEqual(
      [...pieces, entropy].map(() => 0),
    )
  })
})
