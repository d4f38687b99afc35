import { Box, Checkbox, Stack } from '@mantine/core'
import { Play } from 'lucide-react'
import { useState } from 'react'
import type { ImportDraft } from '#contract/imports/draft-view.ts'
import { pricedText } from '#contract/mints/mint-rehearsal.ts'
import { numberText } from '#values/text/format.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { startImport } from '#renderer/stores/imports.ts'
import { attempt } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { IconButton } from '#renderer/ui/icon-button.tsx'
import { DetailList, Sheet } from '#renderer/ui/page.tsx'
import { Warning } from '#renderer/ui/error-alert.tsx'
import ui from '#renderer/ui/parts.module.css'
import { LocalImages } from '#renderer/views/local-images.tsx'
import { useSkippableRehearsal } from '#renderer/views/mint-rehearsal.tsx'
import { useCheckbox } from '#renderer/views/use-checkbox.ts'
import styles from '../import.module.css'
import { StepFoot } from './step-foot.tsx'

const words = text.importing.draft.change
const start = text.importing.draft.start

const noTokens: string[] = []

/** What a start changes, in numbers; and its beginning. */
export const Changes = ({ draft }: { readonly draft: ImportDraft }) => {
  const { counts, accountId, collectionId } = draft
  const { change, done, priced, errors, invalidRows } = counts
  const [isBusy, setIsBusy] = useState(false)
  const acceptProps = useCheckbox()
  const collectionRef = { accountId, collectionId }
  const { rehearsal, skipsRehearsal, skipProps } = useSkippableRehearsal(collectionRef, noTokens)
  const mayNotPrice = priced > 0 && rehearsal.state !== null
  const { data: local } = useCall('imports.localImages', { draftId: draft.id })
  const images = local?.images ?? 0
  const canSkip = errors > 0 && invalidRows !== null
  const reason = reasonOf(draft, {
    needsAccepting: images > 0 && !acceptProps.checked,
    needsRehearsal: mayNotPrice && !skipsRehearsal,
  })
  const run = async () => {
    setIsBusy(true)
    const accepted = { acceptsLocalImages: acceptProps.checked, skipsRehearsal }
    await attempt(() => startImport(draft.id, { skipInvalid: canSkip, ...accepted }))
    setIsBusy(false)
  }
  return (
    <>
      <Stack className={styles['scroll']} gap="lg">
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
        <LocalImages images={images} acceptProps={acceptProps} />
        {mayNotPrice && (
          <Warning>
            <div className={ui['stack']}>
              <div>{pricedText(priced)}</div>
              <Checkbox label={start.skipRehearsal} {...skipProps} />
            </div>
          </Warning>
        )}
      </Stack>
      <StepFoot
        next={
          <IconButton
            variant="filled"
            icon={Play}
            disabled={reason !== undefined}
            loading={isBusy}
            onClick={() => void run()}
          >
            {startText(change, canSkip ? invalidRows : 0)}
          </IconButton>
        }
      >
        <span role="status">{reason}</span>
      </StepFoot>
    </>
  )
}

const startText = (change: number, skipped: number): string => {
  if (change === 0) return words.startNone
  return skipped > 0 ? words.startSkipping(skipped) : words.start(change)
}

/** Why nothing can be changed yet; undefined: it can. */
const reasonOf = (
  { counts: { errors, invalidRows, change } }: ImportDraft,
  {
    needsAccepting,
    needsRehearsal,
  }: { readonly needsAccepting: boolean; readonly needsRehearsal: boolean },
): string | undefined => {
  if (errors > 0 && invalidRows === null) return text.importing.draft.steps.blocked
  if (change === 0) return words.nothing
  if (needsAccepting) return start.acceptFirst
  return needsRehearsal ? start.rehearseFirst : undefined
}
