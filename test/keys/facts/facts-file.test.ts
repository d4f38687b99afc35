import { describe, expect, it } from 'vitest'
import { factsText, readFactsOrSeals, sealsText } from '#keys/facts/facts-file.ts'
import { type SealKind, SealingKey, type Statement } from '#keys/seal/seal.ts'

const statementOf = (kind: SealKind, changes: Partial<Statement> = {}): Statement => ({
  kind,
  network: 'preprod',
  collection: 'c1',
  id: 'c1',
  facts: { price: '25000000' },
  ...changes,
})

describe('The files that a server and the vault of its creator exchange', () => {
  it('read back as what was written', () => {
    const facts = [{ statement: statementOf('token'), name: 'Fern' }]
    const text = factsText({ network: 'preprod', facts })
    expect(readFactsOrSeals(text)).toMatchObject({ network: 'preprod', facts })
    const key = new SealingKey(new Uint8Array(32).fill(7))
    const seals = { sealKey: key.publicKey, seals: facts.map((one) => key.seal(one.statement)) }
    expect(readFactsOrSeals(sealsText(seals))).toEqual(seals)
  })

  it('hold nothing but what a server may ask for, of one network', () => {
    for (const kind of ['order', 'wallet', 'address', 'key', 'payment_key'] as const) {
      const facts = [{ statement: statementOf(kind), name: null }]
      expect(() => readFactsOrSeals(factsText({ network: 'preprod', facts }))).toThrow(
        /a fact that is not confirmed elsewhere/u,
      )
    }
    const other = [{ statement: statementOf('token', { network: 'mainnet' }), name: null }]
    expect(() => readFactsOrSeals(factsText({ network: 'preprod', facts: other }))).toThrow(
      /several networks/u,
    )
    expect(() => readFactsOrSeals(factsText({ network: 'preprod', facts: [] }))).toThrow(/facts/u)
    expect(() => readFactsOrSeals('{"format":"coldpress-signing-request"}')).toThrow(/neither/u)
  })
})
