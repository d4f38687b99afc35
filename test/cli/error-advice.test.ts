import { afterEach, expect, it } from 'vitest'
import { messageWithAdvice, warningAdvice } from '#cli/terminal/error-advice.ts'
import { repeatInHints } from '#cli/terminal/hint.ts'
import { ColdpressError } from '#values/errors/errors.ts'

afterEach(() => repeatInHints({}))

const errorOf = (rule: string, details = {}): ColdpressError =>
  new ColdpressError('not_found', 'Something is missing.', { details: { rule, ...details } })

it.each([
  [
    'no_gateway',
    { network: 'preprod' },
    /gateway set preprod --project-id-file FILE --home prints$/u,
  ],
  ['no_pin_target', { name: 'home' }, /pin use home --url URL --home prints$/u],
  ['unconfirmed', {}, /studio confirm --home prints$/u],
  [
    'seal',
    {},
    /If it is yours: .*studio confirm .*studio backup .*home import FILE --replace --home prints$/u,
  ],
  ['seal', { by: 'creator' }, /studio confirm --out facts\.json --home prints$/u],
  ['not_ordered', {}, /studio backup .*home import FILE --replace --home prints$/u],
  ['damaged', {}, /studio backup .*home import FILE --replace --home prints$/u],
  ['no_collection_json', {}, /listed by: .*collection create --help --home prints$/u],
  ['no_such_collection', {}, /To list them: .*collection list --home prints$/u],
  ['wallet_unknown', {}, /To list them: .*key wallet list --home prints$/u],
  ['car_archive', {}, /kept by: .*pin adopt POLICY_ID --home prints$/u],
  ['table_missing', {}, /A table that is elsewhere is named with --csv\.$/u],
  ['table_ambiguous', {}, /Name the table with --csv\.$/u],
  ['encoding_ambiguous', { line: 2, encodings: ['big5'] }, /, such as --encoding big5\.$/u],
])('an error of the rule %s ends with what to type', (rule, details, end) => {
  repeatInHints({ home: 'prints' })
  expect(messageWithAdvice(errorOf(rule, details))).toMatch(end)
})

it.each(['unheard_of', 'constructor', '__proto__'])(
  'there is no advice for the rule %s',
  (rule) => {
    expect(messageWithAdvice(errorOf(rule))).toBe('Something is missing.')
  },
)

it('a warning about a key that nobody confirmed names the command', () => {
  expect(warningAdvice('key_unconfirmed', { keyHash: 'ab' })).toContain('key confirm ab')
  expect(warningAdvice('imbalance', {})).toBeUndefined()
})
