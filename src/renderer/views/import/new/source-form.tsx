import { Button, Group, Stack, TextInput } from '@mantine/core'
import { FolderOpen } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { CallInput } from '#contract/window/calls.ts'
import { importCalls } from '#contract/imports/calls.ts'
import { call } from '#renderer/bridge.ts'
import { newCollectionForm, useDrafts } from '#renderer/stores/drafts.ts'
import type { Lead } from '#renderer/stores/from-this-view.ts'
import { attempt } from '#renderer/stores/notices.ts'
import type { OpenedSource } from '#renderer/stores/opened.ts'
import { text } from '#renderer/text/en.ts'
import { IconButton } from '#renderer/ui/icon-button.tsx'
import { atOwnPaths, useDraftForm } from '#renderer/views/use-draft-form.ts'
import ui from '#renderer/ui/parts.module.css'
import styles from './begin.module.css'
import type { ChosenCollection } from './collection-choice.tsx'
import { nameOf } from './dropped.ts'
import { DropZone } from './drop-zone.tsx'
import { FailedReading } from './failed-reading.tsx'
import { ReadingProgressBar } from './reading.tsx'
import { RecentFolderList } from './recent-folders.tsx'

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
  readsAtOnce,
  onPropose,
  onOpen,
}: {
  readonly collectionRef: ChosenCollection
  /** What the fields start with. */
  readonly first: OpenedSource
  /** Reads `first` as soon as the collection is known. */
  readonly readsAtOnce: boolean
  /** Where there is no collection yet, a folder is for a new one. */
  readonly onPropose: ((source: OpenedSource) => void) | undefined
  readonly onOpen: (request: Request, lead: Lead) => Promise<void>
}) => {
  const { accountId, collectionId } = collectionRef
  const form = useDraftForm({
    initial: { ...first },
    schema: importCalls['imports.open'].input,
    inputOf: ({ folder, csv, sheet, encoding, format }) => ({
      accountId,
      collectionId,
      ...firstSettings,
      folder: folder.trim(),
      csv,
      sheet,
      encoding,
      format,
    }),
    errorsOf: ({ folder }, found) => {
      if (collectionId === undefined && onPropose === undefined)
        return { '': words.needsCollection }
      return folder.trim() === '' ? { folder: words.needsFolder } : atOwnPaths(found)
    },
    submit: onOpen,
  })
  const { isBusy, error, values: source, requestSubmit } = form
  const [waits, setWaits] = useState(readsAtOnce)
  useEffect(() => {
    if (!waits || (collectionId === undefined && onPropose === undefined)) return
    setWaits(false)
    if (onPropose === undefined) requestSubmit()
    // A form that was begun is not filled anew without a click.
    else if (useDrafts.getState().drafts[newCollectionForm] === undefined) onPropose(first)
  }, [waits, collectionId, requestSubmit, onPropose, first])
  const choose = (next: OpenedSource) => form.setValues(next)
  const open = (from: OpenedSource) => {
    choose(from)
    if (onPropose === undefined) requestSubmit()
    else onPropose(from)
  }
  const pick = async () => {
    const picked = await attempt(() => call('app.pickFolder', null))
    if (picked !== undefined && picked !== null) open({ folder: picked, csv: null })
  }
  return (
    <form
      {...form.element}
      aria-busy={isBusy}
      onSubmit={(event) => {
        const folder = source.folder.trim()
        if (onPropose === undefined || folder === '') return form.element.onSubmit(event)
        event.preventDefault()
        onPropose({ ...source, folder })
      }}
    >
      <Stack gap="md">
        {onPropose !== undefined && <div className={ui['soft']}>{words.proposes}</div>}
        <DropZone
          busy={isBusy}
          onDrop={open}
          onError={(message) => form.setErrors({ '': message })}
        >
          <IconButton
            variant="filled"
            icon={FolderOpen}
            onClick={() => void pick()}
            disabled={isBusy}
          >
            {words.pick}
          </IconButton>
        </DropZone>
        <RecentFolderList
          busy={isBusy}
          onChoose={(chosen) => open({ folder: chosen, csv: null })}
        />
        <div className={styles['path']}>
          <TextInput
            label={words.path}
            placeholder={words.pathPlaceholder}
            {...form.getInputProps('folder')}
            onChange={(event) => choose({ folder: event.currentTarget.value, csv: null })}
            spellCheck={false}
          />
          <Button type="submit" variant="default" disabled={isBusy}>
            {words.open}
          </Button>
        </div>
        {source.csv !== null && (
          <Group gap="sm">
            {words.tableChosen(nameOf(source.csv))}
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => choose({ folder: source.folder, csv: null })}
            >
              {words.otherTable}
            </Button>
          </Group>
        )}
        {error !== undefined && <FailedReading source={source} error={error} onChoose={open} />}
        {waits && <div role="status">{words.readsWithCollection}</div>}
        {isBusy && <ReadingProgressBar />}
      </Stack>
    </form>
  )
}
