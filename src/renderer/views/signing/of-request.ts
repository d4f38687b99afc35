import type { ShownRequest, ShownTransaction } from '../../../shared/calls/signing.ts'

/** What a sheet about one transaction of a request is given. */
export type OfRequest = {
  readonly shown: ShownRequest
  readonly transaction: ShownTransaction
}
