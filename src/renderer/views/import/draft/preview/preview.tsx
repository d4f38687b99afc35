import { Button } from '@mantine/core'
import { ImageOff } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { ImportDraft, PlannedTokenFacts } from '#shared/calls/imports.ts'
import { pageAt } from '#renderer/data/import-draft.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { copy } from '#renderer/stores/copy.ts'
import { useDraftStep } from '#renderer/stores/imports.ts'
import { text } from '#renderer/text/en.ts'
import { Dialog } from '#renderer/ui/dialog.tsx'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { Json } from '#renderer/ui/json.tsx'
import { Empty } from '#renderer/ui/page.tsx'
import { VirtualGrid } from '#renderer/ui/virtual-grid.tsx'
import styles from './preview.module.css'
import { plannedTokens } from '../steps.ts'
import { TokenCard } from './token-card.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.importing.draft.preview

/** Tokens as the import will create them: the image as it will be, the metadata on demand. */
export const Preview = ({ draft }: { readonly draft: ImportDraft }) => {
  const go = useDraftStep((store) => store.go)
  const { data: first, error, refetch } = useCall('imports.tokens', pageAt(draft.id, 0))
  const [shown, setShown] = useState<PlannedTokenFacts>()
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
    <div className={`${ui['fill']} ${styles['cards']}`}>
      <VirtualGrid
        items={indices}
        itemKey={String}
        label={words.label}
        minWidth={196}
        captionHeight={104}
        render={(index) => <TokenCard draft={draft} index={index} onMetadata={setShown} />}
      />
      {shown !== undefined && (
        <Dialog onClose={() => setShown(undefined)} title={words.metadataOf(shown.name)} size="xl">
          <Json value={shown.metadata} what={words.metadata} onCopy={copy} />
        </Dialog>
      )}
    </div>
  )
}
