import type { MintEstimate } from '#contract/mints/mint.ts'
import { text } from '#renderer/text/en.ts'
import { type AmountEntry, AmountList } from '#renderer/ui/amounts.tsx'
import { Note } from '#renderer/ui/error-alert.tsx'
import { Sheet } from '#renderer/ui/page.tsx'
import ui from '#renderer/ui/parts.module.css'
import styles from '../minting.module.css'
import type { ShownEstimate } from './use-estimate.ts'

const words = text.minting.form.cost

/** What the mint will ask, by the builder itself: the total, then its parts. */
export const CostSection = ({ estimate, error, isCurrent }: ShownEstimate) => (
  <Sheet title={words.title}>
    {error !== undefined && <Note>{error.message}</Note>}
    {error === undefined && estimate === undefined && <p className={ui['soft']}>{words.unknown}</p>}
    {error === undefined && estimate !== undefined && (
      <div className={styles['cost']} aria-busy={!isCurrent}>
        <AmountList entries={costEntries(estimate)} rounding="up" />
      </div>
    )}
  </Sheet>
)

export const costEntries = ({
  total,
  tokens,
  with_tokens: along,
  transactions,
  fees,
}: MintEstimate): readonly AmountEntry[] => [
  { term: text.minting.mint.totalCost, lovelace: total, isTotal: true },
  { term: words.withTokens(tokens), lovelace: along, hint: text.minting.mint.alongHint },
  { term: words.fees(transactions), lovelace: fees },
]
