import type { Operations } from '../operation.ts'
import { z } from 'zod'
import { utcTime } from '../fields.ts'

/** How a studio uses its gateway. Coldpress's own. */
const gatewayUse = z
  .object({
    /** Sales of all collections that wait for their payment. */
    open_sales: z.int().nonnegative(),
    /** Why nothing is reserved now, and until when. */
    calls_stop: z
      .object({ cause: z.enum(['service', 'banned', 'budget']), until: utcTime })
      .nullable(),
    /** Until when it is asked less, because it said that calls come too quickly. Reservations go on. */
    busy_until: utcTime.optional(),
  })
  .meta({ id: 'GatewayUse', examples: [{ open_sales: 3, calls_stop: null }] })

/** Coldpress's own. Other services answer `not_found`. */
export const gatewayOperations = {
  getGatewayUse: {
    method: 'GET',
    path: '/gateway',
    response: gatewayUse,
    idempotent: true,
    tag: 'Studio',
    summary: 'How many sales are open, and whether the gateway answers calls today',
    description:
      'Reservations stop while the gateway takes no more calls of this studio. Sales that were paid for are still looked at.',
    errors: {},
    action: 'show the use of the gateway',
  },
} as const satisfies Operations
