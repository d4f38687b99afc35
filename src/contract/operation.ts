import type { z } from 'zod'
import type { ErrorCode } from '#values/errors/errors.ts'

/** The groups of the operations, with what each is about. */
export const operationTags = {
  Collections: 'Collections with their policy, template and royalty.',
  Tokens: 'The tokens of a collection.',
  Policies: 'Minting policies, with the keys that are on this computer.',
  Mints: 'Mints, burns and withdrawals that the creator pays for.',
  Royalties: 'The royalty token of a collection.',
  Shops: 'The page on which visitors see the priced tokens of a collection.',
  Sales: 'Tokens that are reserved for buyers, paid for, minted and refunded.',
  Webhooks: 'Receivers of events, and what was delivered to them.',
  Bin: 'What was deleted and can be restored.',
  Events: 'Every event of the studio.',
  Studio: 'The studio itself.',
} as const

/** When an operation answers which error: the rest of a sentence for each code. */
export type OperationErrors = Readonly<Partial<Record<ErrorCode, string>>>

/**
 * One call of the minting service interface. The studio's route, the client's function, the OpenAPI
 * document and the words of an error follow from it. The examples in that document are those of its
 * schemas.
 */
export type Operation = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Follows `/<app_id>/v1`. Each `:name` in it is an id, which a client's caller gives in this order. */
  readonly path: string
  /** Further paths under which the studio serves it, by the id of each; they may name further ids. */
  readonly alsoAt?: Readonly<Record<string, string>>
  /** As `alsoAt`, for clients of earlier versions of the interface. */
  readonly olderPaths?: Readonly<Record<string, string>>
  /** Of a success at an older path; absent: as `status`. */
  readonly olderStatus?: 200 | 201
  /** Of a list, which a client reads page by page. */
  readonly query?: z.ZodObject
  readonly request?: z.ZodType
  readonly response: z.ZodType
  /** What 503 answers in place of an error. */
  readonly failure?: z.ZodType
  /** Served at the server's root, without a key. It has no {@link commonErrors}. */
  readonly isPublic?: true
  /** How a client reads an answer, where other services answer more loosely than the studio. */
  readonly reads?: z.ZodType
  /** Of a success; absent: 200. */
  readonly status?: 200 | 201
  /**
   * Sending the call twice has the same effect as sending it once, so it may be repeated after a
   * lost answer.
   */
  readonly idempotent: boolean
  readonly tag: keyof typeof operationTags
  readonly summary: string
  /** What a caller has to know beside the summary. */
  readonly description: string
  /** Its own errors. Every operation has {@link commonErrors} too. */
  readonly errors: OperationErrors
  /** What a caller wanted, as the rest of "The service could not …". */
  readonly action: string
}

export type Operations = Readonly<Record<string, Operation>>

/** What every operation may answer, whatever it does. */
const commonErrors = {
  conflict: 'What is stored is not as it was sealed: look at it before you go on.',
  invalid: 'A field breaks a rule; the message names both.',
  unauthorized: 'The key is missing or wrong, or belongs to another app ID.',
  forbidden: 'The host is no name of this computer, or the version of the interface is unknown.',
  rate_limited: 'Too many requests at a time. Send it again after `Retry-After`.',
  internal: 'The studio failed. Its log has the details under `request_id`.',
  busy: 'The database or the keychain does not answer at the moment. Try again.',
} as const satisfies OperationErrors

/** What every operation may answer that is no GET. */
const changeErrors = {
  too_large: 'The body is larger than 64 MiB.',
  unsupported_media: 'The content type is not `application/json`, or the body is compressed.',
  disk_full: 'The disk is full or cannot be written.',
} as const satisfies OperationErrors

/** Of an operation that asks the gateway. */
export const errorsThroughGateway = {
  unreachable: 'The gateway cannot be reached, or its answer cannot be used.',
  timeout: 'The gateway did not answer in time.',
} as const satisfies OperationErrors

/** Of an operation that needs a key or a seal of the vault. */
export const errorsThroughVault = {
  vault_locked: 'The vault is locked. Unlock it, then try again.',
} as const satisfies OperationErrors

/** Every error that an operation may answer. */
export const errorsOfOperation = ({ method, errors, isPublic }: Operation): OperationErrors => ({
  ...(isPublic ? {} : commonErrors),
  ...(method === 'GET' ? {} : changeErrors),
  ...errors,
})

/** The paths under which the studio serves an operation, the first one by the operation's own name. */
export const pathsOf = (
  name: string,
  { path, alsoAt = {}, olderPaths = {}, status = 200, olderStatus = status }: Operation,
): readonly {
  readonly id: string
  readonly path: string
  readonly status: 200 | 201
  readonly isOlder: boolean
}[] => [
  ...Object.entries({ [name]: path, ...alsoAt }).map(([id, at]) => ({
    id,
    path: at,
    status,
    isOlder: false,
  })),
  ...Object.entries(olderPaths).map(([id, at]) => ({
    id,
    path: at,
    status: olderStatus,
    isOlder: true,
  })),
]

/** The names of the ids in a path. */
export type IdsIn<Path extends string> = Path extends `${string}/:${infer Name}/${infer Rest}`
  ? Name | IdsIn<`/${Rest}`>
  : Path extends `${string}/:${infer Name}`
    ? Name
    : never

/** The names of the ids in a path, in its order. */
export const idsIn = (path: string): readonly string[] =>
  [...path.matchAll(/:(?<name>\w+)/gu)].map(({ groups }) => groups?.['name'] ?? '')
