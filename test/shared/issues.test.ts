import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { describeIssues } from '#shared/issues.ts'

const errorsOf = (schema: z.ZodType, value: unknown): string => {
  const read = schema.safeParse(value)
  return read.success ? '' : describeIssues(read.error)
}

describe('the errors that a schema found', () => {
  it('are told with the path of their field', () => {
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
})
