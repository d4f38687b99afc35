import { ColdpressError } from '#values/errors/errors.ts'

/** The operating system's name of an error, such as `ENOENT`. */
export const systemCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined

const fullCodes: ReadonlySet<string | undefined> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** Names a full disk; every other error stays what it is. */
export const diskError = (error: unknown): unknown =>
  fullCodes.has(systemCode(error))
    ? new ColdpressError(
        'disk_full',
        'The disk has no room left for this file. Free some space and try again: what is already stored is kept.',
        { details: { system: systemCode(error) }, cause: error },
      )
    : error

/** An error with one file that the caller chose the path of. */
export const fileError = (path: string, verb: string, error: unknown): unknown => {
  const named = diskError(error)
  if (named instanceof ColdpressError) return named
  return new ColdpressError(
    'internal',
    `${path} cannot be ${verb} (${systemCode(error) ?? 'unknown'}). Check the disk and the folder's permissions.`,
    { cause: error },
  )
}
