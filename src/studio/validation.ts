import type { FastifySchemaCompiler } from 'fastify'
import type { z } from 'zod'
import { fieldIssues } from '#shared/issues.ts'
import { invalidRequest } from './errors.ts'
import { withoutNulls } from './without-nulls.ts'

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
  const exact = schema.safeParse(value)
  const parsed =
    exact.success || options.nulls === 'error'
      ? exact
      : schema.safeParse(withoutNulls(schema, value))
  if (parsed.success) return { value: parsed.data }
  const issues = fieldIssues(parsed.error.issues, options.above)
  return { errors: issues.map(({ field, message }) => `${field || options.whole}: ${message}`) }
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
