import { royaltyConfirmationRequest, royaltyView } from '../mints/mint.ts'
import type { Operations } from '../operation.ts'

const tag = 'Royalties'
const path = '/nft/collections/:collection_id/royalty'

/** Coldpress's own. Other services answer `not_found`. */
export const royaltyOperations = {
  getRoyalty: {
    method: 'GET',
    path,
    response: royaltyView,
    idempotent: true,
    tag,
    summary: 'How far the royalty token is, and what is to be paid for it',
    action: 'show the royalty',
  },
  /** While one is under way, the studio makes no second one. */
  mintRoyalty: {
    method: 'POST',
    path,
    response: royaltyView,
    idempotent: true,
    tag,
    summary: 'Mint the royalty token if it is paid for, also when that failed before',
    action: 'mint the royalty token',
  },
  confirmRoyalty: {
    method: 'POST',
    path: `${path}/confirm`,
    request: royaltyConfirmationRequest,
    response: royaltyView,
    idempotent: true,
    tag,
    summary: 'Confirm rate and address of the royalty; its token is not minted before',
    action: 'confirm the royalty',
  },
} as const satisfies Operations
