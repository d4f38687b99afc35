import { Button, Group, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ImportDraft } from '#shared/calls/imports.ts'
import { text } from '#renderer/text/en.ts'
import styles from '../draft.module.css'
import shared from '#renderer/views/import/import.module.css'
import { editTable } from '../edit-table.ts'
import { customChoice, customHeader, fillerOf, type Target, targetChoice } from './mapping.ts'
import { targetName } from './target-name.ts'

const words = text.importing.draft.columns

/** Adds a column with one value for all rows. */
export const AddColumn = ({
  draft: { columns, targets },
  missing,
  onClose,
}: {
  readonly draft: ImportDraft
  readonly missing: readonly Target[]
  readonly onClose: () => void
}) => {
  const free = targets.filter((target) => fillerOf(columns, target) === undefined)
  const [first] = missing
  const [choice, setChoice] = useState(first === undefined ? customChoice : targetChoice(first))
  const [key, setKey] = useState('')
  const [value, setValue] = useState('')
  const target = free.find((one) => targetChoice(one) === choice)
  const header =
    target === undefined ? (key.trim() === '' ? undefined : customHeader(key)) : target.header
  const add = async () => {
    if (header === undefined) return
    if (await editTable([{ kind: 'add_column', header, value }])) onClose()
  }
  return (
    <form
      className={styles['addColumn']}
      aria-label={words.addTitle}
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <h2 className={shared['smallTitle']}>{words.addTitle}</h2>
      <div className={shared['triple']}>
        <Select
          label={words.addTarget}
          data={[
            ...free.map((one) => ({ value: targetChoice(one), label: targetName(one) })),
            { value: customChoice, label: words.custom },
          ]}
          value={choice}
          onChange={(next) => setChoice(next ?? customChoice)}
          data-autofocus
        />
        {target === undefined && (
          <TextInput
            label={words.addKey}
            value={key}
            onChange={(event) => setKey(event.currentTarget.value)}
            required
          />
        )}
        <TextInput
          label={words.addValue}
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
      </div>
      <Group justify="flex-end" gap="sm" mt="md">
        <Button variant="default" onClick={onClose}>
          {text.common.cancel}
        </Button>
        <Button type="submit" disabled={header === undefined}>
          {words.addAction}
        </Button>
      </Group>
    </form>
  )
}
