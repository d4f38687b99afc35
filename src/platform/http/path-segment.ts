import { platformErrors } from '#values/errors/platform-errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'

/**
 * One path segment. `.` and `..` survive percent-encoding and would climb out of the path.
 * @throws ColdpressError `invalid`
 */
export const pathSegment = (value: string, field: string): string => {
  if (value === '' || value === '.' || value === '..' || !value.isWellFormed()) {
    throw errorBy(
      platformErrors,
      'id',
      {},
      `${field}: not an id that the service could have given.`,
    )
  }
  return encodeURIComponent(value)
}
