import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { messageOf } from '#values/errors/errors.ts'
import { describeIssues } from '#values/errors/issues.ts'

const errorsOf = (schema: z.ZodType, value: unknown): string => {
  const read = schema.safeParse(value)
  return read.success ? '' : describeIssues(read.error)
}

describe('the errors that a schema found', () => {
  it('are reported with the path of their field', () => {
    const schema = z.object({ keys: z.array(z.object({ hash: z.string().min(3, 'too short') })) })
    expect(errorsOf(schema, { keys: [{ hash: 'abc' }, { hash: 'a' }] })).toBe(
      'keys[1].hash: too short',
    )
  })

  it('stand without a path when the whole is wrong', () => {
    expect(errorsOf(z.string('not a text'), 1)).toBe('not a text')
  })

  it('never repeat the value', () => {
    const schema = z.object({ key: z.enum(['a', 'b']), url: z.url(), number: z.number() })
    const secret = 'ed25519_sk1planted'
    expect(errorsOf(schema, { key: secret, url: secret, number: secret })).not.toContain(secret)
  })

  it('are counted beyond the first five', () => {
    const schema = z.array(z.string('no text'))
    expect(errorsOf(schema, [1, 2, 3, 4, 5, 6, 7])).toMatch(/^\[0\]: no text; .*; and 2 more$/u)
  })

  it.each([
    ['required', z.object({ a: z.string() }), {}, 'a: required'],
    ['of another type', z.string(), 1, 'it must be a string'],
    ['no whole number', z.int(), 1.5, 'it must be a whole number'],
    ['out of a list', z.enum(['a', 'b']), 'c', 'it must be one of a, b'],
    ['no constant', z.literal(1), 2, 'it must be 1'],
    ['too long', z.string().max(3), 'four', 'above 3 characters'],
    ['empty', z.string().min(1), '', 'empty'],
    ['too few', z.array(z.int()).min(2), [1], 'below 2 items'],
    ['too large', z.number().max(3), 4, 'above 3'],
    ['not below', z.number().lt(3), 3, 'not below 3'],
    ['no URL', z.url(), 'x', 'it must be a URL such as https://example.com'],
    ['in no known form', z.string().regex(/^x$/u), 'y', 'not in the form that is allowed'],
    ['unknown', z.strictObject({}), { b: 1 }, 'b: no such field; remove it or correct its name'],
    ['in no form', z.union([z.string(), z.array(z.int())]), 1, 'it must be a string or an array'],
    [
      'in the one form that is meant',
      z.object({ to: z.union([z.string(), z.array(z.int())]) }),
      { to: ['x'] },
      'to[0]: must be a number',
    ],
    [
      'of no kind',
      z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') })]),
      { kind: 'b' },
      'kind: not in any of the forms that are allowed',
    ],
    [
      'no name',
      z.record(z.string().max(1), z.int()),
      { long: 1 },
      'long: a name that is not allowed',
    ],
    ['refused without words', z.string().refine(() => false), 'x', 'not valid'],
  ])('say in plain words what is %s', (_, schema, value, sentence) => {
    expect(errorsOf(schema, value)).toBe(sentence)
  })
})

it('an error of zod itself is a sentence wherever it is shown', () => {
  const thrown = (): unknown => {
    try {
      return z.object({ kind: z.string() }).parse({})
    } catch (error) {
      return error
    }
  }
  expect(messageOf(thrown())).toBe('The data has an unexpected format: kind: required.')
})
