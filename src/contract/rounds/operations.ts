import type { Operations } from '../operation.ts'
import { saleRound, saleRoundRequest, saleRounds } from './sale-round.ts'

const tag = 'Sales'
const path = '/nft/collections/:collection_id/sale-rounds'

/** Coldpress's own. Other services answer `not_found`. */
export const roundOperations = {
  saleRounds: {
    method: 'GET',
    path,
    response: saleRounds,
    idempotent: true,
    tag,
    summary: 'The paid sales that wait for signatures from elsewhere, and their signing rounds',
    action: 'list the signing rounds',
  },
  getSaleRound: {
    method: 'GET',
    path: `${path}/:round_id`,
    response: saleRound,
    idempotent: true,
    tag,
    summary: 'Read a signing round',
    action: 'show the signing round',
  },
  /** Not repeated: a second call would find no waiting sale. */
  createSaleRound: {
    method: 'POST',
    path,
    request: saleRoundRequest,
    response: saleRound,
    status: 201,
    idempotent: false,
    tag,
    summary: 'Build the transactions of the waiting sales as one signing round',
    action: 'build the signing round',
  },
  withdrawSaleRound: {
    method: 'POST',
    path: `${path}/:round_id/withdraw`,
    response: saleRound,
    idempotent: false,
    tag,
    summary: 'Take back what nobody has signed of a round',
    action: 'withdraw the signing round',
  },
} as const satisfies Operations
