import { describe, expect, it } from 'vitest'
import { sentenceOf as partsOf } from '#renderer/views/signing/sentence.ts'
import { mintOf, output, policyId, summaryWith, token } from './summaries.ts'

/** As it is read: the headline, then the rest. */
const sentenceOf = (...args: Parameters<typeof partsOf>): string => {
  const { headline, rest } = partsOf(...args)
  return `${headline}. ${rest}`
}
const unnamed = { policyNames: {}, stated: null }
const named = { policyNames: { [policyId]: 'Night Garden' }, stated: null }

const shown = (change: Parameters<typeof summaryWith>[0]) => ({ summary: summaryWith(change) })
/** All of an output leaves. */
const leaving = (...args: Parameters<typeof output>) => {
  const { lovelace, assets, ...rest } = output(...args)
  return { ...rest, lovelace, assets, leaving: { lovelace, assets } }
}
const leaves = [token('Leaf1'), token('Leaf2'), token('Leaf3')]
const mint = mintOf(...leaves)

describe('the sentence of what a transaction does', () => {
  it('says what is minted, where it goes, and the fee', () => {
    const outputs = [output('mine', { assets: leaves, holder: 'vault' })]
    expect(sentenceOf([shown({ mint, outputs })], named)).toBe(
      'Mints 3 tokens of “Night Garden”. Sends them to your own address and pays 0.19\u00A0₳ in fees.',
    )
  })

  it('says that it goes to whoever pays, when that key is not here', () => {
    const outputs = [output('payer', { assets: leaves })]
    expect(sentenceOf([shown({ mint, outputs })], unnamed)).toBe(
      'Mints 3 tokens of policy ababababab…ababab. Sends them to the address that pays for it and pays 0.19\u00A0₳ in fees.',
    )
  })

  it('says how much leaves to others, and what they are given that was there before', () => {
    const outputs = [
      leaving('buyer', { assets: leaves }),
      leaving('thief', { assets: [token('Old')], lovelace: '2000000' }),
      output('mine'),
    ]
    expect(sentenceOf([shown({ mint, outputs })], named)).toBe(
      'Mints 3 tokens of “Night Garden”. Sends them to 1 other address, sends 3.50\u00A0₳ to 2 other addresses, gives away 1 token that it does not mint and pays 0.19\u00A0₳ in fees.',
    )
  })

  it('says how much leaves, and that nothing proves what the inputs hold', () => {
    const outputs = [leaving('somebody', { assets: leaves })]
    expect(sentenceOf([shown({ mint, outputs, unprovedInputs: 1 })], named)).toBe(
      'Mints 3 tokens of “Night Garden”. Sends them to 1 other address, sends 1.50\u00A0₳ to 1 other address, spends inputs whose contents are unproved and pays 0.19\u00A0₳ in fees.',
    )
  })

  it('counts what leaves beyond what proved inputs brought, not the whole output', () => {
    const part = { lovelace: '9998000000', assets: [] }
    const outputs = [output('thief', { lovelace: '10000000000', leaving: part })]
    expect(sentenceOf([shown({ outputs })], named)).toBe(
      'Sends 9,998.00\u00A0₳ to 1 other address. Pays 0.19\u00A0₳ in fees.',
    )
  })

  it('counts every token of a name that is minted many times', () => {
    const assets = [token('Leaf1', '1000000')]
    const outputs = [output('mine', { assets, holder: 'vault' })]
    expect(sentenceOf([shown({ mint: mintOf(...assets), outputs })], named)).toBe(
      'Mints 1,000,000 tokens of “Night Garden”. Sends them to your own address and pays 0.19\u00A0₳ in fees.',
    )
  })

  it('counts more tokens of a name than a number holds exactly', () => {
    const assets = [token('Leaf1', '9007199254740993')]
    expect(sentenceOf([shown({ mint: mintOf(...assets) })], named)).toBe(
      'Mints 9,007,199,254,740,993 tokens of “Night Garden”. Pays 0.19\u00A0₳ in fees.',
    )
  })

  it('counts what leaves of a name beyond what is minted of it', () => {
    const outputs = [leaving('thief', { assets: [token('Leaf1', '1000001')], lovelace: '0' })]
    expect(sentenceOf([shown({ mint: mintOf(token('Leaf1')), outputs })], named)).toContain(
      'gives away 1,000,000 tokens that it does not mint',
    )
  })

  it('does not call an address of the address book your own', () => {
    const outputs = [
      output('mine', { assets: leaves.slice(0, 1), holder: 'vault' }),
      output('friend', { assets: leaves.slice(1), holder: 'address_book' }),
    ]
    expect(sentenceOf([shown({ mint, outputs })], named)).toContain(
      'Sends them to your own address and 1 address in your address book',
    )
  })

  it('says that it runs Plutus scripts', () => {
    expect(sentenceOf([shown({ scriptFields: ['collateral'] })], named)).toBe(
      'Runs Plutus scripts. Pays 0.19\u00A0₳ in fees.',
    )
  })

  it('tells the royalty token, and what is burned', () => {
    const one = shown({
      mint: mintOf(token('')),
      outputs: [output('mine', { assets: [token('')], holder: 'vault' })],
    })
    expect(sentenceOf([one], named)).toBe(
      'Mints the royalty token of “Night Garden”. Sends it to your own address and pays 0.19\u00A0₳ in fees.',
    )
    expect(sentenceOf([shown({ mint: mintOf(token('Leaf1', '-2')) })], named)).toMatch(
      /^Burns 2 tokens of “Night Garden”\. Pays/u,
    )
  })

  it('adds several transactions up', () => {
    const one = shown({ mint, outputs: [output('mine', { assets: leaves, holder: 'vault' })] })
    const other = shown({
      mint: mintOf(token('Leaf4')),
      outputs: [output('mine', { assets: [token('Leaf4')], holder: 'vault' })],
    })
    expect(sentenceOf([one, other], named)).toBe(
      'Mints 4 tokens of “Night Garden” in 2 transactions. Sends them to your own address and pays 0.38\u00A0₳ in fees.',
    )
  })

  it('tells deposits, donations and delegations with amount and target', () => {
    const also = [
      { kind: 'donation' as const, count: 1, detail: '9 ADA to the treasury', leaving: '9000000' },
      { kind: 'certificates' as const, count: 1, detail: 'stake delegation to X', leaving: '0' },
    ]
    expect(sentenceOf([shown({ also })], unnamed)).toBe(
      'Makes certificates (stake delegation to X). Donates 9\u00A0₳ to the treasury and pays 0.19\u00A0₳ in fees.',
    )
  })

  it('hides nothing that it has no words for', () => {
    const also = [{ kind: 'withdrawals' as const, count: 1, detail: null, leaving: '0' }]
    expect(sentenceOf([shown({ also })], unnamed)).toBe(
      'Does other things (listed below). Pays 0.19\u00A0₳ in fees.',
    )
    expect(sentenceOf([shown({})], unnamed)).toBe(
      'Sends nothing to others. Pays 0.19\u00A0₳ in fees.',
    )
  })

  it('says of a name that only the request gives that the request gives it', () => {
    const stated = { collectionName: 'Told', createdAt: '', parametersAsOf: null }
    const called = 'in fees. The request calls this policy “Told”, which proves nothing.'
    expect(sentenceOf([shown({ mint })], { policyNames: {}, stated })).toMatch(
      /^Mints 3 tokens of policy ababababab…ababab\. Pays/u,
    )
    expect(sentenceOf([shown({ mint })], { policyNames: {}, stated })).toContain(called)
    expect(sentenceOf([shown({ mint })], { ...named, stated })).toContain(called)
    const same = { ...stated, collectionName: 'Night Garden' }
    expect(sentenceOf([shown({ mint })], { ...named, stated: same })).not.toContain(
      'The request calls',
    )
  })
})
