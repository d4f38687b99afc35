import { Checkbox, Stack } from '@mantine/core'
import { Play } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ImportDraft } from '#contract/imports/draft-view.ts'
import { pricedText } from '#contract/mints/mint-rehearsal.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { startImport } from '#renderer/stores/imports.ts'
import { attempt } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { Warning } from '#renderer/ui/error-alert.tsx'
import { IconButton } from '#renderer/ui/icon-button.tsx'
import ui from '#renderer/ui/parts.module.css'
import { LocalImages } from '#renderer/views/local-images.tsx'
import { useSkippableRehearsal } from '#renderer/views/mint-rehearsal.tsx'
import { useCheckbox } from '#renderer/views/use-checkbox.ts'
import styles from '../import.module.css'
import { StepFoot } from './step-foot.tsx'

const words = text.importing.draft.start

/** Those of an import are rehearsed after it. */
const noTokens: string[] = []

/** The last step of a draft: what it does, what has to be accepted before, and its beginning. */
export const StartStep = ({
  draft,
  work,
  label,
  nothing,
  children,
}: {
  readonly draft: ImportDraft
  /** Tokens that are added or changed. */
  readonly work: number
  readonly label: string
  /** Why it cannot start without any. */
  readonly nothing: string
  readonly children: ReactNode
}) => {
  const { counts, accountId, collectionId } = draft
  const [isBusy, setIsBusy] = useState(false)
  const acceptProps = useCheckbox()
  const acceptsLocalImages = acceptProps.checked
  const collectionRef = { accountId, collectionId }
  const { rehearsal, skipsRehearsal, skipProps } = useSkippableRehearsal(collectionRef, noTokens)
  const mayNotPrice = counts.priced > 0 && rehearsal.state !== null
  const { data: local } = useCall('imports.localImages', { draftId: draft.id })
  const images = local?.images ?? 0
  // Errors of the whole table are no rows that could be left out.
  const skipInvalid = counts.errors > 0 && counts.invalidRows !== null
  const reasonOf = (): string | undefined => {
    if (counts.errors > 0 && !skipInvalid) return text.importing.draft.steps.blocked
    if (work === 0) return nothing
    if (images > 0 && !acceptsLocalImages) return words.acceptFirst
    return mayNotPrice && !skipsRehearsal ? words.rehearseFirst : undefined
  }
  const reason = reasonOf()
  const start = async () => {
    setIsBusy(true)
    await attempt(() => startImport(draft.id, { skipInvalid, acceptsLocalImages, skipsRehearsal }))
    setIsBusy(false)
  }
  return (
    <>
      <Stack className={styles['scroll']} gap="lg">
        {children}
        <LocalImages images={images} acceptProps={acceptProps} />
        {mayNotPrice && (
          <Warning>
            <div className={ui['stack']}>
              <div>{pricedText(counts.priced)}</div>
              <Checkbox label={words.skipRehearsal} {...skipProps} />
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
            onClick={() => void start()}
          >
            {label}
          </IconButton>
        }
      >
        <span role="status">{reason}</span>
      </StepFoot>
    </>
  )
}
