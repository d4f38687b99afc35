import { Box } from '@mantine/core'
import type { ImportDraft } from '#contract/imports/draft-view.ts'
import { numberText } from '#values/text/format.ts'
import { text } from '#renderer/text/en.ts'
import { DetailList, Sheet } from '#renderer/ui/page.tsx'
import ui from '#renderer/ui/parts.module.css'
import { StartStep } from './start-step.tsx'

const words = text.importing.draft.change

/** What a start changes, in numbers; and its beginning. */
export const Changes = ({ draft }: { readonly draft: ImportDraft }) => {
  const { change, done, priced } = draft.counts
  return (
    <StartStep draft={draft} work={change} label={startText(draft.counts)} nothing={words.nothing}>
      <Sheet title={words.summary}>
        <DetailList
          entries={[
            [words.changed, numberText(change)],
            ...(priced === 0 ? [] : [[words.priced, numberText(priced)] as const]),
            [words.same, numberText(done)],
          ]}
        />
        <Box component="p" mt="sm" className={ui['soft']}>
          {words.time}
        </Box>
      </Sheet>
    </StartStep>
  )
}

const startText = ({ change, errors, invalidRows }: ImportDraft['counts']): string => {
  if (change === 0) return words.startNone
  const skipped = errors > 0 ? (invalidRows ?? 0) : 0
  return skipped > 0 ? words.startSkipping(skipped) : words.start(change)
}
