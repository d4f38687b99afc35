import { describe, expect, it } from 'vitest'
import { ruleDetails, ruleHeaders } from '#contract/rule-headers.ts'

const address = `addr_test1${'q'.repeat(50)}`
const headersOf = (details: Readonly<Record<string, unknown>>) => new Headers(ruleHeaders(details))

describe('The rule of an error', () => {
  it('reaches the client with the missing amount and the address that it is missing at', () => {
    const details = { rule: 'not_enough_ada', missing: '2820000', address }
    expect(ruleDetails(headersOf({ ...details, other: 'not sent' }))).toEqual(details)
  })

  it('comes without details where it has none, or where they are not what the rule has', () => {
    const rule = 'not_enough_ada'
    expect(ruleDetails(headersOf({ rule: 'unconfirmed', missing: '1' }))).toEqual({
      rule: 'unconfirmed',
    })
    for (const missing of ['-1', '1e9', 'much', undefined, '1'.repeat(18)])
      expect(ruleDetails(headersOf({ rule, missing, address }))).toEqual({ rule })
    expect(ruleDetails(headersOf({ rule, missing: '1', address: '<b>' }))).toEqual({ rule })
  })

  it.each([
    ['no rule', {}, {}],
    ['a sentence instead of a name', { 'x-coldpress-rule': 'Run this' }, {}],
    ['details of no rule', { 'x-coldpress-rule-details': '{"missing":"1"}' }, {}],
    [
      'details that are not JSON',
      { 'x-coldpress-rule': 'not_enough_ada', 'x-coldpress-rule-details': '{' },
      { rule: 'not_enough_ada' },
    ],
    [
      'the name of a property of every object',
      { 'x-coldpress-rule': '__proto__', 'x-coldpress-rule-details': '{"missing":"1"}' },
      { rule: '__proto__' },
    ],
  ])('adds nothing else from an answer with %s', (_, headers: Record<string, string>, details) => {
    expect(ruleDetails(new Headers(headers))).toEqual(details)
  })
})
