import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** Where the pages are served that buyers open, such as `https://shop.example.com`. */
    readonly linkBase: string
    /** The origin that a browser names for a page of this server; a royalty's page is on loopback. */
    readonly ownOrigin: string
    /**
     * The address that a request came from; undefined on loopback and where a proxy hides it whose
     * `X-Forwarded-For` is not believed.
     */
    visitor: string | undefined
  }
}

/**
 * @param publicOrigin the origin under which buyers reach the studio; undefined while they do not,
 * so that their links name the address that the client wrote
 */
export const addOrigins = (app: FastifyInstance, publicOrigin: string | undefined): void => {
  app.decorateRequest('visitor', undefined)
  app.decorateRequest('ownOrigin', { getter: loopbackOrigin })
  app.decorateRequest('linkBase', {
    getter: publicOrigin === undefined ? loopbackOrigin : () => publicOrigin,
  })
}

/** Of a server behind TLS, which sees neither the scheme nor the port that the browser does. */
export const addPublicOrigin = (app: FastifyInstance, publicOrigin: string): void => {
  const getter = (): string => publicOrigin
  app.decorateRequest('visitor', undefined)
  app.decorateRequest('ownOrigin', { getter })
  app.decorateRequest('linkBase', { getter })
}

function loopbackOrigin(this: FastifyRequest): string {
  return `http://${this.host}`
}
