import type { FastifyInstance } from 'fastify'
import { operations } from '#app/api/operations.ts'
import { errorsOfOperation, pathsOf } from '#contract/operation.ts'
import type { Operations } from '#contract/operation.ts'
import { type ErrorCode, errorTable } from '#values/errors/errors.ts'

/** The statuses of errors that each route declares, by method and URL. */
const declared: ReadonlyMap<string, ReadonlySet<number>> = new Map(
  Object.entries(operations satisfies Operations).flatMap(([name, operation]) => {
    const statuses = new Set(
      Object.entries(errorTable).flatMap(([code, { status }]) =>
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion
        errorsOfOperation(operation)[code as ErrorCode] === undefined ? [] : [status],
      ),
    )
    return pathsOf(name, operation).map(
      ({ path }) => [`${operation.method} /:app_id/v1${path}`, statuses] as const,
    )
  }),
)

/**
 * Notes each error that a route answers and its operation does not declare.
 * @returns what was noted
 */
export const watchErrors = (app: FastifyInstance): readonly string[] => {
  const undeclared: string[] = []
  app.addHook('onResponse', async ({ method, routeOptions }, { statusCode }) => {
    const route = `${method} ${routeOptions.url ?? ''}`
    const statuses = declared.get(route)
    if (statuses !== undefined && statusCode >= 400 && !statuses.has(statusCode))
      undeclared.push(`${route} answered ${statusCode}`)
  })
  return undeclared
}
