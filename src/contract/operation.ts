import type { z } from 'zod'

/**
 * One call of the minting service interface. The studio's route, the client's function, the OpenAPI
 * document and the words of an error follow from it.
 */
export type Operation = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Follows `/<app_id>/v1`. Each `:name` in it is an id, which a client's caller gives in this order. */
  readonly path: string
  /** Further paths under which the studio serves it; they may name further ids. */
  readonly alsoAt?: readonly string[]
  /** As `alsoAt`, for clients of earlier versions of the interface. */
  readonly olderPaths?: readonly string[]
  /** Of a success at an older path; absent: as `status`. */
  readonly olderStatus?: 200 | 201
  /** Of a list, which a client reads page by page. */
  readonly query?: z.ZodObject
  readonly request?: z.ZodType
  readonly response: z.ZodType
  /** How a client reads an answer, where other services answer more loosely than the studio. */
  readonly reads?: z.ZodType
  /** Of a success; absent: 200. */
  readonly status?: 200 | 201
  /**
   * Sending the call twice has the same effect as sending it once, so it may be repeated after a
   * lost answer.
   */
  readonly idempotent: boolean
  readonly tag: string
  readonly summary: string
  /** What a caller wanted, as the rest of "The service could not …". */
  readonly action: string
}

export type Operations = Readonly<Record<string, Operation>>

/** The names of the ids in a path. */
export type IdsIn<Path extends string> = Path extends `${string}/:${infer Name}/${infer Rest}`
  ? Name | IdsIn<`/${Rest}`>
  : Path extends `${string}/:${infer Name}`
    ? Name
    : never

/** The names of the ids in a path, in its order. */
export const idsIn = (path: string): readonly string[] =>
  [...path.matchAll(/:(?<name>\w+)/gu)].map(({ groups }) => groups?.['name'] ?? '')
