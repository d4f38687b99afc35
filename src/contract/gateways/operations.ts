import type { Operations } from '../operation.ts'
import { gatewayUse } from './gateway-use.ts'

/** Coldpress's own. Other services answer `not_found`. */
export const gatewayOperations = {
  getGatewayUse: {
    method: 'GET',
    path: '/gateway',
    response: gatewayUse,
    idempotent: true,
    tag: 'Studio',
    summary: 'How many sales are open, and whether the gateway answers calls today',
    action: 'show the use of the gateway',
  },
} as const satisfies Operations
