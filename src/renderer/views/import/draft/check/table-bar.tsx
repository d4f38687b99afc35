import { Button, Checkbox, Group, Select, Stack, TextInput } from '@mantine/core'
import { ArrowDownToLine, Replace } from 'lucide-react'
import { useState } from 'react'
import type { ImportDraft } from '#contract/imports/draft-view.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { text } from '#renderer/text/en.ts'
import { Dialog } from '#renderer/ui/dialog.tsx'
import { IconButton } from '#renderer/ui/icon-button.tsx'
import ui from '#renderer/ui/parts.module.css'
import { CutText } from '#renderer/ui/text-parts.tsx'
import { columnName } from '../details/mapping.ts'
import { editDraftTable } from '../edit-table.ts'

const issueWords = text.importing.draft.issues
const words = issueWords.replace

const everywhere = ''

/** Finds a text in the cells of one column, or of all, and replaces it in one step. */
const ReplaceDialog = ({
  draft,
  onClose,
}: {
  readonly draft: ImportDraft
  readonly onClose: () => void
}) => {
  const [find, setFind] = useState('')
  const [value, setValue] = useState('')
  const [letter, setLetter] = useState(everywhere)
  const [matchesCase, setMatchesCase] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const open = draft.columns.filter(({ fixed }) => fixed === null)
  const columns = open
    .filter((column) => letter === everywhere || column.letter === letter)
    .map((column) => column.letter)
  const search = { columns, find, matchesCase }
  const { data } = useCall(
    'imports.countMatches',
    find === '' ? undefined : { draftId: draft.id, ...search },
  )
  const cells = find === '' ? undefined : data?.cells
  const replace = async () => {
    setIsBusy(true)
    const isDone = await editDraftTable([{ kind: 'replace', ...search, value }])
    setIsBusy(false)
    if (isDone) onClose()
  }
  return (
    <Dialog title={words.title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (cells !== undefined && cells > 0) void replace()
        }}
      >
        <Stack>
          <TextInput
            label={words.find}
            value={find}
            onChange={(event) => setFind(event.currentTarget.value)}
            spellCheck={false}
            data-autofocus
          />
          <TextInput
            label={words.value}
            value={value}
            onChange={(event) => setValue(event.currentTarget.value)}
            spellCheck={false}
          />
          <Select
            label={words.column}
            data={[
              { value: everywhere, label: words.everywhere },
              ...open.map((column) => ({ value: column.letter, label: columnName(column) })),
            ]}
            value={letter}
            onChange={(chosen) => setLetter(chosen ?? everywhere)}
            allowDeselect={false}
          />
          <Checkbox
            label={words.matchesCase}
            checked={matchesCase}
            onChange={(event) => setMatchesCase(event.currentTarget.checked)}
          />
          <Group justify="space-between">
            <span role="status">{cells === undefined ? '' : words.found(cells)}</span>
            <Button type="submit" loading={isBusy} disabled={cells === undefined || cells === 0}>
              {words.replace}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

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
    <Group gap="xs" wrap="nowrap" role="toolbar" aria-label={issueWords.rows.bar}>
      <IconButton
        flex="none"
        size="xs"
        icon={Replace}
        iconSize={14}
        onClick={() => setIsReplacing(true)}
      >
        {issueWords.replace.action}
      </IconButton>
      <IconButton flex="none" size="xs" icon={ArrowDownToLine} iconSize={14} onClick={onFillDown}>
        {issueWords.rows.fillDown}
      </IconButton>
      <CutText className={ui['small']}>{issueWords.rows.pasteHint}</CutText>
      {isReplacing && <ReplaceDialog draft={draft} onClose={() => setIsReplacing(false)} />}
    </Group>
  )
}
