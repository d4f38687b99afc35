import { errorsThroughGateway, errorsThroughVault, type Operations } from '../operation.ts'
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
    description: 'Empty where the vault of the studio signs alone.',
    errors: { not_found: 'No collection has this ID.' },
    action: 'list the signing rounds',
  },
  getSaleRound: {
    method: 'GET',
    path: `${path}/:round_id`,
    response: saleRound,
    idempotent: true,
    tag,
    summary: 'Read a signing round',
    description: 'With the sales in it, and the keys that have not signed.',
    errors: { not_found: 'No collection has this ID, or it has no such round.' },
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
    description:
      'Its transactions are exported as one signing request. Sales that are paid for later wait for the next round.',
    errors: {
      not_found: 'No collection has this ID.',
      conflict: 'No paid sale waits for a signature, or none of them can be built.',
      ...errorsThroughGateway,
      ...errorsThroughVault,
      not_implemented: 'The studio has no gateway.',
    },
    action: 'build the signing round',
  },
  withdrawSaleRound: {
    method: 'POST',
    path: `${path}/:round_id/withdraw`,
    response: saleRound,
    idempotent: false,
    tag,
    summary: 'Take back what nobody has signed of a round',
    description:
      'Its sales wait for the next round. Transactions with all their signatures are sent.',
    errors: {
      not_found: 'No collection has this ID, or it has no such round.',
      conflict: 'Everything of it was signed, or it has ended.',
      ...errorsThroughVault,
    },
    action: 'withdraw the signing round',
  },
} as const satisfies Operations
