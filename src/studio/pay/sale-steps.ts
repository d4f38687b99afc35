import type { SaleStatus } from '#contract/sales/sale-status.ts'
import { countText } from '#values/text/format.ts'
import type { Markup } from '#values/text/markup.ts'
import { nothing } from './page.ts'
import type { SaleState } from './sale-state.ts'
import { mintedLabel, stepList } from './steps.ts'

/** How many of the steps are done; a status that is not here has left the way. */
const stepsDone: Readonly<Partial<Record<SaleStatus, (state: SaleState) => number>>> = {
  RESERVED: ({ confirmations, paid, total, isOver, isUnread, delivery }) => {
    if (isUnread) return Number.NaN
    if (confirmations !== undefined && paid >= total) return 1
    return isOver || delivery === 'impossible' ? Number.NaN : 0
  },
  PROCESSING: () => 2,
  SUBMITTING: () => 2,
  MINTING: () => 2,
  COMPLETED: () => 4,
}

/** What happens between a payment and its delivery; empty for a sale that went wrong. */
export const saleSteps = (state: SaleState): Markup => {
  const done = stepsDone[state.status]?.(state) ?? Number.NaN
  return Number.isNaN(done) ? nothing : stepList(labelsOf(state, done), done)
}

const labelsOf = (
  { status, confirmations = 0, wanted, blocksOnIt, supply }: SaleState,
  done: number,
): readonly string[] => [
  done === 0 ? 'Payment' : 'Payment found',
  done === 1
    ? `Confirmed: ${Math.min(confirmations, wanted)} of ${countText(wanted, 'block')}`
    : 'Confirmed',
  mintedLabel(status === 'MINTING' ? blocksOnIt : undefined),
  supply === 1 ? 'In your wallet' : 'All in your wallet',
]
