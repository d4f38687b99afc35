import { expect, it } from 'vitest'
import { deliveryTerms } from '#contract/sales/delivery-terms.ts'
import {
  answeredTerms,
  requestedTerms,
  sealedTerms,
  termFacts,
  termSentences,
} from '#contract/sales/sale-terms.ts'

const stated = requestedTerms({ delivers_within: 7_200 })

it('a term that is not stated is in no seal, as earlier seals have it, and in no sentence', () => {
  const terms = requestedTerms({})
  expect(terms).toEqual({ delivers_within: null })
  expect(sealedTerms(terms)).toEqual({})
  expect(termSentences(terms)).toEqual([])
})

it('a stated term is sealed under its name, and reads alike for buyers and for the creator', () => {
  expect(sealedTerms(stated)).toEqual({ delivers_within: 7_200 })
  expect(termSentences(stated)).toEqual([deliveryTerms(7_200)])
  expect(termFacts.delivers_within(7_200)).toBe('signed within 2 hours of the payment')
  expect(() => termFacts.delivers_within('7200')).toThrow(/received string/u)
})

it('the terms of an answered sale are those of its request', () => {
  const delivery = { within: 7_200, by: null, is_late: false, round_id: null }
  expect(answeredTerms({ delivery })).toEqual(stated)
  expect(answeredTerms({ delivery: null })).toEqual(requestedTerms({}))
  expect(answeredTerms({})).toEqual(requestedTerms({}))
})
