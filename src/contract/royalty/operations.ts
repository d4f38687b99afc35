import { royaltyConfirmationRequest, royaltyView } from '../mints/mint.ts'
import { errorsThroughGateway, errorsThroughVault, type Operations } from '../operation.ts'

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
    description:
      '`amount` has to be paid to `address` before the collection opens. What the chain says is in `on_chain`.',
    errors: {
      not_found: 'No collection has this ID, or it has no royalty.',
      ...errorsThroughGateway,
      ...errorsThroughVault,
    },
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
    description:
      'The studio does this by itself once it sees the payment. While its token is on the way, a second call changes nothing.',
    errors: {
      not_found: 'No collection has this ID, or it has no royalty.',
      conflict: 'It is not paid for or not confirmed, or it can never be minted.',
      ...errorsThroughGateway,
      ...errorsThroughVault,
      key_missing: 'The vault does not hold a key that has to sign.',
      not_implemented: 'The studio has no gateway.',
    },
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
    description:
      'States rate and address as the user was shown them. Others than those of the collection are 409.',
    errors: {
      not_found: 'No collection has this ID, or it has no royalty.',
      conflict: 'Rate or address are not those of the collection, or the token is minted.',
      ...errorsThroughGateway,
      ...errorsThroughVault,
    },
    action: 'confirm the royalty',
  },
} as const satisfies Operations
