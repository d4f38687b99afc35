import type { FastifyRequest } from 'fastify'
import type { TypedApp } from '#platform/http/loopback-server.ts'
import { toErrorBody } from './errors.ts'

type ServedPath = {
  /** By these methods. */
  readonly methods: readonly string[]
  /** Served without a key. */
  readonly isPublic: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    /** How the path of a request is served whose method it does not have; undefined for any other. */
    readonly servedPath: ServedPath | undefined
  }
}

/** Notes each path that is added from now on. */
export const watchPaths = (app: TypedApp): void => {
  const paths = new Map<string, ServedPath>()
  app.addHook('onRoute', ({ url, method, config }) => {
    const methods = [...(paths.get(url)?.methods ?? []), method].flat()
    paths.set(url, { methods, isPublic: config?.public === true })
  })
  app.decorateRequest('servedPath', {
    getter(this: FastifyRequest) {
      if (!this.is404) return undefined
      const [path = ''] = this.url.split('?', 1)
      const found = [...paths].flatMap(([url, served]) => (isAt(path, url) ? [served] : []))
      if (found.length === 0) return undefined
      const methods = new Set(found.flatMap((served) => served.methods))
      return {
        methods: [...methods].toSorted(),
        isPublic: found.every(({ isPublic }) => isPublic),
      }
    },
  })
}

/** Whether the router takes a path for a URL, whose parameters are whole segments. */
const isAt = (path: string, url: string): boolean => {
  const segments = path.replace(/\/$/u, '').split('/')
  const wanted = url.split('/')
  return (
    segments.length === wanted.length &&
    wanted.every((segment, index) =>
      segment.startsWith(':') ? segments[index] !== '' : segment === segments[index],
    )
  )
}

/**
 * Answers a method that a path does not have with 405 and `Allow` (RFC 9110, 15.5.6), before the body
 * is read: whatever it holds, the method is the error. Add it after the guard.
 */
export const refuseOtherMethods = (app: TypedApp): void => {
  app.addHook('onRequest', async ({ method, id, servedPath }, reply) => {
    if (servedPath === undefined) return undefined
    const allow = servedPath.methods.join(', ')
    const message = `${method} on this path is not served; it takes ${allow}`
    return reply
      .code(405)
      .header('allow', allow)
      .send(toErrorBody({ status: 405, message }, id))
  })
}
