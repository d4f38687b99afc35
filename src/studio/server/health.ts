import { z } from 'zod'
import { listOf } from '#values/bounds/bounded.ts'
import type { Secret } from '#platform/secret/secret.ts'
import { utcTime } from '#contract/fields.ts'
import type { Operations } from '#contract/operation.ts'
import { signingBlock } from '#contract/mints/mint.ts'
import { keyMatcher } from './auth.ts'
import { createHealthCheck, healthFailure } from './health-check.ts'
import { blockedMints } from '../mints/signing-block.ts'
import type { Studio, StudioOptions } from '../options.ts'
import { busyUntil, callsUsedUpUntil } from '../sales/calls-used-up.ts'
import { type RejectionWatch, unhandledErrors } from './unhandled-rejections.ts'
import type { TypedApp } from '#platform/http/loopback-server.ts'

const health = z
  .object({
    /** `failing` with the key alone: without it nothing is tried. */
    status: z.enum(['ok', 'failing']),
    /** With the key alone: why transactions wait for the studio's own vault, and how many. */
    signing: signingBlock.extend({ waiting: z.int() }).nullable().optional(),
    /** With the key alone: until when sales take no reservation, because the gateway's calls are used up. */
    gateway_used_up_until: utcTime.nullable().optional(),
    /** With the key alone, where something fails: what, and what to do about it. */
    failures: listOf(healthFailure).optional(),
    /** With the key alone, where there were some since the studio's start. */
    unhandled_errors: unhandledErrors.optional(),
    /** With the key alone: until when the gateway has banned this computer (418), or is asked less (429). */
    gateway_banned_until: utcTime.nullable().optional(),
    gateway_busy_until: utcTime.nullable().optional(),
  })
  .meta({ examples: [{ status: 'ok' }] })
type Health = z.output<typeof health>

export const healthOperations = {
  getHealth: {
    method: 'GET',
    path: '/health',
    isPublic: true,
    response: health,
    failure: health,
    idempotent: true,
    tag: 'Studio',
    summary: 'Whether the studio is up',
    description:
      'Needs no key. With the `x-api-key` also whether it can store what it does, whether work waits for its vault, and what nobody caught.',
    errors: { forbidden: 'The host is no name of this computer.' },
    action: 'show the health of the studio',
  },
} as const satisfies Operations

export const addHealthRoute = (
  app: TypedApp,
  studio: Studio,
  options: Pick<StudioOptions, 'database' | 'log'> & {
    readonly apiKey: Secret
    readonly unhandled: RejectionWatch['seen']
  },
): void => {
  const isKey = keyMatcher(options.apiKey)
  const findFailures = createHealthCheck(studio, options)
  app.get(
    healthOperations.getHealth.path,
    { config: { public: true } },
    async ({ headers }, reply): Promise<Health> => {
      if (!isKey(headers['x-api-key'])) return { status: 'ok' }
      const failures = [...(await findFailures())]
      const unhandled = options.unhandled()
      const own = unhandled === undefined ? {} : { unhandled_errors: unhandled }
      if (failures.length === 0) return { status: 'ok', ...whatWaits(studio), ...own }
      void reply.code(503)
      return { status: 'failing', ...readableWaits(studio), failures, ...own }
    },
  )
}

type WhatWaits = Pick<
  Health,
  'signing' | 'gateway_used_up_until' | 'gateway_banned_until' | 'gateway_busy_until'
>

const whatWaits = (studio: Studio): WhatWaits => {
  const waiting = blockedMints(studio.database)
  const [longest] = waiting
  const signing = longest === undefined ? null : { ...longest, waiting: waiting.length }
  const until = callsUsedUpUntil(studio)
  return {
    signing,
    gateway_used_up_until: until?.toISOString() ?? null,
    gateway_banned_until: studio.chain?.gateway.bannedUntil?.()?.toISOString() ?? null,
    gateway_busy_until: busyUntil(studio)?.toISOString() ?? null,
  }
}

/** A damaged database may not say what waits. */
const readableWaits = (studio: Studio): WhatWaits => {
  try {
    return whatWaits(studio)
  } catch {
    return {}
  }
}
