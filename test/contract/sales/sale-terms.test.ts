import { expect, it } from 'vitest'
import { deliveryTerms } from '#contract/sales/delivery-terms.ts'
import {
  answeredTerms,
  answerTerms,
  requestedTerms,
  sealedTerms,
  termFacts,
  termRows,
  termSentences,
} from '#contract/sales/sale-terms.ts'

const stated = requestedTerms({ delivers_within: 7_200 })

it('a term that is not stated is in no seal, as earlier seals have it, and in no sentence', () => {
  const terms = requestedTerms({})
  expect(terms).toEqual({ delivers_within: null, max_per_buyer: null })
  expect(sealedTerms(terms)).toEqual({})
  expect(termSentences(terms)).toEqual([])
})

it('a stated term is sealed under its name, and reads alike for buyers and for the creator', () => {
  expect(sealedTerms(stated)).toEqual({ delivers_within: 7_200 })
  expect(termSentences(stated)).toEqual([deliveryTerms(7_200)])
  expect(termFacts.delivers_within(7_200)).toBe('signed within 2 hours of the payment')
  expect(() => termFacts.delivers_within('7200')).toThrow(/number/u)
})

it('a term that is answered as a field is there where it is stated, and the seller reads it', () => {
  const terms = requestedTerms({ delivers_within: 7_200, max_per_buyer: 2 })
  expect(answerTerms(terms)).toEqual({ max_per_buyer: 2 })
  expect(answerTerms(stated)).toEqual({})
  expect(termRows({ max_per_buyer: 2 })).toEqual([['Most for one buyer', '2 tokens']])
  expect(termRows({ delivery: { within: 7_200 } })).toEqual([])
})

it('the terms of an answered sale are those of its request', () => {
  const delivery = { within: 7_200, by: null, is_late: false, round_id: null }
  expect(answeredTerms({ delivery })).toEqual(stated)
  expect(answeredTerms({ delivery: null })).toEqual(requestedTerms({}))
  expect(answeredTerms({})).toEqual(requestedTerms({}))
})
