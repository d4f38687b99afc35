import { Button, Group, Loader, Stack, TextInput } from '@mantine/core'
import { FolderOpen } from 'lucide-react'
import { useState } from 'react'
import type { CallInput } from '#shared/calls/contract.ts'
import type { ErrorInfo } from '#shared/calls/call.ts'
import { call, errorInfoOf } from '#renderer/bridge.ts'
import { attempt } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { IconButton } from '#renderer/ui/icon-button.tsx'
import styles from './begin.module.css'
import type { CollectionRef } from './collection-choice.tsx'
import { nameOf, type Source } from './dropped.ts'
import { DropZone } from './drop-zone.tsx'
import { RecentFolders } from './recent-folders.tsx'
import { TableChoice, tablesOf } from './table-choice.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.importing.newImport

type Request = CallInput<'imports.open'>

/** What an import starts with; the options step changes it. */
const firstSettings: Pick<Request, 'settings' | 'pinner'> = {
  settings: { maxPixels: null, format: 'keep', quality: 90 },
  pinner: 'local',
}

/** Takes a folder by drop, by choice or by its path, and its table where there are several. */
export const SourceForm = ({
  collectionRef,
  first,
  onOpen,
}: {
  readonly collectionRef: CollectionRef
  /** What the fields start with. */
  readonly first: Source
  readonly onOpen: (request: Request) => Promise<void>
}) => {
  const [source, setSource] = useState(first)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [openError, setOpenError] = useState<ErrorInfo>()

  const choose = (next: Source) => {
    setSource(next)
    setError(undefined)
    setOpenError(undefined)
  }
  const open = async (from: Source) => {
    const { accountId, collectionId } = collectionRef
    choose(from)
    if (accountId === undefined || collectionId === undefined)
      return setError(words.needsCollection)
    if (from.folder.trim() === '') return setError(words.needsFolder)
    setBusy(true)
    try {
      await onOpen({
        accountId,
        collectionId,
        ...firstSettings,
        ...from,
        folder: from.folder.trim(),
      })
    } catch (error) {
      const failed = errorInfoOf(error)
      if (failed.code !== 'cancelled') setOpenError(failed)
    } finally {
      setBusy(false)
    }
  }
  const pick = async () => {
    const picked = await attempt(() => call('app.pickFolder', null))
    if (picked !== undefined && picked !== null) await open({ folder: picked, csv: null })
  }
  const tables = openError === undefined ? undefined : tablesOf(openError)
  return (
    <form
      aria-busy={busy}
      onSubmit={(event) => {
        event.preventDefault()
        void open(source)
      }}
    >
      <Stack gap="md">
        <DropZone busy={busy} onDrop={(dropped) => void open(dropped)} onError={setError}>
          <IconButton icon={FolderOpen} onClick={() => void pick()} disabled={busy}>
            {words.pick}
          </IconButton>
        </DropZone>
        <RecentFolders
          busy={busy}
          onChoose={(chosen) => void open({ folder: chosen, csv: null })}
        />
        <div className={styles['path']}>
          <TextInput
            label={words.path}
            placeholder={words.pathPlaceholder}
            value={source.folder}
            onChange={(event) => choose({ folder: event.currentTarget.value, csv: null })}
            spellCheck={false}
          />
          <Button type="submit" disabled={busy}>
            {words.open}
          </Button>
        </div>
        {source.csv !== null && (
          <Group gap="sm">
            {words.tableChosen(nameOf(source.csv))}
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => choose({ ...source, csv: null })}
            >
              {words.otherTable}
            </Button>
          </Group>
        )}
        {error !== undefined && <ErrorAlert error={error} />}
        {openError !== undefined && tables === undefined && <ErrorAlert error={openError} />}
        {tables !== undefined && (
          <TableChoice
            folder={source.folder}
            tables={tables}
            onChoose={(csv) => void open({ ...source, csv })}
          />
        )}
        <div role="status" className={busy ? undefined : ui['unseen']}>
          {busy && (
            <Group gap="xs">
              <Loader size="xs" aria-hidden />
              {words.reading}
            </Group>
          )}
        </div>
      </Stack>
    </form>
  )
}
