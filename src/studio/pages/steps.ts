import { countText } from '#values/text/format.ts'
import { markup, type Markup } from '#values/text/markup.ts'
import type { SaleStatus } from '#contract/sales/sale-status.ts'
import { nothing } from './page.ts'
import type { SaleState } from './sale-state.ts'

/** @param done how many of the steps are; the next is under way */
export const stepList = (labels: readonly string[], done: number): Markup =>
  markup`<section><h2>${done < labels.length ? 'What happens next' : 'What happened'}</h2>
<ol class="steps">${labels.map((label, index) => stepItem(label, index - done))}</ol></section>`

/** @param place below 0: done; 0: the step that is under way */
const stepItem = (label: string, place: number): Markup => {
  if (place < 0) return markup`<li class="done">${label}<span class="hidden">, done</span></li>`
  return place === 0 ? markup`<li aria-current="step">${label}</li>` : markup`<li>${label}</li>`
}

/** A transaction that mints, with how many blocks are on it where it waits for more. */
export const mintedLabel = (blocksOnIt: number | undefined): string =>
  blocksOnIt === undefined ? 'Minted' : `Minted: ${countText(blocksOnIt, 'block')} on it`

/** How many of the steps are done; a status that is not here has left the way. */
const stepsDone: Readonly<Partial<Record<SaleStatus, (state: SaleState) => number>>> = {
  RESERVED: ({ confirmations, paid, total, isOver, isUnread, delivery }) => {
    if (isUnread) return Number.NaN
    if (confirmations !== undefined && paid >= total) return 1
    return isOver || delivery === 'impossible' ? Number.NaN : 0
  },
  UNRESOLVED_UNDERPAID: ({ paid, total }) => (paid >= total ? 1 : Number.NaN),
  PROCESSING: () => 2,
  SUBMITTING: () => 2,
  MINTING: () => 2,
  COMPLETED: () => 4,
}

/** What happens between a payment and its delivery; empty for a sale that went wrong. */
export const saleSteps = (state: SaleState): Markup => {
  const done = stepsDone[state.sale.status]?.(state) ?? Number.NaN
  return Number.isNaN(done) ? nothing : stepList(labelsOf(state, done), done)
}

const labelsOf = (
  { sale: { status, supply, confirmations: wanted }, confirmations = 0, blocksOnIt }: SaleState,
  done: number,
): readonly string[] => [
  done === 0 ? 'Payment' : 'Payment found',
  done === 1
    ? `Confirmed: ${Math.min(confirmations, wanted)} of ${countText(wanted, 'block')}`
    : 'Confirmed',
  mintedLabel(status === 'MINTING' ? blocksOnIt : undefined),
  supply === 1 ? 'In your wallet' : 'All in your wallet',
]
