import { ArrowDownToLine, Replace } from 'lucide-react'
import { useState } from 'react'
import type { ImportDraft } from '#contract/imports/draft-view.ts'
import { text } from '#renderer/text/en.ts'
import { IconButton } from '#renderer/ui/icon-button.tsx'
import ui from '#renderer/ui/parts.module.css'
import { ReplaceDialog } from './replace-dialog.tsx'

const words = text.importing.draft.issues

/** What can be done with many cells at once. */
export const TableBar = ({
  draft,
  onFillDown,
}: {
  readonly draft: ImportDraft
  readonly onFillDown: () => void
}) => {
  const [isReplacing, setIsReplacing] = useState(false)
  return (
    <div className={ui['row']} role="toolbar" aria-label={words.rows.bar}>
      <IconButton size="xs" icon={Replace} iconSize={14} onClick={() => setIsReplacing(true)}>
        {words.replace.action}
      </IconButton>
      <IconButton size="xs" icon={ArrowDownToLine} iconSize={14} onClick={onFillDown}>
        {words.rows.fillDown}
      </IconButton>
      <span className={`${ui['soft']} ${ui['small']} ${ui['cut']}`}>{words.rows.pasteHint}</span>
      {isReplacing && <ReplaceDialog draft={draft} onClose={() => setIsReplacing(false)} />}
    </div>
  )
}
