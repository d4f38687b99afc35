import { markup, type Markup } from '#values/text/markup.ts'
import { nothing } from './page.ts'
import { adaText } from './paying.ts'
import type { PartPayer, SaleState } from './sale-state.ts'

/**
 * For whoever has paid a part, folded, without a QR code or a link: anybody can pay a part, and nobody
 * else is to pay the rest of it.
 */
export const partsSection = ({
  partPayers,
  morePayers,
}: Pick<SaleState, 'partPayers' | 'morePayers'>): Markup =>
  partPayers.length === 0
    ? nothing
    : markup`<details class="parts"><summary>Paid a part of it already?</summary>
${partPayers.map((payer) => markup`<p class="soft">${question(payer)} ${answer(payer)}</p>`)}
${morePayers === 0 ? nothing : markup`<p class="soft">${moreText(morePayers)}</p>`}</details>`

const question = ({ paid, address }: PartPayer): Markup =>
  markup`Paid ${adaText(paid)} from <code>${address}</code>?`

const answer = (payer: PartPayer): string =>
  payer.isCompletable
    ? `${adaText(payer.rest)} more from this very address complete it${roundedText(payer)}. From another address pay the whole price; ${backText(payer)}`
    : `No other payment completes it, because it was not paid from one address alone. Pay the whole price; ${backText(payer)}`

const roundedText = ({ missing, rest }: PartPayer): string =>
  missing === rest
    ? ''
    : `, since no wallet sends just ${adaText(missing)}: what is too much comes back with what you buy`

const backText = ({ paid, isReachable }: PartPayer): string =>
  isReachable
    ? `the ${adaText(paid)} can be sent back, less the fee.`
    : `the seller can send the ${adaText(paid)} back, less the fee, to an address that you name to the seller.`

const moreText = (payers: number): string =>
  `${payers === 1 ? 'One more payer has' : `${payers} more payers have`} paid less. A payment counts for its own payer alone, and what buys nothing can be sent back.`
