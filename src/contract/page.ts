import { z } from 'zod'
import { listOf, shortText } from '#values/bounds/bounded.ts'
import { limits } from '#values/bounds/limits.ts'

/** A parameter of a list. Clients send those that they have no value for empty. */
export const listParameter = shortText.transform((text) => (text === '' ? undefined : text))

const size = shortText
  .regex(/^\d*$/u, 'not a number')
  .transform((text) => (text === '' ? undefined : Number(text)))

/** Query of every list. */
export const pageQuery = z.object({
  size: size
    .pipe(
      z
        .number()
        .min(limits.pageSize.min, `below ${limits.pageSize.min}`)
        .max(limits.pageSize.max, `above ${limits.pageSize.max}`)
        .optional(),
    )
    .optional(),
  cursor: listParameter.optional(),
  order: z.enum(['asc', 'desc'], 'must be asc or desc').optional(),
})
export type PageQuery = z.output<typeof pageQuery>

/** One page. `cursor` is opaque; null at the end (a hosted service may send an empty string). */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ data: listOf(item).max(limits.pageOfServiceItems), cursor: shortText.nullish() })
