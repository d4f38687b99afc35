import { z } from 'zod'
import type { TypedApp } from '#platform/http/loopback-server.ts'
import { longText } from '#values/bounds/bounded.ts'
import { ColdpressError } from '#values/errors/errors.ts'

export type DevnetApp = TypedApp

/** Blockfrost's own words for whatever is not there. */
export const notFound = (): ColdpressError =>
  new ColdpressError('not_found', 'The requested component has not been found.')

const wholeNumber = (rule: { readonly most: number }) =>
  longText
    .regex(/^\d{1,9}$/u, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(1, 'must be >= 1').max(rule.most, `must be <= ${rule.most}`))

/** Paging of every list, with Blockfrost's limits. */
export const devnetPageQuery = z.object({
  count: wholeNumber({ most: 100 }).default(100),
  page: wholeNumber({ most: 21_474_836 }).default(1),
  order: z.enum(['asc', 'desc'], 'must be asc or desc').default('asc'),
})
