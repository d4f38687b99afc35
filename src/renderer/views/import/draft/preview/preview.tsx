import { Button } from '@mantine/core'
import { ImageOff } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { ImportDraft, PlannedTokenView } from '#contract/imports/draft-view.ts'
import { pageAt } from '#renderer/data/import-draft.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { useDraftStep } from '#renderer/stores/imports.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { Empty } from '#renderer/ui/page.tsx'
import { VirtualGrid } from '#renderer/ui/virtual-grid.tsx'
import draftStyles from '../draft.module.css'
import { DraftNextStep } from '../next-step.tsx'
import styles from './preview.module.css'
import { plannedTokens } from '../steps.ts'
import { TokenCard } from './token-card.tsx'
import { WalletDialog } from './wallet-dialog.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.importing.draft.preview

/** Tokens as the import will create them: the image as it will be, the metadata on demand. */
export const Preview = ({ draft }: { readonly draft: ImportDraft }) => {
  const go = useDraftStep((store) => store.go)
  const { data: first, error, refetch } = useCall('imports.tokens', pageAt(draft.id, 0))
  const [shown, setShown] = useState<PlannedTokenView>()
  const total = first?.total ?? plannedTokens(draft.counts)
  const indices = useMemo(() => Array.from({ length: total }, (_, index) => index), [total])
  if (error !== null) return <ErrorAlert error={error} onRetry={() => void refetch()} />
  if (total === 0)
    return (
      <Empty
        icon={<ImageOff size={28} aria-hidden />}
        title={words.none}
        action={<Button onClick={() => go('issues')}>{words.toIssues}</Button>}
      >
        {draft.counts.rows === 0 ? words.noRows : words.noneText}
      </Empty>
    )
  return (
    <>
      <div className={`${ui['fill']} ${styles['cards']}`}>
        <VirtualGrid
          items={indices}
          itemKey={String}
          label={words.label}
          minWidth={196}
          captionHeight={104}
          render={(index) => <TokenCard draft={draft} index={index} onDetails={setShown} />}
        />
        {shown !== undefined && (
          <WalletDialog draft={draft} token={shown} onClose={() => setShown(undefined)} />
        )}
      </div>
      <footer className={draftStyles['foot']}>
        <DraftNextStep step="preview" />
      </footer>
    </>
  )
}
