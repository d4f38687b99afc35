import type { z } from 'zod'

/**
 * One call of the minting service interface. `path` follows `/<app_id>/v1`; each `:name` in it is an
 * id that the caller gives, in order. A `query` marks a list, which is read page by page.
 */
export type Operation = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly query?: z.ZodObject
  readonly request?: z.ZodType
  readonly response: z.ZodType
  /**
   * Sending the call twice has the same effect as sending it once, so it may be repeated after a
   * lost answer.
   */
  readonly idempotent: boolean
}
