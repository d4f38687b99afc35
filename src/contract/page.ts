import { z } from 'zod'
import { listOf, shortText } from '#values/bounds/bounded.ts'
import { limits } from '#values/bounds/limits.ts'
import { exampleOf } from './examples.ts'

/** A parameter of a list. Clients send those that they have no value for empty. */
export const listParameter = shortText.transform((text) => (text === '' ? undefined : text))

const { min, max, default: usual } = limits.pageSize
const size = z
  .preprocess(
    (text) =>
      text === ''
        ? undefined
        : typeof text === 'string' && /^\d+$/u.test(text)
          ? Number(text)
          : text,
    z.int('not a number').min(min, `below ${min}`).max(max, `above ${max}`).optional(),
  )
  .describe(`How many items a page has at most; ${usual} by default.`)
  // as `listParameter`
  .meta({ allowEmptyValue: true })

/** Query of every list. */
export const pageQuery = z.object({
  size: size.optional(),
  cursor: listParameter
    .meta({ pattern: '^[A-Za-z0-9_-]*$' })
    .describe('The `cursor` of the page before, with the same order and filters.')
    .optional(),
  order: z
    .enum(['asc', 'desc'], 'must be asc or desc')
    .describe('By creation; `desc` by default.')
    .optional(),
})
export type PageQuery = z.output<typeof pageQuery>

/** One page. `cursor` is opaque; null at the end (a hosted service may send an empty string). */
export const pageOf = <T extends z.ZodType>(item: T) => {
  const example = exampleOf(item)
  return z
    .object({ data: listOf(item).max(limits.pageOfServiceItems), cursor: shortText.nullish() })
    .meta({ examples: [{ data: example === undefined ? [] : [example], cursor: null }] })
}
