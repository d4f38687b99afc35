import { z } from 'zod'
import { longText } from '#values/bounds/bounded.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { describeIssues } from '#values/errors/issues.ts'

/** A path of Blockfrost's API that the devnet answers to GET. */
export type DevnetRoute = {
  /** As Blockfrost writes it, below `/api/v0`, with its parameters in braces. */
  readonly path: string
  /**
   * @param input the parameters of path and query
   * @throws ColdpressError `invalid` for a parameter, `not_found`
   */
  readonly answer: (input: unknown) => unknown
}

/** @param parameters those of the path and of the query together; no name is in both */
export const route = <S extends z.ZodRawShape>(
  path: string,
  parameters: S,
  read: (input: z.output<z.ZodObject<S>>) => unknown,
): DevnetRoute => {
  const schema = z.object(parameters)
  const answer = (input: unknown): unknown => {
    const parsed = schema.safeParse(input)
    if (!parsed.success) throw new ColdpressError('invalid', describeIssues(parsed.error))
    return read(parsed.data)
  }
  return { path, answer }
}

/**
 * What is there.
 * @throws ColdpressError `not_found` in Blockfrost's own words for undefined
 */
export const found = <T>(value: T | undefined): T => {
  if (value === undefined)
    throw new ColdpressError('not_found', 'The requested component has not been found.')
  return value
}

const wholeNumber = (rule: { readonly most: number }) =>
  longText
    .regex(/^\d{1,9}$/u, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(1, 'must be >= 1').max(rule.most, `must be <= ${rule.most}`))

/** The part of a list that is asked for, with Blockfrost's limits. */
export const pageParameters = {
  count: wholeNumber({ most: 100 }).default(100),
  page: wholeNumber({ most: 21_474_836 }).default(1),
}

/** Of a list that may be read from either end. */
export const listParameters = {
  ...pageParameters,
  order: z.enum(['asc', 'desc'], 'must be asc or desc').default('asc'),
}
