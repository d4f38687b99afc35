import type { FastifySchemaCompiler } from 'fastify'
import { z } from 'zod'
import { fieldIssues } from '#values/errors/issues.ts'
import { invalidRequest } from './errors.ts'

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

const acceptsValue = (schema: z.core.$ZodType, value: unknown): boolean =>
  z.safeParse(schema, value).success

/**
 * A request's value without the fields that are null where null says nothing of its own: clients in
 * some languages write null for what they leave out, and the hosted service takes it so.
 */
const withoutNulls = (schema: z.core.$ZodType, value: unknown): unknown => {
  const form = schema instanceof z.ZodOptional ? schema.unwrap() : schema
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value
    return form instanceof z.ZodArray
      ? items.map((item) => withoutNulls(form.element, item))
      : value
  }
  if (!(form instanceof z.ZodObject) || typeof value !== 'object' || value === null) return value
  const fields: [string, unknown][] = Object.entries(value)
  const kept = fields.flatMap(([name, item]): [string, unknown][] => {
    const field: z.core.$ZodType | undefined = form.shape[name]
    if (field === undefined) return [[name, item]]
    if (item !== null) return [[name, withoutNulls(field, item)]]
    return acceptsValue(field, undefined) && !acceptsValue(field, null) ? [] : [[name, item]]
  })
  return Object.fromEntries(kept)
}
