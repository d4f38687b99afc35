import { z } from 'zod'

const accepts = (schema: z.core.$ZodType, value: unknown): boolean =>
  z.safeParse(schema, value).success

/**
 * A request's value without the fields that are null where null says nothing of its own: clients in
 * some languages write null for what they leave out, and the hosted service takes it so.
 */
export const withoutNulls = (schema: z.core.$ZodType, value: unknown): unknown => {
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
    return accepts(field, undefined) && !accepts(field, null) ? [] : [[name, item]]
  })
  return Object.fromEntries(kept)
}
