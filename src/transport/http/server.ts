import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { longText } from '#values/bounds/bounded.ts'
import { type IdsIn, idsIn, type Operation, type Operations, pathsOf } from '#contract/operation.ts'
import type { TypedApp } from '#platform/http/loopback-server.ts'

type FurtherPaths<O extends Operation> =
  | (O extends { readonly alsoAt: Readonly<Record<string, infer Path extends string>> }
      ? Path
      : never)
  | (O extends { readonly olderPaths: Readonly<Record<string, infer Path extends string>> }
      ? Path
      : never)

/** Of each path, the names that it lacks. */
type LackedBy<Path extends string, Name extends string> = Path extends string
  ? Exclude<Name, IdsIn<Path>>
  : never

/** Ids that not every path names may be absent. */
type Params<O extends Operation> = {
  readonly [Name in Exclude<IdsIn<O['path']>, LackedBy<FurtherPaths<O>, IdsIn<O['path']>>>]: string
} & {
  readonly [Name in IdsIn<O['path'] | FurtherPaths<O>>]?: string
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

/**
 * The error of a request whose form is wrong, where more than its form says what is wrong with it.
 * `body` is what was sent.
 */
export type InvalidRequests<Table extends Operations> = {
  readonly [Name in keyof Table]?: (
    request: FastifyRequest<{ Params: Params<Table[Name]> }>,
  ) => Error
}

type AnyHandler = (request: FastifyRequest, reply: FastifyReply) => unknown
type AnyErrorOf = (request: FastifyRequest) => Error

/** Of any length that the server's limit on a request's head lets in: an unknown id is 404. */
const id = longText

/** Serves operations. Requests are read by their schemas; answers are typed by theirs (ADR 5). */
export const serve = <Table extends Operations>(
  app: TypedApp,
  operations: Table,
  handlers: HandlersOf<Table>,
  invalid: InvalidRequests<Table> = {},
): void => {
  for (const [name, operation] of Object.entries(operations)) {
    // The loop sees the type of any operation; the parameters have proved that they fit together.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const handler = handlers[name] as unknown as AnyHandler
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const errorOf = invalid[name] as AnyErrorOf | undefined
    for (const { path, status } of pathsOf(name, operation))
      addRoute(app, operation, path, { status, handler, errorOf })
  }
}

const addRoute = (
  app: TypedApp,
  { method, query, request: body }: Operation,
  url: string,
  route: {
    readonly status: number
    readonly handler: AnyHandler
    readonly errorOf: AnyErrorOf | undefined
  },
): void => {
  const { status, handler, errorOf } = route
  app.route({
    method,
    url: `/:app_id/v1${url}`,
    attachValidation: errorOf !== undefined,
    schema: {
      params: z.object({
        app_id: id,
        ...Object.fromEntries(idsIn(url).map((name) => [name, id])),
      }),
      ...(query === undefined ? {} : { querystring: query }),
      ...(body === undefined ? {} : { body }),
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      if (errorOf !== undefined && request.validationError !== undefined) throw errorOf(request)
      const answer = await handler(request, reply)
      return reply.code(status).send(answer)
    },
  })
}
