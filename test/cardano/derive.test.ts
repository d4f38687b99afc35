import { bech32 } from '@scure/base'
import { describe, expect, it } from 'vitest'
import { policyKeyFromPhrase } from '#cardano/derive.ts'
import { KeyHash, TxId } from '#cardano/ids.ts'
import { keyHashOf, signBody, verifyWitness } from '#cardano/keys.ts'
import { policyIdOf, scriptFromJson } from '#cardano/scripts.ts'
import { sweepCsl, withCsl } from '#cardano/csl.ts'
import { mnemonicToEntropy } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { Secret } from '#platform/secret/secret.ts'
import { writeBech32 } from '#cardano/bech32.ts'
import { given, only, vectors } from './vectors.ts'

const ofKind = (start: string) => only(vectors.cip1855, ({ kind }) => kind.startsWith(start))
const derive = (phrase: string, index = 0, passphrase?: string) =>
  policyKeyFromPhrase(
    Secret.ofText(phrase),
    index,
    passphrase === undefined ? undefined : Secret.ofText(passphrase),
  )
const secretOf = (key: { secret: Secret }) =>
  key.secret.use((bytes) => Buffer.from(bytes).toString('hex'))

describe('CIP-1855 policy keys', () => {
  it('all vectors of CIP-1855 policy keys are there', () => expect(vectors.cip1855).toHaveLength(7))

  it('the root of the phrase is the Icarus root of CIP-3', () => {
    const { mnemonic, root_xsk } = ofKind('mnemonic->root_xsk')
    const root = withCsl((csl, own) =>
      own(
        csl.Bip32PrivateKey.from_bip39_entropy(
          mnemonicToEntropy(given(mnemonic), wordlist),
          new Uint8Array(),
        ),
      ).as_bytes(),
    )
    expect(writeBech32('root_xsk', root)).toBe(root_xsk)
  })

  it('cardano-addresses derives the same key', () => {
    const { mnemonic, expected } = ofKind('root -> 1855H')
    const { policy_xsk = '', policy_vk, policy_vkh, policy_vkh_hex } = given(expected)
    const key = derive(given(mnemonic))
    expect(key.keyHash).toBe(policy_vkh_hex)
    expect(writeBech32('policy_vk', Buffer.from(key.publicKey, 'hex'))).toBe(policy_vk)
    expect(writeBech32('policy_vkh', Buffer.from(key.keyHash, 'hex'))).toBe(policy_vkh)
    const { bytes } = bech32.decodeToBytes(policy_xsk, false)
    expect(secretOf(key)).toBe(Buffer.from(bytes.subarray(0, 64)).toString('hex'))
  })

  it('a Trezor with 12 words has the same public key', () => {
    const { mnemonic, xpub } = ofKind('Trezor (12-word')
    expect(derive(given(mnemonic)).publicKey).toBe(given(xpub).slice(0, 64))
  })

  it('a Trezor signs a transaction alike, byte for byte', () => {
    const { mnemonic, tx_hash, signature } = ofKind('Trezor witness')
    const key = derive(given(mnemonic))
    expect(signBody(key, TxId(given(tx_hash))).signature).toBe(signature)
  })

  it('the script of a Trezor names the derived key', () => {
    const { mnemonic, script, policy_id } = ofKind('policy id of all')
    const native = scriptFromJson(given(script))
    expect(policyIdOf(native)).toBe(policy_id)
    expect(JSON.stringify(script)).toContain(derive(given(mnemonic)).keyHash)
  })

  it('a Ledger derives another key from the same phrase', () => {
    const { mnemonic, xpub, vkh } = ofKind('Ledger (own master scheme')
    const publicKey = given(xpub).slice(0, 64)
    expect(keyHashOf(Buffer.from(publicKey, 'hex'))).toBe(vkh)
    expect(derive(given(mnemonic)).publicKey).not.toBe(publicKey)
  })

  it('a signature of a Ledger verifies under its public key', () => {
    const { tx_hash, signature, vkh } = ofKind('Ledger 1855H')
    const { xpub, vkh: sameKey } = ofKind('Ledger (own master scheme')
    expect(vkh).toBe(sameKey)
    const witness = { publicKey: given(xpub).slice(0, 64), signature: given(signature) }
    expect(verifyWitness(witness, TxId(given(tx_hash)))).toBe(true)
  })
})

describe('the phrase', () => {
  const phrase = given(ofKind('root -> 1855H').mnemonic)

  it('may have other spaces and capitals', () => {
    const typed = `  ${phrase.toUpperCase().replaceAll(' ', ' \n')} `
    expect(derive(typed).keyHash).toBe(derive(phrase).keyHash)
  })

  it('gives another key for each index and passphrase', () => {
    const keys = [derive(phrase), derive(phrase, 1), derive(phrase, 0, 'more')]
    expect(new Set(keys.map(({ keyHash }) => keyHash)).size).toBe(3)
    expect(derive(phrase, 0, '').keyHash).toBe(derive(phrase).keyHash)
    expect(derive(phrase, 2 ** 31 - 1).keyHash).toBe(KeyHash(derive(phrase, 2 ** 31 - 1).keyHash))
  })

  it('leaves no copy of the key in the memory of the library', () => {
    const key = derive(phrase, 7)
    expect(key.secret.use((bytes) => sweepCsl(bytes))).toBe(0)
  })

  it('leaves no key from the root to the policy key in the memory of the library either', () => {
    const onTheWay = withCsl((csl, own) => {
      const entropy = mnemonicToEntropy(phrase, wordlist)
      const root = own(csl.Bip32PrivateKey.from_bip39_entropy(entropy, new Uint8Array()))
      const purpose = own(root.derive(2 ** 31 + 1855))
      const coin = own(purpose.derive(2 ** 31 + 1815))
      return [root, purpose, coin, own(coin.derive(2 ** 31))].map((key) => key.as_bytes())
    })
    const pieces = onTheWay.flatMap((key) => [0, 32, 64].map((at) => key.subarray(at, at + 32)))
    for (const piece of pieces) sweepCsl(piece)
    derive(phrase)
    expect(pieces.map((piece) => sweepCsl(piece))).toEqual(pieces.map(() => 0))
  })

  it.each([-1, 1.5, 2 ** 31, Number.NaN])(
    'a recovery phrase has no policy key of index %s',
    (index) => {
      expect(() => derive(phrase, index)).toThrow('index: not a whole number')
    },
  )

  it.each([
    phrase.replace('exercise', 'exercises'),
    phrase.replace('exercise club', 'club exercise'),
    phrase.split(' ').slice(1).join(' '),
    '',
  ])('is refused without repeating a word of it', (wrong) => {
    expect(() => derive(wrong)).toThrow(expect.objectContaining({ code: 'invalid' }))
    expect(() => derive(wrong)).toThrow('This is not a recovery phrase')
    expect(() => derive(wrong)).not.toThrow(/exercise|club|noble/u)
  })
})
