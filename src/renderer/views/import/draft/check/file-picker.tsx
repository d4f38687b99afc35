import { Stack } from '@mantine/core'
import { useDeferredValue, useMemo, useState } from 'react'
import { useCall } from '#renderer/data/use-call.ts'
import { text } from '#renderer/text/en.ts'
import { Dialog } from '#renderer/ui/dialog.tsx'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { VirtualTable } from '#renderer/ui/virtual.tsx'
import ui from '#renderer/ui/parts.module.css'
import { SearchField } from '#renderer/ui/search-field.tsx'

const words = text.importing.draft.issues.files

/** Picks one of the folder's files for a row. */
export const FilePicker = ({
  draftId,
  row,
  onPick,
  onClose,
}: {
  readonly draftId: string
  readonly row: number
  readonly onPick: (name: string) => void
  readonly onClose: () => void
}) => {
  const { data: files, error, refetch } = useCall('imports.files', { draftId })
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(wordOf(search))
  const fitting = useMemo(() => filesLike(files, wanted), [files, wanted])
  return (
    <Dialog onClose={onClose} title={words.title(row)} size="lg">
      <Stack gap="sm">
        <SearchField
          aria-label={words.search}
          placeholder={text.common.search}
          description={words.hint}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // The list may be a keystroke behind.
            const [only, second] = filesLike(files, wordOf(event.currentTarget.value))
            if (only === undefined || second !== undefined) return
            // Otherwise the same key press would press the button that gets the focus back.
            event.preventDefault()
            onPick(only)
          }}
          data-autofocus
        />
        {error !== null && <ErrorAlert error={error} onRetry={() => void refetch()} />}
        <Stack gap="xs" h="20rem" aria-busy={files === undefined}>
          <VirtualTable
            rows={fitting}
            rowKey={(name) => name}
            label={words.label}
            columns={[
              { key: 'name', title: words.name, width: 'minmax(0, 1fr)', cell: (name) => name },
            ]}
            rowHeight={36}
            onOpen={onPick}
          />
          {files !== undefined && fitting.length === 0 && (
            <div role="status" className={ui['soft']}>
              {words.none}
            </div>
          )}
        </Stack>
      </Stack>
    </Dialog>
  )
}

const wordOf = (search: string): string => search.trim().toLowerCase()

const filesLike = (files: readonly string[] | undefined, word: string): readonly string[] =>
  (files ?? []).filter((name) => name.toLowerCase().includes(word))
