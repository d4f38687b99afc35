import { ColdpressError, type ErrorCode, type ErrorDetails } from '#values/errors/errors.ts'

/** Of whom a repetition of the call would meet the same error: every image, or this one alone. */
export type FinalFor = 'place' | 'image'

/** An error of a place that repeating the call cannot help. */
export const finalError = (
  scope: FinalFor,
  code: ErrorCode,
  message: string,
  details: ErrorDetails = {},
): ColdpressError => new ColdpressError(code, message, { details: { ...details, final: scope } })

/** Undefined where the same call may go better later. */
export const finalFor = (error: unknown): FinalFor | undefined => {
  const scope = error instanceof ColdpressError ? error.details['final'] : undefined
  return scope === 'place' || scope === 'image' ? scope : undefined
}

/** Errors that say nothing about the image, whichever was being sent. */
const ofTarget: ReadonlySet<ErrorCode> = new Set(['unreachable', 'unauthorized', 'forbidden'])

/** Whether every image would meet this error at the pin target. */
export const isOfTarget = (error: ColdpressError): boolean =>
  finalFor(error) === 'place' || ofTarget.has(error.code)
