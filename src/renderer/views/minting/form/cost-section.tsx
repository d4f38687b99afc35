import { Box } from '@mantine/core'
import { text } from '#renderer/text/en.ts'
import { AmountList } from '#renderer/ui/amounts.tsx'
import { Note } from '#renderer/ui/error-alert.tsx'
import { Sheet } from '#renderer/ui/page.tsx'
import ui from '#renderer/ui/parts.module.css'
import { costEntries } from './cost-amounts.ts'
import type { ShownEstimate } from './use-estimate.ts'

const words = text.minting.form.cost

/** What the mint will ask, by the builder itself, and what of it is there: totals, then their parts. */
export const CostSection = ({ estimate, error, isCurrent }: ShownEstimate) => (
  <Sheet title={words.title}>
    {error !== undefined && <Note>{error.message}</Note>}
    {error === undefined && estimate === undefined && <p className={ui['soft']}>{words.unknown}</p>}
    {error === undefined && estimate !== undefined && (
      <Box c={isCurrent ? 'inherit' : 'var(--ink-soft)'} aria-busy={!isCurrent}>
        <AmountList entries={costEntries(estimate)} rounding="up" />
      </Box>
    )}
  </Sheet>
)
