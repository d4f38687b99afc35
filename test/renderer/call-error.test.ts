import { describe, expect, it } from 'vitest'
import { CallError } from '#renderer/bridge.ts'
import { text } from '#renderer/text/en.ts'

const errorOf = (rule: string): CallError =>
  new CallError({ code: 'not_found', message: 'Nothing is set up.', details: { rule } })

describe('an error in the window', () => {
  it.each(Object.entries(text.common.advice))('of the rule %s ends with %s', (rule, advice) => {
    expect(errorOf(rule).message).toBe(`Nothing is set up. ${advice}`)
  })

  it.each(['unheard_of', 'constructor'])('of the rule %s stays as it is', (rule) => {
    expect(errorOf(rule).message).toBe('Nothing is set up.')
  })
})
