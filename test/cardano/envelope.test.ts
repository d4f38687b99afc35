import { describe, expect, it } from 'vitest'
import { blake2b } from '@noble/hashes/blake2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { withCsl } from '#cardano/csl.ts'
import {
  readVerificationKey,
  readWitness,
  readWitnesses,
  writeVerificationKey,
  writeWitness,
  writeWitnesses,
} from '#cardano/envelope.ts'
import { isWitnessText } from '#cardano/envelope-kind.ts'
import { TxId } from '#cardano/ids.ts'
import { readSigningKey, signBody, verifyWitness, writeSigningKey } from '#cardano/keys.ts'
import { policyIdOf, scriptFromCbor } from '#cardano/scripts.ts'
import { Secret } from '#platform/secret/secret.ts'
import { given, only, vectors } from './vectors.ts'
import { readTransaction } from './transaction.ts'

const ofKind = (start: string) => only(vectors.textEnvelope, ({ kind }) => kind.startsWith(start))
const read = (envelope: object) => readSigningKey(Secret.ofText(JSON.stringify(envelope)))

describe('text envelopes of cardano-cli', () => {
  it('all vectors of cardano-cli text envelopes are there', () =>
    expect(vectors.textEnvelope).toHaveLength(8))

  it.each(['skey -> vkey', 'extended skey'])(
    'a text envelope is read and written as cardano-cli does: %s',
    (start) => {
      const { skey, vkey } = ofKind(start)
      const key = read(given(skey))
      const verification = readVerificationKey(JSON.stringify(given(vkey)))
      expect(verification).toEqual({ publicKey: key.publicKey, keyHash: key.keyHash })
      const written: unknown = JSON.parse(writeSigningKey(key, 'envelope').text())
      // The chain code is not kept; all before it is.
      const cborHex = given(skey).cborHex
      const kept = key.kind === 'ed25519' ? cborHex : cborHex.slice(0, -64) + '00'.repeat(32)
      expect(written).toEqual({ ...given(skey), cborHex: kept })
    },
  )

  it('an xprv of cardano-addresses gives the key of the file', () => {
    const { xprv, skey } = ofKind('cardano-address xprv')
    const key = readSigningKey(Secret.ofText(given(xprv)))
    expect(key.keyHash).toBe(read(given(skey)).keyHash)
  })

  it('an extended verification key holds the plain one', () => {
    const { ext, vkey } = ofKind('extended vkey')
    const plain = readVerificationKey(JSON.stringify(given(vkey)))
    expect(readVerificationKey(JSON.stringify(given(ext)))).toEqual(plain)
    expect(JSON.parse(writeVerificationKey(plain.publicKey))).toEqual({
      ...given(vkey),
      description: 'Payment Verification Key',
    })
  })

  it('a witness over a body is the one that cardano-cli made', () => {
    const { body, witness } = ofKind('cardano-cli conway transaction witness')
    const key = read(given(ofKind('skey -> vkey').skey))
    const txId = TxId(bytesToHex(blake2b(hexToBytes(given(body)), { dkLen: 32 })))
    const ours = signBody(key, txId)
    expect(readWitness(JSON.stringify(given(witness)))).toEqual(ours)
    expect(JSON.parse(writeWitness(ours))).toEqual(given(witness))
    expect(verifyWitness(ours, txId)).toBe(true)
  })

  it('a signed transaction of before Alonzo verifies', () => {
    const { cborHex } = given(ofKind('cardano-cli signed tx (Tx MaryEra').tx)
    // 83: body, witnesses, metadata; the body is the first item and ends where `a1 00` starts.
    const body = cborHex.slice(2, cborHex.indexOf('a1008182'))
    const txId = TxId(bytesToHex(blake2b(hexToBytes(body), { dkLen: 32 })))
    const witness = cborHex.slice(cborHex.indexOf('a1008182') + 'a10081'.length, -'f6'.length)
    const envelope = { type: 'TxWitness MaryEra', description: '', cborHex: witness }
    const parsed = readWitness(JSON.stringify(envelope))
    expect(verifyWitness(parsed, txId)).toBe(true)
  })

  it('an unsigned mint carries the script whose hash is its policy', () => {
    const { tx, policy_id } = ofKind('cardano-cli conway build-raw mint')
    const { policies, scripts } = readTransaction(given(tx).cborHex)
    expect(policies).toEqual([policy_id])
    expect(scripts.map((cbor) => policyIdOf(scriptFromCbor(cbor)))).toEqual([policy_id])
  })

  it('an unsigned transaction and its witness assemble to the signed one', () => {
    const { unsigned, witness, signed } = ofKind('cardano-cli transaction assemble')
    const { publicKey, signature } = readWitness(JSON.stringify(given(witness)))
    const assembled = withCsl((csl, own) => {
      const transaction = own(csl.FixedTransaction.from_hex(given(unsigned).cborHex))
      const vkey = own(csl.Vkey.new(own(csl.PublicKey.from_hex(publicKey))))
      const sign = own(csl.Ed25519Signature.from_hex(signature))
      transaction.add_vkey_witness(own(csl.Vkeywitness.new(vkey, sign)))
      return transaction.to_hex()
    })
    const ours = readTransaction(assembled)
    const theirs = readTransaction(given(signed).cborHex)
    expect(ours).toEqual(theirs)
    expect(verifyWitness({ publicKey, signature }, ours.txId)).toBe(true)
  })
})

