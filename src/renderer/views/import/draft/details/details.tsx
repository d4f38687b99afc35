import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { ImportDraft } from '#contract/imports/draft-view.ts'
import { text } from '#renderer/text/en.ts'
import { Note } from '#renderer/ui/error-alert.tsx'
import { IconButton } from '#renderer/ui/icon-button.tsx'
import { Sheet } from '#renderer/ui/page.tsx'
import ui from '#renderer/ui/parts.module.css'
import { NextStep, StepFoot } from '../step-foot.tsx'
import { isOfFiles } from '../steps.ts'
import { AddColumn } from './add-column.tsx'
import { ColumnRow } from './column-row.tsx'
import styles from './details.module.css'
import { Examples } from './examples.tsx'
import { FieldRows } from './field-rows.tsx'
import { Images } from './images.tsx'
import { leftOut, otherColumns, unfilled } from './mapping.ts'
import { SourceChoice } from './source-choice.tsx'
import { targetName } from './target-name.ts'

const words = text.importing.draft.columns

/** What each token gets: names, texts and attributes from the table, and its image. */
export const Details = ({ draft }: { readonly draft: ImportDraft }) => {
  const [first, setFirst] = useState(0)
  const isOfFolder = draft.purpose === 'add'
  return (
    <>
      <div className={styles['details']}>
        <div className={ui['scroll']}>
          <div className={ui['stack']}>
            <Missing draft={draft} />
            {isOfFolder && (
              <Sheet title={words.ownFields}>
                <FieldRows draft={draft} />
              </Sheet>
            )}
            {(!isOfFiles(draft) || unfilled(draft.columns, draft.targets).length > 0) && (
              <Attributes draft={draft} />
            )}
            {isOfFolder && <Images draft={draft} index={first} />}
            {isOfFolder && <SourceChoice draft={draft} />}
          </div>
        </div>
        <Examples draft={draft} first={first} onShow={setFirst} />
      </div>
      <StepFoot next={<NextStep draft={draft} step="details" />} />
    </>
  )
}

const Missing = ({ draft: { columns, targets } }: { readonly draft: ImportDraft }) => {
  const missing = unfilled(columns, targets)
  const names = missing.map(targetName).join(', ')
  const [first, second] = missing
  const ignored = leftOut(columns).length
  if (first === undefined)
    return (
      <p className={ui['soft']}>
        {words.allFilled} {ignored > 0 && words.leftOut(ignored)}
      </p>
    )
  return (
    <div role="status">
      <Note>{second === undefined ? words.missing(names) : words.missingAll(names)}</Note>
    </div>
  )
}

/** The columns that fill no field of the token. */
const Attributes = ({ draft }: { readonly draft: ImportDraft }) => {
  const [adding, setAdding] = useState(false)
  const columns = isOfFiles(draft) ? [] : otherColumns(draft)
  return (
    <Sheet title={words.attributes}>
      {columns.length > 0 && (
        <table className={`${ui['table']} ${styles['columns']}`} aria-label={words.label}>
          <thead>
            <tr>
              <th scope="col">{words.column}</th>
              <th scope="col">{words.samples}</th>
              <th scope="col">{words.fills}</th>
            </tr>
          </thead>
          <tbody>
            {columns.map((column) => (
              <ColumnRow key={column.letter} draft={draft} column={column} />
            ))}
          </tbody>
        </table>
      )}
      {adding ? (
        <AddColumn draft={draft} onClose={() => setAdding(false)} />
      ) : (
        <IconButton mt="md" icon={Plus} onClick={() => setAdding(true)}>
          {words.add}
        </IconButton>
      )}
    </Sheet>
  )
}
