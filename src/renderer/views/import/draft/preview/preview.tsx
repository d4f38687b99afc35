import { Button } from '@mantine/core'
import { ImageOff } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { ImportDraft, PlannedTokenFacts } from '#shared/calls/imports.ts'
import { call } from '#renderer/bridge.ts'
import { copy } from '#renderer/stores/copy.ts'
import { useImports } from '#renderer/stores/imports.ts'
import { text } from '#renderer/text/en.ts'
import { Dialog } from '#renderer/ui/dialog.tsx'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { Json } from '#renderer/ui/json.tsx'
import { Empty } from '#renderer/ui/page.tsx'
import { VirtualGrid } from '#renderer/ui/virtual-grid.tsx'
import styles from './preview.module.css'
import { usePager } from '#renderer/views/import/use-pager.ts'
import { plannedTokens } from '../steps.ts'
import { TokenCard } from './token-card.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.importing.draft.preview

/** Tokens as the import will create them: the image as it will be, the metadata on demand. */
export const Preview = ({ draft }: { readonly draft: ImportDraft }) => {
  const revision = useImports((store) => store.revision)
  const go = useImports((store) => store.go)
  const { pager, state } = usePager<PlannedTokenFacts>(
    `${draft.id} tokens`,
    revision,
    async (offset, limit) => {
      const answer = await call('imports.tokens', { draftId: draft.id, offset, limit })
      return { items: answer.tokens, total: answer.total }
    },
  )
  const [shown, setShown] = useState<PlannedTokenFacts>()
  const total = state.total ?? plannedTokens(draft.counts)
  const indices = useMemo(() => Array.from({ length: total }, (_, index) => index), [total])
  if (state.error !== undefined)
    return <ErrorAlert message={messageOf(state.error)} onRetry={pager.renew} />
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
        render={(index) => (
          <TokenCard
            draft={draft}
            token={pager.at(index)}
            onSeen={() => pager.want(index, index)}
            onMetadata={setShown}
          />
        )}
      />
      {shown !== undefined && (
        <Dialog onClose={() => setShown(undefined)} title={words.metadataOf(shown.name)} size="xl">
          <Json value={shown.metadata} what={words.metadata} onCopy={copy} />
        </Dialog>
      )}
    </div>
  )
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
