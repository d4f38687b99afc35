import { saleRound, saleRoundRequest, saleRounds } from '#contract/rounds/sale-round.ts'
import type { Operation } from './operation.ts'

const path = '/nft/collections/:collectionId/sale-rounds'

/** Signing rounds of sales. A service that has none answers `not_found`. */
export const saleRoundOperations = {
  saleRounds: { method: 'GET', path, response: saleRounds, idempotent: true },
  getSaleRound: {
    method: 'GET',
    path: `${path}/:roundId`,
    response: saleRound,
    idempotent: true,
  },
  /** Not repeated: a second call would find no waiting sale. */
  createSaleRound: {
    method: 'POST',
    path,
    request: saleRoundRequest,
    response: saleRound,
    idempotent: false,
  },
  withdrawSaleRound: {
    method: 'POST',
    path: `${path}/:roundId/withdraw`,
    response: saleRound,
    idempotent: false,
  },
} as const satisfies Record<string, Operation>