describe('other files', () => {
  const key = '07'.repeat(32)
  const file = (type: string, cborHex: string) => JSON.stringify({ type, description: '', cborHex })
  const witnessCbor = `825820${key}5840${'08'.repeat(64)}`

  it('reads the older form of a witness', () => {
    const older = readWitness(file('TxWitness BabbageEra', `8200${witnessCbor}`))
    expect(older).toEqual({ publicKey: key, signature: '08'.repeat(64) })
  })

  it.each([
    [file('PaymentSigningKeyShelley_ed25519', `5820${key}`), 'not that of a payment verification'],
    [file('PaymentVerificationKeyShelley_ed25519', `5840${key}${key}`), 'the wrong length'],
    [file('PaymentExtendedVerificationKeyShelley_ed25519_bip32', `5820${key}`), 'wrong length'],
    ['{', 'not a cardano-cli text envelope'],
    ['[]', 'not a cardano-cli text envelope'],
    [file('PaymentVerificationKeyShelley_ed25519', 'xyz'), 'not a cardano-cli text envelope'],
  ])('are no verification key', (text, reason) => {
    expect(() => readVerificationKey(text)).toThrow(reason)
  })

  const other = witnessCbor.replaceAll('07', '09')
  it.each([
    ['a witness set in an envelope', file('TxWitness MaryEra', `a10081${witnessCbor}`), 1],
    ['the bare hex of a witness set', `a10081${witnessCbor}\n`, 1],
    ['hex in quotation marks', `"A10081${witnessCbor.toUpperCase()}"`, 1],
    ['a tagged set', `a100d9010281${witnessCbor}`, 1],
    ['a list without an end', `a1009f${witnessCbor}${other}ff`, 2],
    ['a map without an end', `bf0081${witnessCbor}ff`, 1],
    ['a witness set with scripts beside', `a2008182${witnessCbor.slice(2)}0181820000`, 1],
    ['a list of signatures', `82${witnessCbor}${other}`, 2],
    ['a set of signatures', `d9010281${witnessCbor}`, 1],
    ['one signature as bare hex', witnessCbor, 1],
  ])('reads the signatures that a browser wallet answers: %s', (_, text, count) => {
    expect(isWitnessText(text)).toBe(true)
    const found = readWitnesses(text)
    expect(found).toHaveLength(count)
    expect(found[0]).toEqual({ publicKey: key, signature: '08'.repeat(64) })
  })

  it.each([
    ['an empty witness set', 'a0'],
    ['one with scripts alone', 'a10181820000'],
    ['a body, whose inputs are not signatures', `a10081825820${key}00`],
    ['a transaction', `84a0a10081${witnessCbor}f5f6`],
    ['a key too short', `a10081825818${key.slice(16)}5840${'08'.repeat(64)}`],
    ['no hex', 'hello'],
  ])('takes for no signatures %s', (_, text) => {
    expect(isWitnessText(text)).toBe(false)
    expect(() => readWitnesses(text)).toThrow(expect.objectContaining({ code: 'invalid' }))
  })

  it('refuses a file of more signatures than one may have', () => {
    const many = Array.from({ length: 30 }, () =>
      JSON.parse(file('', `9896${witnessCbor.repeat(150)}`)),
    )
    expect(() => readWitnesses(JSON.stringify(many))).toThrow('4500 signatures; at most 4096')
  })

  it.each([
    [file('Tx ConwayEra', witnessCbor), 'not that of a witness'],
    [file('TxWitness ConwayEra', '8201820102'), 'without a signature by a key'],
    [file('TxWitness ConwayEra', `${witnessCbor}00`), 'without a signature by a key'],
    [file('TxWitness ConwayEra', `a10082${witnessCbor}${other}`), '2 signatures, where one'],
  ])('a file that is no witness is refused', (text, reason) => {
    expect(() => readWitness(text)).toThrow(reason)
  })

  it('of several witnesses is a list that gives them back in order, one by one', () => {
    const witnesses = ['01', '02', '03'].map((byte) => ({
      publicKey: byte.repeat(32),
      signature: byte.repeat(64),
    }))
    const text = writeWitnesses(witnesses)
    expect(isWitnessText(text)).toBe(true)
    expect(readWitnesses(text)).toEqual(witnesses)
    expect(
      readWitnesses(writeWitness({ publicKey: key, signature: '08'.repeat(64) })),
    ).toHaveLength(1)
    expect(JSON.parse(text)).toEqual(witnesses.map((one) => JSON.parse(writeWitness(one))))
  })

  it('of several witnesses is refused when it is empty, too long, or holds anything else', () => {
    const witness = { type: 'TxWitness ConwayEra', description: '', cborHex: witnessCbor }
    const skey = {
      type: 'PaymentSigningKeyShelley_ed25519',
      description: '',
      cborHex: `5820${key}`,
    }
    const read = (list: readonly unknown[]) => () => readWitnesses(JSON.stringify(list))
    expect(read([])).toThrow('a list of 0 text envelopes; it must have 1 to 4096')
    expect(read(Array.from({ length: 4_097 }, () => witness))).toThrow('a list of 4097')
    expect(read([witness, 'x'])).toThrow('entry 2 of its list')
    expect(isWitnessText(JSON.stringify([witness, skey]))).toBe(false)
  })

  it('do not get a type into a message that may be a key', () => {
    const error = () => readVerificationKey(file(`x${key}`, '5820'))
    expect(error).toThrow('its type is an unknown name')
  })
})
