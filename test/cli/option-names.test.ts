import { describe, expect, it } from 'vitest'
import { ColdpressError } from '#values/errors/errors.ts'
import { namingOptions } from '#cli/options/option-names.ts'

const names = { valid_for_seconds: '--valid-for', tokens: '--tokens', to: 'receivers.csv' }

const saidFor = async (message: string): Promise<string> => {
  const error = new ColdpressError('invalid', message, { details: { attempts: 1 } })
  const named = await namingOptions(names, () => Promise.reject(error)).catch((one: unknown) => one)
  expect(named).toMatchObject({ code: 'invalid', details: { attempts: 1 } })
  return named instanceof Error ? named.message : ''
}

describe('an error of what a command sent', () => {
  it.each([
    ['valid_for_seconds: above 604800, a week', '--valid-for: above 604800, a week'],
    [
      'The service could not create the mint: valid_for_seconds: below 60. Nothing was sent.',
      'The service could not create the mint: --valid-for: below 60. Nothing was sent.',
    ],
    [
      'tokens[3]: unknown; to[0].address: empty',
      '--tokens (number 4): unknown; receivers.csv (number 1): empty',
    ],
    ['other_field: is not ours', 'other_field: is not ours'],
    ['the tokens: they are many', 'the tokens: they are many'],
    ['constructor: not a field', 'constructor: not a field'],
  ])('an error of a request names the option: %s', async (message, said) =>
    expect(await saidFor(message)).toBe(said),
  )

  it('is passed on when it is none of ours, as is what went well', async () => {
    const error = new Error('tokens: broken')
    await expect(namingOptions(names, () => Promise.reject(error))).rejects.toBe(error)
    expect(await namingOptions(names, async () => 7)).toBe(7)
  })
})
