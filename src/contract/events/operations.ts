import { z } from 'zod'
import type { Operations } from '../operation.ts'
import { pageOf } from '../page.ts'
import { eventsQuery, studioEvent } from './event.ts'

export const eventOperations = {
  events: {
    method: 'GET',
    path: '/events',
    query: eventsQuery,
    response: pageOf(studioEvent),
    /** As they came: unknown kinds and fields are kept, and an invalid event does not fail its page. */
    reads: pageOf(z.unknown()),
    idempotent: true,
    tag: 'Events',
    summary: 'List every event, delivered or not',
    description:
      'Newest first, delivered or not. An event has the same `id` here and in each delivery.',
    errors: {},
    action: 'list the events',
  },
} as const satisfies Operations
