import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { longText } from '#values/bounds/bounded.ts'
import { errorBody } from '#contract/error-body.ts'
import { type IdsIn, idsIn, type Operation, type Operations } from '#contract/operation.ts'
import type { TypedApp } from '#platform/http/loopback-server.ts'

type FurtherPaths<O extends Operation> =
  | (O extends { readonly alsoAt: readonly (infer Path extends string)[] } ? Path : never)
  | (O extends { readonly olderPaths: readonly (infer Path extends string)[] } ? Path : never)

/** Ids that only further paths name may be absent. */
type Params<O extends Operation> = { readonly [Name in IdsIn<O['path']>]: string } & {
  readonly [Name in IdsIn<FurtherPaths<O>>]?: string
}

type Read<O extends Operation, Part extends 'query' | 'request'> =
  O extends Readonly<Record<Part, infer Schema extends z.ZodType>> ? z.output<Schema> : undefined

export type RequestOf<O extends Operation> = FastifyRequest<{
  Params: Params<O>
  Querystring: Read<O, 'query'>
  Body: Read<O, 'request'>
}>

type Handler<O extends Operation> = (
  request: RequestOf<O>,
  reply: FastifyReply,
) => z.output<O['response']> | Promise<z.output<O['response']>>

/** A function for each operation: one that is missing, or one too many, does not compile. */
export type HandlersOf<Table extends Operations> = {
  readonly [Name in keyof Table]: Handler<Table[Name]>
}

type AnyHandler = (request: FastifyRequest, reply: FastifyReply) => unknown

/**
 * The error of a request whose form is wrong, where more than its form says what is wrong with it.
 * `body` is what was sent.
 */
export type InvalidRequests<Table extends Operations> = {
  readonly [Name in keyof Table]?: (
    request: FastifyRequest<{ Params: Params<Table[Name]> }>,
  ) => Error
}

/** Of any length that the server's limit on a request's head lets in: an unknown id is 404. */
const id = longText
const appId = id.describe('the application identifier')

/** Serves operations. Requests are read by their schemas; answers are typed by theirs. */
export const serve = <Table extends Operations>(
  app: TypedApp,
  operations: Table,
  handlers: HandlersOf<Table>,
  invalid: InvalidRequests<Table> = {},
): void => {
  for (const [name, operation] of Object.entries(operations)) {
    const { path, alsoAt = [], olderPaths = [], summary }: Operation = operation
    // Of an operation whose type is known only where it is declared.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const handler = handlers[name] as unknown as AnyHandler
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const errorOf = invalid[name] as ((request: FastifyRequest) => Error) | undefined
    for (const served of [path, ...alsoAt])
      addRoute(app, operation, { path: served, summary }, handler, errorOf)
    for (const served of olderPaths)
      addRoute(
        app,
        operation,
        { path: served, summary: `${summary}, as older clients do` },
        handler,
        errorOf,
      )
  }
}

const addRoute = (
  app: TypedApp,
  { method, query, request: body, response, status, tag }: Operation,
  { path, summary }: { readonly path: string; readonly summary: string },
  handler: AnyHandler,
  errorOf: ((request: FastifyRequest) => Error) | undefined,
): void => {
  const ids = idsIn(path).map((name): [string, z.ZodType] => [name, id])
  app.route({
    method,
    url: `/:app_id/v1${path}`,
    attachValidation: errorOf !== undefined,
    schema: {
      tags: [tag],
      summary,
      params: z.object({ app_id: appId, ...Object.fromEntries(ids) }),
      ...(query === undefined ? {} : { querystring: query }),
      ...(body === undefined ? {} : { body }),
      response: { [status ?? 200]: response, '4xx': errorBody, '5xx': errorBody },
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      if (errorOf !== undefined && request.validationError !== undefined) throw errorOf(request)
      const answer = await handler(request, reply)
      return reply.code(status ?? 200).send(answer)
    },
  })
}
