import { Button, Group, Select, TextInput } from '@mantine/core'
import { addColumn, type ImportDraft } from '#contract/imports/draft-view.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import styles from '../draft.module.css'
import { atOwnPaths, useDraftForm } from '#renderer/views/use-draft-form.ts'
import shared from '#renderer/views/import/import.module.css'
import { editDraftTable } from '../edit-table.ts'
import {
  customChoice,
  customHeader,
  fillerOf,
  type ChoosableTarget,
  targetChoice,
} from './mapping.ts'
import { targetName } from './target-name.ts'

const words = text.importing.draft.columns

/** Adds a column with one value for all rows. */
export const AddColumn = ({
  draft: { columns, targets },
  missing,
  onClose,
}: {
  readonly draft: ImportDraft
  readonly missing: readonly ChoosableTarget[]
  readonly onClose: () => void
}) => {
  const free = targets.filter((target) => fillerOf(columns, target) === undefined)
  const [first] = missing
  const targetOf = (choice: string) => free.find((target) => targetChoice(target) === choice)
  const form = useDraftForm({
    initial: {
      choice: first === undefined ? customChoice : targetChoice(first),
      key: '',
      value: '',
    },
    schema: addColumn,
    inputOf: ({ choice, key, value }) => ({
      kind: 'add_column',
      header: targetOf(choice)?.header ?? (key.trim() === '' ? '' : customHeader(key)),
      value,
    }),
    // The header is made of the name.
    errorsOf: (_values, found) =>
      atOwnPaths(
        found.map(({ field, message }) => ({ field: field === 'header' ? 'key' : field, message })),
      ),
    submit: async (edit) => {
      if (await editDraftTable([edit])) onClose()
    },
  })
  const target = targetOf(form.values.choice)
  return (
    <form {...form.element} className={styles['addColumn']} aria-label={words.addTitle}>
      <h2 className={shared['smallTitle']}>{words.addTitle}</h2>
      <div className={shared['triple']}>
        <Select
          label={words.addTarget}
          data={[
            ...free.map((target) => ({ value: targetChoice(target), label: targetName(target) })),
            { value: customChoice, label: words.custom },
          ]}
          value={form.values.choice}
          onChange={(next) => form.setFieldValue('choice', next ?? customChoice)}
          data-autofocus
        />
        {target === undefined && (
          <TextInput label={words.addKey} {...form.getInputProps('key')} required />
        )}
        <TextInput label={words.addValue} {...form.getInputProps('value')} />
      </div>
      {form.error !== undefined && <ErrorAlert error={form.error} />}
      <Group justify="flex-end" gap="sm" mt="md">
        <Button variant="default" onClick={onClose}>
          {text.common.cancel}
        </Button>
        <Button type="submit" loading={form.isBusy}>
          {words.addAction}
        </Button>
      </Group>
    </form>
  )
}
