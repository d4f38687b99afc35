import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readWitness } from '#cardano/envelope.ts'
import { TxId } from '#cardano/ids.ts'
import { signBody } from '#cardano/keys.ts'
import { assemble, witnessesInCopy } from '#cardano/transactions/assemble.ts'
import { inspectTransaction } from '#cardano/transactions/inspect/inspect.ts'
import { given as present, only, vectors } from '../vectors.ts'
import { readTransaction } from '../transaction.ts'
import { alice, bob, carol, keyOf, payer, sig } from './ingredients.ts'
import { bytes, raw } from './raw.ts'

const hex = (all: Uint8Array) => Buffer.from(all).toString('hex')
const idOf = (transaction: Uint8Array) => TxId(inspectTransaction(transaction).txId)
const signedBy = (transaction: Uint8Array) =>
  inspectTransaction(transaction).signatures.map(({ keyHash }) => keyHash)

describe('putting witnesses into a transaction', () => {
  const people = [alice, bob, carol, payer, keyOf('dora')]
  const kinds = [
    raw(),
    raw({ scripts: [sig(alice)] }),
    raw({ signers: [bob] }),
    raw({ metadata: [[1n, 'a']], signers: [payer, alice] }),
    raw({ witnesses: [[0n, { tag: 258n, item: [] }]] }),
    ...vectors.realTx
      .filter(({ tx_hash }) => !tx_hash.startsWith('98d6'))
      .map((one) => bytes(one.cbor)),
  ]

  it('gives the same bytes in any order, all at once or one by one, and however often', () => {
    const turns = fc.array(fc.constantFrom(...people), { minLength: 5, maxLength: 9 })
    fc.assert(
      fc.property(fc.constantFrom(...kinds), turns, fc.nat(), (transaction, order, split) => {
        const id = idOf(transaction)
        const witnesses = [...order, ...people].map((key) => signBody(key, id))
        const expected = assemble(
          transaction,
          people.map((key) => signBody(key, id)),
        )
        const at = split % witnesses.length
        const half = assemble(transaction, witnesses.slice(0, at)).bytes
        const whole = assemble(half, witnesses.slice(at)).bytes
        expect(hex(whole)).toBe(hex(expected.bytes))
        expect(idOf(whole)).toBe(id)
        expect(new Set(signedBy(whole))).toEqual(
          new Set([...signedBy(transaction), ...people.map(({ keyHash }) => keyHash)]),
        )
      }),
      { numRuns: 60 },
    )
  })

  it('keeps body, metadata and scripts byte for byte', () => {
    for (const transaction of kinds) {
      const assembled = assemble(transaction, [signBody(payer, idOf(transaction))]).bytes
      const before = readTransaction(hex(transaction))
      const after = readTransaction(hex(assembled))
      expect({ ...after, witnesses: [] }).toEqual({ ...before, witnesses: [] })
      expect(hex(assembled)).toContain(before.body)
    }
  })

  it('names the keys that are new', () => {
    const transaction = raw({ signers: [bob] })
    const witnesses = [bob, alice].map((key) => signBody(key, idOf(transaction)))
    expect(assemble(transaction, witnesses).added).toEqual([alice.keyHash])
    expect(assemble(transaction, witnesses.slice(0, 1))).toEqual({ bytes: transaction, added: [] })
  })

  it("puts cardano-cli's witness into cardano-cli's transaction", () => {
    const { unsigned, witness, signed } = only(
      vectors.textEnvelope,
      (one) => one.unsigned !== undefined,
    )
    const assembled = assemble(bytes(present(unsigned).cborHex), [
      readWitness(JSON.stringify(present(witness))),
    ])
    const theirs = present(signed).cborHex
    expect(readTransaction(hex(assembled.bytes))).toEqual(readTransaction(theirs))
  })

  it('refuses a witness of another transaction, by the hash of its key', () => {
    const other = signBody(alice, idOf(raw({ fee: 1n })))
    expect(() => assemble(raw(), [signBody(bob, idOf(raw())), other])).toThrow(
      expect.objectContaining({
        code: 'invalid',
        message: expect.stringContaining(`the signature of key ${alice.keyHash} is not over`),
      }),
    )
  })

  it('refuses also a copy of a wrong witness whose key signed rightly', () => {
    const signed = raw({ signers: [alice] })
    const other = signBody(alice, idOf(raw({ fee: 1n })))
    expect(() => assemble(signed, [other])).toThrow(alice.keyHash)
  })

  it('refuses a transaction with a wrong signature in it', () => {
    const broken = Uint8Array.from(raw({ signers: [alice] }))
    const at = Buffer.from(broken).indexOf(bytes(alice.publicKey)) + 40
    broken[at] = (broken[at] ?? 0) ^ 1
    expect(() => assemble(broken, [])).toThrow(
      `the signature of key ${alice.keyHash} in it is wrong`,
    )
  })

  it('takes the signatures of a copy that somebody else signed, and of no other transaction', () => {
    const mine = raw({ signers: [alice] })
    const theirs = raw({ signers: [bob] })
    const both = assemble(mine, witnessesInCopy(mine, theirs))
    expect(new Set(signedBy(both.bytes))).toEqual(new Set([alice.keyHash, bob.keyHash]))
    expect(() => witnessesInCopy(mine, raw({ fee: 1n, signers: [bob] }))).toThrow(
      'it is another transaction',
    )
  })
})
