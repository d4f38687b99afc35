import { describe, expect, it } from 'vitest'
import { policyIdOf } from '../../../src/core/cardano/scripts.ts'
import { buildMint } from '../../../src/core/cardano/transactions/build-mint.ts'
import { buildPayment } from '../../../src/core/cardano/transactions/build-payment.ts'
import { inspectTransaction } from '../../../src/core/cardano/transactions/inspect.ts'
import type { BuiltTransaction } from '../../../src/core/cardano/transactions/types.ts'
import { lovelaceOnly } from '../../../src/core/cardano/value.ts'
import { sentenceOf } from '../../../src/renderer/views/signing/sentence.ts'
import {
  ada,
  buyer,
  coin,
  contextWith,
  home,
  plainPolicy,
  tokensNamed,
} from '../../core/cardano/transactions/ingredients.ts'

const shown = (
  { cbor, inputs }: BuiltTransaction,
  { isKnown = true, ownAddresses = [] as string[] } = {},
) => ({
  summary: inspectTransaction(cbor, {
    resolved: isKnown ? inputs.map((one) => ({ ...one, source: 'told' as const })) : [],
  }),
  ownAddresses,
})

const policyId = policyIdOf(plainPolicy.script)
const unnamed = { policyNames: {}, told: null }
const named = { policyNames: { [policyId]: 'Night Garden' }, told: null }

const mint = (address: string, tokens = 3): readonly BuiltTransaction[] =>
  buildMint(contextWith([coin(ada(500))]), {
    policy: plainPolicy,
    tokens: tokensNamed(tokens, { address }),
  })

describe('the sentence of what a transaction does', () => {
  it('says what is minted, where it goes, and the fee', () => {
    const transactions = mint(home).map((one) => shown(one, { ownAddresses: [home] }))
    expect(sentenceOf(transactions, named)).toMatch(
      /^Mints 3 tokens of “Night Garden” to your own address and pays 0\.\d+ ₳ in fees\.$/u,
    )
  })

  it('says that it goes back to whoever pays, when that is somebody else', () => {
    expect(
      sentenceOf(
        mint(home).map((one) => shown(one)),
        unnamed,
      ),
    ).toMatch(/^Mints 3 tokens of policy [0-9a-f]{8}… to the address that pays for it and pays/u)
  })

  it('says how much ADA leaves to others', () => {
    expect(
      sentenceOf(
        mint(buyer).map((one) => shown(one)),
        named,
      ),
    ).toMatch(
      /^Mints 3 tokens of “Night Garden” to 1 other address, sends 1\.\d+ ₳ to 1 other address and pays/u,
    )
  })

  it('promises nothing about what goes back while nobody said what the inputs hold', () => {
    const sentence = sentenceOf(
      mint(buyer).map((one) => shown(one, { isKnown: false })),
      named,
    )
    expect(sentence).toMatch(/to 1 address, puts [\d.,]+ ₳ at 2 addresses and pays/u)
    expect(sentence).not.toMatch(/your own|other/u)
  })

  it('adds several transactions up', () => {
    const built = mint(home, 120)
    expect(built.length).toBeGreaterThan(1)
    expect(
      sentenceOf(
        built.map((one) => shown(one)),
        named,
      ),
    ).toMatch(
      new RegExp(`^In ${built.length} transactions: mints 120 tokens of “Night Garden”`, 'u'),
    )
  })

  it('takes the name of the collection from the request where this computer knows none', () => {
    const told = { collectionName: 'Told', createdAt: '', parametersAsOf: null }
    expect(
      sentenceOf(
        mint(home).map((one) => shown(one)),
        { policyNames: {}, told },
      ),
    ).toContain('of “Told”')
  })

  it('tells a plain payment', () => {
    const built = buildPayment(contextWith([coin(ada(50))]), [
      { address: buyer, value: lovelaceOnly(ada(12.5)) },
    ])
    expect(sentenceOf([shown(built)], unnamed)).toMatch(
      /^Sends 12\.5 ₳ to 1 other address and pays/u,
    )
  })
})
