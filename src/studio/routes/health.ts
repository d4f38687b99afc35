import { z } from 'zod'
import type { Secret } from '#core/secret/secret.ts'
import { signingBlock } from '#shared/wire/mint.ts'
import { keyMatcher } from '../auth.ts'
import { blockedMints } from '../mints/signing-block.ts'
import type { Studio } from '../options.ts'
import type { StudioApp } from './app-type.ts'

const health = z.object({
  status: z.literal('ok'),
  /** With the key alone: why transactions wait for the studio's own vault, and how many. */
  signing: signingBlock.extend({ waiting: z.int() }).nullable().optional(),
})

export const addHealthRoute = (
  app: StudioApp,
  { database }: Pick<Studio, 'database'>,
  { apiKey }: { readonly apiKey: Secret },
): void => {
  const isKey = keyMatcher(apiKey)
  app.get(
    '/health',
    {
      config: { public: true },
      schema: {
        tags: ['Studio'],
        summary:
          'Whether the studio is up, without a key; with the key also whether work waits for its vault',
        security: [],
        response: { 200: health },
      },
    },
    async ({ headers }): Promise<z.output<typeof health>> => {
      if (!isKey(headers['x-api-key'])) return { status: 'ok' }
      const waiting = blockedMints(database)
      const [longest] = waiting
      const signing = longest === undefined ? null : { ...longest, waiting: waiting.length }
      return { status: 'ok', signing }
    },
  )
}
