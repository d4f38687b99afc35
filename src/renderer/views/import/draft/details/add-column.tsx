import { Button, Group, Select, Stack, TextInput } from '@mantine/core'
import {
  fillColumnPattern,
  plainHeader,
  readColumnPattern,
} from '#contract/imports/column-pattern.ts'
import { fillColumn, type ImportDraft } from '#contract/imports/draft-view.ts'
import { rowsAt } from '#renderer/data/import-draft.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import ui from '#renderer/ui/parts.module.css'
import { atOwnPaths, useDraftForm } from '#renderer/views/use-draft-form.ts'
import { editDraftTable } from '../edit-table.ts'
import {
  type ChoosableTarget,
  columnName,
  customChoice,
  customHeader,
  fillerOf,
  targetChoice,
  unfilled,
} from './mapping.ts'
import { targetName } from './target-name.ts'

const words = text.importing.draft.columns

/** Adds a column whose text is made of each row's others, or the same for all. */
export const AddColumn = ({
  draft,
  onClose,
}: {
  readonly draft: ImportDraft
  readonly onClose: () => void
}) => {
  const { columns, targets } = draft
  const free = targets.filter((target) => fillerOf(columns, target) === undefined)
  const [first] = unfilled(columns, targets)
  const targetOf = (choice: string): ChoosableTarget | undefined =>
    free.find((target) => targetChoice(target) === choice)
  const form = useDraftForm({
    initial: {
      choice: first === undefined ? customChoice : targetChoice(first),
      key: '',
      pattern: '',
    },
    schema: fillColumn,
    inputOf: ({ choice, key, pattern }) => ({
      kind: 'fill_column',
      header: targetOf(choice)?.header ?? (key.trim() === '' ? '' : customHeader(key)),
      pattern,
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
  const { choice, pattern } = form.values
  return (
    <form {...form.element} aria-label={words.addTitle}>
      <Stack gap="sm" mt="md">
        <h3 className={ui['heading']}>{words.addTitle}</h3>
        <Select
          label={words.addTarget}
          data={[
            ...free.map((target) => ({ value: targetChoice(target), label: targetName(target) })),
            { value: customChoice, label: words.custom },
          ]}
          value={choice}
          onChange={(next) => form.setFieldValue('choice', next ?? customChoice)}
          data-autofocus
        />
        {targetOf(choice) === undefined && (
          <TextInput label={words.addKey} {...form.getInputProps('key')} required />
        )}
        <TextInput
          label={words.addValue}
          description={words.addValueHint}
          {...form.getInputProps('pattern')}
          spellCheck={false}
        />
        <Group gap="xs">
          {columns
            .filter(({ header }) => plainHeader(header) !== '')
            .map((column) => (
              <Button
                key={column.letter}
                size="compact-xs"
                variant="default"
                onClick={() => form.setFieldValue('pattern', `${pattern}{${columnName(column)}}`)}
              >
                {`{${columnName(column)}}`}
              </Button>
            ))}
        </Group>
        <PatternExamples draft={draft} pattern={pattern} />
        {form.error !== undefined && <ErrorAlert error={form.error} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {text.common.cancel}
          </Button>
          <Button type="submit" loading={form.isBusy}>
            {words.addAction}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const shownExamples = 3

/** What the pattern makes of the first rows, while it is typed. */
const PatternExamples = ({
  draft: { id, columns },
  pattern,
}: {
  readonly draft: ImportDraft
  readonly pattern: string
}) => {
  const { data } = useCall('imports.rows', rowsAt(id, undefined, 0))
  const read = readColumnPattern(
    pattern,
    columns.map(({ header }) => header),
  )
  if ('unknown' in read) return <div className={ui['soft']}>{words.unknownWord(read.unknown)}</div>
  const made = data?.rows
    .slice(0, shownExamples)
    .map(({ cells }) => fillColumnPattern(read.parts, cells))
  return <div className={ui['soft']}>{pattern.trim() !== '' && made?.join(' · ')}</div>
}
