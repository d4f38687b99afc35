import { Button, Group, SegmentedControl, Select, Stack, TextInput } from '@mantine/core'
import type { ImportDraft, MappedColumnView } from '#contract/imports/draft-view.ts'
import { change } from '#renderer/data/change.ts'
import { editDraft } from '#renderer/stores/imports.ts'
import { text } from '#renderer/text/en.ts'
import ui from '#renderer/ui/parts.module.css'
import { editDraftTable } from '../edit-table.ts'
import { isOfFiles } from '../steps.ts'
import styles from './details.module.css'
import {
  type ChoosableTarget,
  columnName,
  fieldEdits,
  fillerOf,
  ignoreChoice,
  isMadeBy,
  mappingEdits,
  namingOf,
} from './mapping.ts'
import { targetName } from './target-name.ts'
import { useSettling } from './use-settling.ts'

const words = text.importing.draft.columns
const source = text.importing.draft.source

/** The token's own fields, and the tags that nothing fills: each with the column or pattern it has. */
export const FieldRows = ({ draft }: { readonly draft: ImportDraft }) => {
  const shown = draft.targets.filter((target) =>
    isOfFiles(draft)
      ? namingOf(target) !== undefined
      : target.kind === 'field' ||
        (target.required && fillerOf(draft.columns, target) === undefined),
  )
  return (
    <Stack gap="sm">
      {shown.map((target) => (
        <FieldRow key={`${target.kind}:${target.name}`} draft={draft} target={target} />
      ))}
    </Stack>
  )
}

const byPattern = 'pattern'

const FieldRow = ({
  draft,
  target,
}: {
  readonly draft: ImportDraft
  readonly target: ChoosableTarget
}) => {
  const naming = namingOf(target)
  const pattern = naming === undefined ? null : draft.source[naming]
  const filler = fillerOf(draft.columns, target)
  const isMade = isMadeBy(pattern, draft, filler)
  const choose = (choice: string | null) => {
    const column = draft.columns.find(({ letter }) => letter === choice)
    const made = naming === undefined ? undefined : patternFor(naming, choice, column)
    if (naming !== undefined && made !== undefined) void nameBy(naming, made)
    else if (column !== undefined) void editDraftTable(fieldEdits(draft, column, target))
    else if (filler !== undefined) void editDraftTable(mappingEdits(draft, filler, ignoreChoice))
  }
  const name = targetName(target)
  return (
    <div className={styles['field']} data-alone={isOfFiles(draft)}>
      {!isOfFiles(draft) && (
        <Select
          label={name}
          aria-label={words.fieldOf(name)}
          placeholder={target.required ? words.chooseColumn : words.nothing}
          data={[
            ...(naming === undefined ? [] : [{ value: byPattern, label: words.byPattern }]),
            ...draft.columns.filter(hasValues).map(columnOption),
          ]}
          value={isMade ? byPattern : (filler?.letter ?? null)}
          onChange={choose}
          error={target.required && filler === undefined}
          searchable
          clearable={!target.required}
          maxDropdownHeight={320}
        />
      )}
      {isMade && naming !== undefined ? (
        <PatternField label={source[naming]} of={naming} pattern={pattern ?? ''} />
      ) : (
        <span className={`${ui['soft']} ${ui['cut']}`}>{filler?.samples.join(' · ')}</span>
      )}
      {target.name === 'price' && filler !== undefined && (
        <Currency draft={draft} column={filler} />
      )}
    </div>
  )
}

/** The pattern that stands for a choice; undefined: the column itself. */
const patternFor = (
  of: 'names' | 'assetNames',
  choice: string | null,
  column: MappedColumnView | undefined,
): string | undefined => {
  if (choice === byPattern) return of === 'names' ? '{file}' : '{title}'
  if (of === 'names') return undefined
  // A number alone is too short for a name.
  if (column?.isNumber === true) return '{collection}{number:4}'
  return column?.target?.name === 'name' ? '{title}' : undefined
}

const hasValues = ({ samples, header }: MappedColumnView): boolean =>
  samples.length > 0 || header !== ''

const columnOption = (column: MappedColumnView) => ({
  value: column.letter,
  label: [columnName(column), ...column.samples.slice(0, 1)].join(': '),
})

const nameBy = (of: 'names' | 'assetNames', pattern: string): Promise<boolean> =>
  editDraft(({ id: draftId }) => change('imports.nameTokens', { draftId, of, pattern }))

const patternWords = {
  names: ['{file}', '{number}', '{collection}', '{row}'],
  assetNames: ['{title}', '{number:4}', '{file}', '{collection}', '{row:4}'],
} as const

/** A pattern that names are made by; the examples beside it follow. */
const PatternField = ({
  label,
  of,
  pattern,
}: {
  readonly label: string
  readonly of: 'names' | 'assetNames'
  readonly pattern: string
}) => {
  const { shown, type, settle, reset } = useSettling<string, string>({
    value: pattern,
    read: (typed) => typed.trim() || undefined,
    onSettle: (wanted) => nameBy(of, wanted),
  })
  return (
    <div className={ui['tight']}>
      <TextInput
        label={label}
        value={shown}
        placeholder={of === 'names' ? '{file}' : '{title}'}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={settle}
        onKeyDown={(event) => {
          if (event.key === 'Enter') settle()
          if (event.key === 'Escape') reset()
        }}
        spellCheck={false}
      />
      <Group gap="xs">
        {patternWords[of].map((word) => (
          <Button
            key={word}
            size="compact-xs"
            variant="default"
            // The field keeps the focus, and settles when the user leaves it.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => void nameBy(of, `${shown}${word}`)}
          >
            {word}
          </Button>
        ))}
      </Group>
    </div>
  )
}

const currencies = ['ada', 'other', 'none'] as const

/** Whether the prices are in ADA, which a table need not say. */
const Currency = ({
  draft,
  column,
}: {
  readonly draft: ImportDraft
  readonly column: MappedColumnView
}) => {
  const isUnclear = draft.rules.some(({ rule }) => rule === 'price_unconfirmed')
  const key = columnName(column)
  const headers = { ada: 'price_ada', other: `custom:${key}`, none: `ignore:${key}` } as const
  return (
    <SegmentedControl
      aria-label={words.currency}
      size="xs"
      data={currencies.map((value) => ({ value, label: words.currencies[value] }))}
      value={isUnclear ? '' : 'ada'}
      onChange={(choice) =>
        void editDraftTable(
          currencies
            .filter((currency) => currency === choice)
            .map((currency) => ({ kind: 'rename', column: column.letter, to: headers[currency] })),
        )
      }
    />
  )
}
