import { listenError } from '#platform/http/loopback-server.ts'
import { createStudioServers } from './app.ts'
import type { StudioOptions } from './options.ts'

export type ServingStudio = {
  /** `http://127.0.0.1:<port>` */
  readonly baseUrl: string
  readonly appId: string
  /** Takes no more requests, waits for those under way, closes the database. */
  close(): Promise<void>
}

/**
 * Serves the studio on loopback, and its payment pages where a reverse proxy reaches them.
 * @param options.port of loopback; absent or 0: any free one
 * @throws ColdpressError `conflict` when a port is taken
 */
export const startStudio = async (
  options: StudioOptions & { readonly port?: number },
): Promise<ServingStudio> => {
  const { app, publicApp } = await createStudioServers(options)
  const listen = async (server: typeof app, host: string, port: number): Promise<string> => {
    try {
      return await server.listen({ host, port })
    } catch (error) {
      await app.close()
      throw listenError(error, port)
    }
  }
  const baseUrl = await listen(app, '127.0.0.1', options.port ?? 0)
  const access = options.publicAccess
  if (access !== undefined && publicApp !== undefined)
    await listen(publicApp, access.listen.host, access.listen.port)
  return { baseUrl, appId: options.appId, close: () => app.close() }
}
