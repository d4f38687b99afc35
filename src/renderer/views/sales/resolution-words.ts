import type { SaleDetails } from '#contract/sales/calls.ts'
import { refundsSurplusOnly } from '#contract/sales/refund-rules.ts'
import type { SaleResolution } from '#contract/sales/sale-status.ts'
import { text } from '#renderer/text/en.ts'

const words = text.sales.resolve

type Asked = Pick<SaleDetails, 'status' | 'surplus'>

const isOnTop = ({ status, surplus }: Asked, action: SaleResolution): boolean =>
  action === 'refund' && refundsSurplusOnly(status, (surplus ?? 0) > 0)

/** What the button says that does it. */
export const resolutionName = (sale: Asked, action: SaleResolution): string =>
  isOnTop(sale, action) ? words.onTop.name : words.names[action]

/** What it does, said once more before it is done. */
export const resolutionText = (sale: Asked, action: SaleResolution): string =>
  isOnTop(sale, action) ? words.onTop.text : words.texts[action]
