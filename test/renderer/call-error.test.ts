import { describe, expect, it } from 'vitest'
import { adaText } from '#values/text/format.ts'
import { CallError } from '#renderer/bridge.ts'
import { text } from '#renderer/text/en.ts'

const errorOf = (rule: string): CallError =>
  new CallError({ code: 'not_found', message: 'Nothing is set up.', details: { rule } })

describe('an error in the window', () => {
  it.each(Object.entries(text.common.advice))('of the rule %s ends with %s', (rule, advice) => {
    expect(errorOf(rule).message).toBe(`Nothing is set up. ${advice}`)
  })

  it('of a build that lacks ADA says how much is missing, never too little', () => {
    const error = new CallError({
      code: 'conflict',
      message: 'The service could not create the mint: funding: 2.82 ADA is still missing.',
      details: { rule: 'not_enough_ada', missing: '2811001', address: 'addr_test1' },
    })
    expect(error.message).toBe(
      `Not enough ADA: ${adaText('2820000', '₳')} more needed at the payment address.`,
    )
  })

  it("of the own studio is the studio's own sentence", () => {
    const error = new CallError({
      code: 'conflict',
      message: 'The service could not create the mint: royalty: its token is not minted yet.',
      details: { sentence: 'Its token is not minted yet.' },
    })
    expect(error.message).toBe('Its token is not minted yet.')
  })

  it.each(['unheard_of', 'constructor'])('of the rule %s stays as it is', (rule) => {
    expect(errorOf(rule).message).toBe('Nothing is set up.')
  })
})
