import { describe, expect, it } from 'vitest'
import {
  changedFacts,
  openSeal,
  SealingKey,
  type Statement,
  statementText,
} from '#keys/seal/seal.ts'

const key = new SealingKey(new Uint8Array(32).fill(1))
const statement: Statement = {
  kind: 'collection',
  network: 'devnet',
  collection: 'c1',
  id: 'c1',
  facts: { payout: [{ addr: 'a', ratio: 1 }], lock_time: null },
}

describe('a seal', () => {
  it('is opened by the key that made it, and says what was sealed', () => {
    expect(openSeal(key.publicKey, key.seal(statement))).toEqual(statement)
  })

  it('is not opened by another key, with another text, with another signature or with none', () => {
    const seal = key.seal(statement)
    const other = new SealingKey(new Uint8Array(32).fill(2))
    expect(openSeal(other.publicKey, seal)).toBeUndefined()
    expect(openSeal('', seal)).toBeUndefined()
    const changed = seal.text.replace('devnet', 'mainnet')
    expect(openSeal(key.publicKey, { ...seal, text: changed })).toBeUndefined()
    expect(openSeal(key.publicKey, { ...seal, signature: '00'.repeat(64) })).toBeUndefined()
    expect(openSeal(key.publicKey, { ...seal, signature: '' })).toBeUndefined()
  })

  it('has the public key of RFC 8032 for a known seed', () => {
    const seed = Buffer.from(
      '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
      'hex',
    )
    expect(new SealingKey(seed).publicKey).toBe(
      'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    )
  })

  it('has one text for the same facts in whatever order', () => {
    const { facts, ...rest } = statement
    expect(statementText({ facts, ...rest })).toBe(statementText(statement))
  })

  it('names the facts that differ', () => {
    expect(changedFacts({ a: 1, b: { x: 1, y: 2 }, c: null }, { a: 2, b: { y: 2, x: 1 } })).toEqual(
      ['a', 'c'],
    )
  })
})
