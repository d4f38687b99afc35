import { Select, TextInput } from '@mantine/core'
import type { ImportDraft, MappedColumnView } from '#contract/imports/draft-view.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { CutText } from '#renderer/ui/text-parts.tsx'
import { editDraftTable } from '../edit-table.ts'
import { useSettling } from './use-settling.ts'
import {
  choiceOf,
  columnName,
  customChoice,
  customHeader,
  fillerOf,
  ignoreChoice,
  mappingEdits,
  type ChoosableTarget,
  targetChoice,
} from './mapping.ts'
import { targetName } from './target-name.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.importing.draft.columns

/** One column of the table: its first values and what it fills. */
export const ColumnRow = ({
  draft,
  column,
}: {
  readonly draft: ImportDraft
  readonly column: MappedColumnView
}) => {
  const { letter, samples, target, isNumber } = column
  const header = column.header === '' ? '' : columnName(column)
  const choose = async (choice: string | null) => {
    if (choice === null) return
    const isDone = await editDraftTable(mappingEdits(draft, column, choice))
    if (isDone && choice === ignoreChoice)
      useNotices
        .getState()
        .notify('info', words.left(header === '' ? words.letter(letter) : header))
  }
  return (
    <tr data-left-out={target?.kind === 'ignored'}>
      <th scope="row">
        <CutText>{header === '' ? words.noHeader : header}</CutText>
        <span className={ui['soft']}>{isNumber ? words.isNumber : words.letter(letter)}</span>
      </th>
      <td>
        {samples.length === 0 ? (
          <span className={ui['soft']}>{words.noSamples}</span>
        ) : (
          <CutText>{samples.join(' · ')}</CutText>
        )}
      </td>
      <td>
        <div className={ui['tight']}>
          <Select
            aria-label={words.select(header, letter)}
            placeholder={words.placeholder}
            data={choicesOf(draft, column)}
            value={choiceOf(column)}
            onChange={(choice) => void choose(choice)}
            error={target === null}
            searchable
            maxDropdownHeight={320}
          />
          {target?.kind === 'custom' && (
            <CustomKey
              label={words.customKey(letter)}
              name={target.name}
              onRename={(key) =>
                editDraftTable([{ kind: 'rename', column: letter, to: customHeader(key) }])
              }
            />
          )}
        </div>
      </td>
    </tr>
  )
}

const choicesOf = ({ columns, targets }: ImportDraft, column: MappedColumnView) => {
  const option = (target: ChoosableTarget) => {
    const filler = fillerOf(columns, target)
    const remarks = [
      ...(target.required && filler === undefined ? [words.required] : []),
      ...(filler === undefined || filler === column ? [] : [words.takenBy(filler.letter)]),
    ]
    const name = targetName(target)
    return {
      value: targetChoice(target),
      label: remarks.length === 0 ? name : `${name} (${remarks.join(', ')})`,
    }
  }
  const of = (kind: ChoosableTarget['kind']) =>
    targets.filter((target) => target.kind === kind).map(option)
  return [
    { group: words.fields, items: of('field') },
    { group: words.tags, items: of('tag') },
    {
      group: words.others,
      items: [
        { value: customChoice, label: words.custom },
        { value: ignoreChoice, label: words.ignore },
      ],
    },
  ].filter(({ items }) => items.length > 0)
}

const CustomKey = ({
  label,
  name,
  onRename,
}: {
  readonly label: string
  readonly name: string
  readonly onRename: (key: string) => Promise<unknown>
}) => {
  const { shown, type, settle, reset } = useSettling<string, string>({
    value: name,
    read: (typed) => typed.trim() || undefined,
    onSettle: onRename,
  })
  return (
    <TextInput
      aria-label={label}
      value={shown}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={settle}
      onKeyDown={(event) => {
        if (event.key === 'Enter') settle()
        if (event.key === 'Escape') reset()
      }}
    />
  )
}
