import { countText } from '#values/text/format.ts'
import { markup, type Markup } from '#values/text/markup.ts'

/** @param done how many of the steps are; the next is under way */
export const stepList = (labels: readonly string[], done: number): Markup =>
  markup`<ol class="steps">${labels.map((label, index) => stepItem(label, index - done))}</ol>`

/** @param place below 0: done; 0: the step that is under way */
const stepItem = (label: string, place: number): Markup => {
  if (place < 0) return markup`<li class="done">${label}<span class="hidden">, done</span></li>`
  return place === 0 ? markup`<li aria-current="step">${label}</li>` : markup`<li>${label}</li>`
}

/** A transaction that mints, with how many blocks are on it where it waits for more. */
export const mintedLabel = (blocksOnIt: number | undefined): string =>
  blocksOnIt === undefined ? 'Minted' : `Minted: ${countText(blocksOnIt, 'block')} on it`
