import type { ShownRequest, ShownTransaction } from '#contract/signing/calls.ts'

/** What a sheet about one transaction of a request is given. */
export type RequestSheetProps = {
  readonly shown: ShownRequest
  readonly transaction: ShownTransaction
}
