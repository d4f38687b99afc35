import { Button, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ImportDraft } from '#shared/calls/imports.ts'
import { formatLabels, type ImportFormat, importFormats } from '#shared/import-formats.ts'
import { change } from '#renderer/data/change.ts'
import { editDraft } from '#renderer/stores/imports.ts'
import { text } from '#renderer/text/en.ts'
import styles from '../draft.module.css'

const words = text.importing.draft.source

/** More are counted. */
const shownColumns = 5

/** The columns whose meaning is known from an earlier import, and a way to forget that. */
const Remembered = ({ columns }: { readonly columns: ImportDraft['source']['remembered'] }) => {
  const shown = columns
    .slice(0, shownColumns)
    .map(({ header, to }) =>
      words.rememberedColumn(header, /^ignore:/iu.test(to) ? words.leftOut : words.fills(to)),
    )
  const rest = columns.length - shown.length
  return (
    <p className={styles['sourceReason']}>
      {words.remembered(rest > 0 ? [...shown, words.more(rest)] : shown)}{' '}
      <Button
        size="compact-sm"
        variant="default"
        onClick={() =>
          void editDraft(({ id: draftId }) => change('imports.forgetMapping', { draftId }))
        }
      >
        {words.forget}
      </Button>
    </p>
  )
}

/** Which format the folder was taken for and why, and a way to have it read otherwise. */
export const SourceChoice = ({ draft }: { readonly draft: ImportDraft }) => {
  const { format, reason, sheet } = draft.source
  const isFixed = draft.isEdited || draft.job !== null
  const [names, setNames] = useState(draft.source.names ?? '')
  const readAs = (next: ImportFormat, pattern: string | null, nextSheet = sheet?.name) =>
    editDraft(({ id: draftId }) =>
      change('imports.readAs', { draftId, format: next, names: pattern, sheet: nextSheet }),
    )
  return (
    <section className={styles['source']} aria-label={words.label}>
      <Select
        label={words.format}
        data={importFormats.map((value) => ({ value, label: formatLabels[value] }))}
        value={format}
        allowDeselect={false}
        disabled={isFixed}
        onChange={(next) => {
          const chosen = importFormats.find((one) => one === next)
          if (chosen !== undefined && chosen !== format) void readAs(chosen, null)
        }}
        w="var(--field-md)"
      />
      {sheet !== null && sheet.all.length > 1 && (
        <Select
          label={words.sheet}
          data={sheet.all}
          value={sheet.name}
          allowDeselect={false}
          disabled={isFixed}
          onChange={(next) => {
            if (next !== null && next !== sheet.name) void readAs(format, null, next)
          }}
          w="var(--field-md)"
        />
      )}
      {format === 'folder' && !isFixed && (
        <form
          className={styles['sourceNames']}
          onSubmit={(event) => {
            event.preventDefault()
            void readAs('folder', names.trim() === '' ? null : names)
          }}
        >
          <TextInput
            label={words.names}
            value={names}
            placeholder="{stem}"
            onChange={(event) => setNames(event.currentTarget.value)}
            spellCheck={false}
          />
          <Button type="submit" variant="default">
            {words.apply}
          </Button>
        </form>
      )}
      <p className={styles['sourceReason']}>
        {reason} {format === 'folder' && !isFixed && words.namesHint}
        {draft.job !== null ? words.ofJob : draft.isEdited && words.edited}
      </p>
      {draft.source.remembered.length > 0 && <Remembered columns={draft.source.remembered} />}
    </section>
  )
}
