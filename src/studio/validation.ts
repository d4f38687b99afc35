import type { FastifySchemaCompiler } from 'fastify'
import type { z } from 'zod'
import { invalidRequest } from './errors.ts'
import { withoutNulls } from './without-nulls.ts'

type Issue = z.core.$ZodIssue

const expectations: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
}

/** Words for the errors that a schema does not word itself; the field's path stands before them. */
const wordingOf: z.core.$ZodErrorMap = (issue) => {
  if (issue.input === undefined && issue.code !== 'custom') return 'missing, it is required'
  if (issue.code === 'invalid_type')
    return `must be ${expectations[issue.expected] ?? issue.expected}`
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`
  if (issue.code === 'invalid_union') return 'not in any of the forms that are allowed'
  if (issue.code === 'invalid_key') return 'a name that is not allowed'
  if (issue.code === 'too_big') return `above ${issue.maximum}`
  if (issue.code === 'too_small') return `below ${issue.minimum}`
  return undefined
}

/** `tokens[3].name`; `body` or `query` where the whole is wrong. */
const pathText = (path: readonly PropertyKey[], whole: string): string => {
  if (path.length === 0) return whole
  const steps = path.map((step) => {
    if (typeof step === 'number') return `[${step}]`
    return /^[\w-]+$/u.test(String(step)) ? `.${String(step)}` : `[${JSON.stringify(String(step))}]`
  })
  return steps.join('').replace(/^\./u, '')
}

/** The errors of a value, each as `<path>: <rule>`. */
const errorsIn = (
  issues: readonly Issue[],
  whole: string,
  above: readonly PropertyKey[],
): string[] =>
  issues.flatMap((issue) => {
    const path = [...above, ...issue.path]
    if (issue.code === 'invalid_union') {
      const meant = meantBranch(issue.errors)
      if (meant !== undefined) return errorsIn(meant, whole, path)
    }
    return [`${pathText(path, whole)}: ${issue.message}`]
  })

/** The one form of several that the value has the outline of; its errors say more than "none fits". */
const meantBranch = (branches: readonly (readonly Issue[])[]): readonly Issue[] | undefined => {
  const outlined = branches.filter(
    (issues) => !issues.some(({ code, path }) => code === 'invalid_type' && path.length === 0),
  )
  return outlined.length === 1 ? outlined[0] : undefined
}

/**
 * Checks a value against a schema and says every error with its path.
 * @param options.nulls what null means where the schema knows none; in a change it is an error
 */
export const check = <T extends z.ZodType>(
  schema: T,
  value: unknown,
  options: {
    readonly whole: string
    readonly nulls: 'absent' | 'error'
    readonly above?: readonly PropertyKey[]
  },
): { readonly value: z.output<T> } | { readonly errors: readonly string[] } => {
  const exact = schema.safeParse(value, { error: wordingOf })
  const parsed =
    exact.success || options.nulls === 'error'
      ? exact
      : schema.safeParse(withoutNulls(schema, value), { error: wordingOf })
  if (parsed.success) return { value: parsed.data }
  return { errors: errorsIn(parsed.error.issues, options.whole, options.above ?? []) }
}

const wholes: Readonly<Record<string, string>> = { body: 'body', querystring: 'query' }

/** Fastify's validation by the zod schemas of the routes. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> =
  ({ schema, method, httpPart }) =>
  (data: unknown) => {
    const whole = wholes[httpPart ?? 'body'] ?? 'request'
    const checked = check(schema, data, { whole, nulls: method === 'POST' ? 'absent' : 'error' })
    return 'value' in checked ? { value: checked.value } : { error: invalidRequest(checked.errors) }
  }
