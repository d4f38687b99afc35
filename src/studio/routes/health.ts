import { z } from 'zod'
import type { Secret } from '#core/secret/secret.ts'
import { utcTime } from '#shared/wire/fields.ts'
import { signingBlock } from '#shared/wire/mint.ts'
import { keyMatcher } from '../auth.ts'
import { blockedMints } from '../mints/signing-block.ts'
import type { Studio } from '../options.ts'
import { callsUsedUpUntil } from '../sales/calls-used-up.ts'
import type { StudioApp } from './app-type.ts'

const health = z.object({
  status: z.literal('ok'),
  /** With the key alone: why transactions wait for the studio's own vault, and how many. */
  signing: signingBlock.extend({ waiting: z.int() }).nullable().optional(),
  /** With the key alone: until when sales take no reservation, because the gateway's calls are used up. */
  gateway_used_up_until: utcTime.nullable().optional(),
})

export const addHealthRoute = (
  app: StudioApp,
  studio: Pick<Studio, 'database' | 'chain' | 'now'>,
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
      const waiting = blockedMints(studio.database)
      const [longest] = waiting
      const signing = longest === undefined ? null : { ...longest, waiting: waiting.length }
      const until = callsUsedUpUntil(studio)
      return { status: 'ok', signing, gateway_used_up_until: until?.toISOString() ?? null }
    },
  )
}
