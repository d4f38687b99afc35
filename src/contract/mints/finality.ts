import { z } from 'zod'

/**
 * Of what is confirmed: how many `blocks` are on it, as far as was looked, `of` those after which no
 * rollback reaches it.
 */
export const finality = z.object({ blocks: z.int(), of: z.int() })
export type Finality = z.output<typeof finality>
