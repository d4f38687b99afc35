import { ColdpressError } from '#values/errors/errors.ts'

/**
 * One path segment. `.` and `..` survive percent-encoding and would climb out of the path.
 * @throws ColdpressError `invalid`
 */
export const pathSegment = (value: string, field: string): string => {
  if (value === '' || value === '.' || value === '..' || !value.isWellFormed()) {
    throw new ColdpressError('invalid', `${field}: not an id that the service could have given.`, {
      details: { rule: 'id' },
    })
  }
  return encodeURIComponent(value)
}
