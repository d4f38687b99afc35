import { expect, it } from 'vitest'
import { z } from 'zod'
import { detailsOf, errorBy, isErrorBy, readDetails, ruleOf } from '#values/errors/error-rules.ts'
import { ColdpressError } from '#values/errors/errors.ts'

const rules = {
  too_many: ruleOf({
    code: 'conflict',
    details: z.object({ most: z.int() }),
    text: ({ most }) => `At most ${most}.`,
  }),
  not_now: ruleOf({ code: 'rate_limited', details: z.object({}) }),
}

it('has the code of its rule, its sentence, and its details with the name of the rule', () => {
  expect(errorBy(rules, 'too_many', { most: 3 })).toMatchObject({
    code: 'conflict',
    message: 'At most 3.',
    details: { rule: 'too_many', most: 3 },
  })
  expect(errorBy(rules, 'too_many', { most: 3 }, 'Three at most.').message).toBe('Three at most.')
  expect(errorBy(rules, 'not_now', {}, 'Wait.')).toMatchObject({
    code: 'rate_limited',
    message: 'Wait.',
  })
  const cause = new Error('The queue is full.')
  expect(errorBy(rules, 'not_now', {}, 'Wait.', cause).cause).toBe(cause)
})

it('is known by its rule, whatever its code, and its details are read only in their form', () => {
  const error = errorBy(rules, 'too_many', { most: 3 })
  expect(isErrorBy(error, rules, 'not_now', 'too_many')).toBe(true)
  expect(isErrorBy(error, rules, 'not_now')).toBe(false)
  expect(isErrorBy(new Error('At most 3.'), rules, 'too_many')).toBe(false)
  const locked = new ColdpressError('vault_locked', '', {
    details: detailsOf(rules, 'not_now', {}),
  })
  expect(isErrorBy(locked, rules, 'not_now')).toBe(true)
  expect(readDetails(rules, 'too_many', error.details)?.most).toBe(3)
  expect(readDetails(rules, 'not_now', error.details)).toBeUndefined()
  expect(readDetails(rules, 'too_many', { rule: 'too_many', most: 'all' })).toBeUndefined()
})

it('does not compile with a name or details that no rule has', () => {
  // @ts-expect-error there is no such rule
  expect(() => errorBy(rules, 'too_manny', { most: 3 }, '')).toThrow(TypeError)
  // @ts-expect-error its details have other names
  expect(errorBy(rules, 'too_many', { least: 3 }).code).toBe('conflict')
  // @ts-expect-error it has no sentence of its own
  expect(errorBy(rules, 'not_now', {}).message).toBe('not_now')
})
