import { gatewayUse } from '#contract/gateways/gateway-use.ts'
import type { Studio } from '../options.ts'
import { busyUntil, callsStop } from '../sales/calls-used-up.ts'
import { salesIn } from '../store/sales.ts'
import { appParams, errors, type StudioApp } from './app-type.ts'

export const addGatewayRoutes = (app: StudioApp, studio: Studio): void => {
  app.get(
    '/gateway',
    {
      schema: {
        tags: ['Studio'],
        summary: 'How many sales are open, and whether the gateway answers calls today',
        params: appParams,
        response: { 200: gatewayUse, ...errors },
      },
    },
    async () => {
      const stop = callsStop(studio)
      const busy = busyUntil(studio)
      return {
        open_sales: salesIn(studio.database, ['RESERVED', 'UNRESOLVED_UNDERPAID']).length,
        ...(busy === undefined ? {} : { busy_until: busy.toISOString() }),
        calls_stop: stop === undefined ? null : { ...stop, until: stop.until.toISOString() },
      }
    },
  )
}
