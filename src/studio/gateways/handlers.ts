import { statusesWhere } from '#contract/sales/sale-status.ts'
import type { gatewayOperations } from '#contract/gateways/operations.ts'
import type { HandlersOf } from '#transport/http/server.ts'
import type { Studio } from '../options.ts'
import { busyUntil, callsStop } from '../sales/calls-used-up.ts'
import { salesIn } from '../store/sales.ts'

/** Whose addresses are polled with every block. */
const openStatuses = statusesWhere(({ acceptsPayment }) => acceptsPayment)

export const gatewayHandlers = (studio: Studio): HandlersOf<typeof gatewayOperations> => ({
  getGatewayUse: () => {
    const stop = callsStop(studio)
    const busy = busyUntil(studio)
    return {
      open_sales: salesIn(studio.database, openStatuses).length,
      ...(busy === undefined ? {} : { busy_until: busy.toISOString() }),
      calls_stop: stop === undefined ? null : { ...stop, until: stop.until.toISOString() },
    }
  },
})
