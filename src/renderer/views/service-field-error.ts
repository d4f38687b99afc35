import type { ErrorInfo } from '#contract/window/call.ts'
import type { FieldError } from '#contract/collections/calls.ts'

/** Statuses of answers about what was asked: invalid, or in conflict with what there is. */
const aboutRequest: ReadonlySet<unknown> = new Set([400, 409])

/** `tokens[2].name: 70 bytes in UTF-8` */
const named = /^(?<field>[a-z_]+(?:[.[][^:]*)?): (?<why>.+)$/su

/**
 * The field of its request that an answer of a service is about, as the answer names it; undefined
 * when it names none.
 */
export const serviceFieldError = ({
  details: { status, reason, sentence },
}: Pick<ErrorInfo, 'details'>): FieldError | undefined => {
  if (!aboutRequest.has(status) || typeof reason !== 'string') return undefined
  const { field, why } = named.exec(reason)?.groups ?? {}
  if (field === undefined || why === undefined) return undefined
  return { field, message: typeof sentence === 'string' ? sentence : why }
}
