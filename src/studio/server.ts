import { listenError } from '#core/http/loopback-server.ts'
import { createStudio } from './app.ts'
import type { StudioOptions } from './options.ts'

export type RunningStudio = {
  /** `http://127.0.0.1:<port>` */
  readonly baseUrl: string
  readonly appId: string
  /** Takes no more requests, waits for those under way, closes the database. */
  close(): Promise<void>
}

/**
 * Serves the studio on loopback.
 * @param options.port absent or 0: any free one
 * @throws ColdpressError `conflict` when the port is taken
 */
export const startStudio = async (
  options: StudioOptions & { readonly port?: number },
): Promise<RunningStudio> => {
  const app = await createStudio(options)
  const port = options.port ?? 0
  try {
    const baseUrl = await app.listen({ host: '127.0.0.1', port })
    return { baseUrl, appId: options.appId, close: () => app.close() }
  } catch (error) {
    await app.close()
    throw listenError(error, port)
  }
}
