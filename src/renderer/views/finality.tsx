import { Progress } from '@mantine/core'
import { isFinal } from '#contract/mints/finality-text.ts'
import type { Finality } from '#contract/mints/finality.ts'
import { text } from '#renderer/text/en.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.common.finality

/** Whether a rollback may still take back what is confirmed, and how far it is until then. */
const FinalityText = ({ finality }: { readonly finality: Finality }) => {
  const { blocks, of } = finality
  if (isFinal(finality)) return <span>{words.final}</span>
  return (
    <div className={ui['grow']}>
      <div className={ui['number']}>{words.left(finality)}</div>
      <Progress.Root size="xs">
        <Progress.Section value={Math.floor((blocks * 100) / of)} aria-label={words.term} />
      </Progress.Root>
      <div className={ui['small']}>{words.hint}</div>
    </div>
  )
}

/** The line of a list of details; none before everything is confirmed. */
export const finalityEntries = (finality: Finality | null) =>
  finality === null ? [] : [[words.term, <FinalityText key="final" finality={finality} />] as const]
