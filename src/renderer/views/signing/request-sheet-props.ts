import type { ShownRequest, ShownTransaction } from '#contract/calls/signing.ts'

/** What a sheet about one transaction of a request is given. */
export type RequestSheetProps = {
  readonly shown: ShownRequest
  readonly transaction: ShownTransaction
}
