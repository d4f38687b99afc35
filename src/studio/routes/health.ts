import { z } from 'zod'
import type { StudioApp } from './app-type.ts'

export const addHealthRoute = (app: StudioApp): void => {
  app.get(
    '/health',
    {
      config: { public: true },
      schema: {
        tags: ['Studio'],
        summary: 'Whether the studio is up; needs no key',
        security: [],
        response: { 200: z.object({ status: z.literal('ok') }) },
      },
    },
    async () => ({ status: 'ok' as const }),
  )
}
