import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { ImportDraft } from '#contract/imports/draft-view.ts'
import { text } from '#renderer/text/en.ts'
import { Note } from '#renderer/ui/error-alert.tsx'
import styles from '../draft.module.css'
import shared from '#renderer/views/import/import.module.css'
import { DraftNextStep } from '../next-step.tsx'
import { AddColumn } from './add-column.tsx'
import { ColumnRow } from './column-row.tsx'
import { leftOut, unfilled } from './mapping.ts'
import { SourceChoice } from './source-choice.tsx'
import { targetName } from './target-name.ts'
import ui from '#renderer/ui/parts.module.css'
import { IconButton } from '#renderer/ui/icon-button.tsx'

const words = text.importing.draft.columns

/** What each column of the table fills, and which targets are unfilled. */
export const Columns = ({ draft }: { readonly draft: ImportDraft }) => {
  const [adding, setAdding] = useState(false)
  const missing = unfilled(draft.columns, draft.targets)
  const names = missing.map(targetName).join(', ')
  const [first, second] = missing
  const ignored = leftOut(draft.columns).length
  return (
    <>
      <div className={shared['scroll']}>
        <SourceChoice key={draft.source.names} draft={draft} />
        {first === undefined ? (
          <p className={ui['lead']}>
            {words.allFilled} {ignored > 0 && words.leftOut(ignored)}
          </p>
        ) : (
          <div className={styles['stepNote']} role="status">
            <Note>{second === undefined ? words.missing(names) : words.missingAll(names)}</Note>
          </div>
        )}
        <div className={styles['columnsFrame']}>
          <table className={styles['columns']} aria-label={words.label}>
            <thead>
              <tr>
                <th scope="col">{words.column}</th>
                <th scope="col">{words.samples}</th>
                <th scope="col">{words.fills}</th>
              </tr>
            </thead>
            <tbody>
              {draft.columns.map((column) => (
                <ColumnRow key={column.letter} draft={draft} column={column} />
              ))}
            </tbody>
          </table>
        </div>
      </div>
      {adding ? (
        <AddColumn draft={draft} missing={missing} onClose={() => setAdding(false)} />
      ) : (
        <footer className={styles['foot']}>
          <IconButton icon={Plus} onClick={() => setAdding(true)}>
            {words.add}
          </IconButton>
          <DraftNextStep step="columns" />
        </footer>
      )}
    </>
  )
}
