import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, onTestFinished } from 'vitest'
import { z } from 'zod'
import type { TestHome } from './coldpress.ts'

const served = z.object({
  base_url: z.string(),
  app_id: z.string(),
  api_key: z.string(),
  gateway_url: z.string(),
  gateway_token: z.string(),
})

/**
 * What the studio and the devnet of a home say when they are asked over HTTP, by nobody's client.
 * They are stopped when the test is over, or before.
 */
export const serveHome = async (
  home: TestHome,
  { dir = home.dir, environment = {} }: { dir?: string; environment?: NodeJS.ProcessEnv } = {},
) => {
  const studio = home.start(['studio', 'serve', '--json', '--home', dir], environment)
  const ended = once(studio, 'exit')
  const stop = async (): Promise<void> => {
    studio.kill('SIGTERM')
    await ended
  }
  onTestFinished(stop)
  if (studio.stdout === null) throw new Error('no standard output')
  const [line] = z
    .tuple([z.string()])
    .parse(await once(createInterface({ input: studio.stdout }), 'line'))
  const at = served.parse(JSON.parse(line))
  const ask = async (url: string, headers: Record<string, string>): Promise<unknown> => {
    const reply = await fetch(url, { headers })
    expect(reply.status, url).toBe(200)
    return reply.json()
  }
  return {
    at,
    studio: (path: string) =>
      ask(`${at.base_url}/${at.app_id}/v1/nft/${path}`, { 'x-api-key': at.api_key }),
    chain: (path: string) => ask(`${at.gateway_url}/${path}`, { project_id: at.gateway_token }),
    stop,
  }
}
