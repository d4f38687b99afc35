import { z } from 'zod'
import { anyRecord, longText } from '#values/bounds/bounded.ts'
import { diskError, systemCode } from '#platform/disk/disk-error.ts'
import { Secret } from '#platform/secret/secret.ts'
import { ColdpressError, type ErrorCode, errorTable } from '#values/errors/errors.ts'
import { plainDetails } from '#values/errors/plain-details.ts'

/** Messages of both ends of a link: either may call, and each answers. */

const id = z.int().nonnegative()

const code = z.custom<ErrorCode>(
  (text) => typeof text === 'string' && Object.hasOwn(errorTable, text),
)

const error = z.strictObject({
  code,
  message: longText,
  details: anyRecord,
})
type ErrorInfo = z.output<typeof error>

export const message = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('call'), id, name: longText, input: z.unknown() }),
  z.strictObject({ kind: z.literal('answer'), id, value: z.unknown() }),
  z.strictObject({ kind: z.literal('error'), id, error }),
])
export type Message = z.output<typeof message>

/** The part of an invalid message that identifies its sender or waiting call. */
export const envelope = z.object({ kind: z.enum(['call', 'answer', 'error']), id })

/**
 * An error for sending, without cause and stack. Texts of foreign errors are removed, since a
 * library may quote its input.
 */
export const errorInfoOf = (error: unknown): ErrorInfo => {
  const named = diskError(error)
  if (named instanceof ColdpressError) {
    const { code, message, details } = named
    return { code, message, details: plainDetails(details) }
  }
  const kind = systemCode(error) ?? (error instanceof Error ? error.name : typeof error)
  return {
    code: 'internal',
    message: `Something failed that should not (${kind}). Try again; if it happens again, restart Coldpress.`,
    details: { kind },
  }
}

export const errorOf = ({ code, message, details }: ErrorInfo): ColdpressError =>
  new ColdpressError(code, message, { details })

/**
 * A copy that can be posted and wiped afterwards. Secrets travel as bytes, which can be wiped, never
 * as text.
 */
export const copyToSend = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Secret) return value.use((bytes) => Uint8Array.from(bytes))
  if (value instanceof Uint8Array) return Uint8Array.from(value)
  if (Array.isArray(value)) return value.map(copyToSend)
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, copyToSend(part)]))
}

/**
 * Overwrites every byte array and secret in a message. The runtime's own buffer of the message is
 * out of reach; garbage collection frees it.
 */
export const wipe = (value: unknown, seen = new Set<object>()): void => {
  if (typeof value !== 'object' || value === null || seen.has(value)) return
  seen.add(value)
  if (value instanceof Uint8Array) value.fill(0)
  else if (value instanceof Secret) value.wipe()
  else for (const part of Object.values(value)) wipe(part, seen)
}
