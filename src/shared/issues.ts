import type { z } from 'zod'

const most = 5

/** `data[3].policy.policy_id` */
export const fieldOf = (path: readonly PropertyKey[]): string =>
  path
    .map((part, index) =>
      typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${String(part)}`,
    )
    .join('')

/** The errors of a schema, field by field. It never repeats values, which may be secret. */
export const describeIssues = (error: z.ZodError): string => {
  const errors = error.issues
    .slice(0, most)
    .map(({ path, message }) => (path.length === 0 ? message : `${fieldOf(path)}: ${message}`))
  const more = error.issues.length - errors.length
  return `${errors.join('; ')}${more > 0 ? `; and ${more} more` : ''}`
}
