import { Button, Group, Stack } from '@mantine/core'
import { FolderOpen } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ErrorInfo } from '#contract/window/call.ts'
import type { CollectionProposal, ProposedColumn } from '#contract/collections/calls.ts'
import { call, errorInfoFrom } from '#renderer/bridge.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { attempt } from '#renderer/stores/notices.ts'
import type { OpenedSource } from '#renderer/stores/opened.ts'
import type { Route } from '#renderer/stores/routes.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert, Note } from '#renderer/ui/error-alert.tsx'
import { IconButton } from '#renderer/ui/icon-button.tsx'
import { Sheet } from '#renderer/ui/page.tsx'
import { ReadingProgressBar } from '../../import/new/reading.tsx'
import {
  EncodingChoice,
  encodingsOf,
  FormatChoice,
  otherFormatOf,
  previewsOf,
  SheetChoice,
  sheetsOf,
  TableChoice,
  tablesOf,
} from '../../import/new/table-choice.tsx'
import styles from '../new-collection.module.css'
import { proposedFields } from './apply-proposal.ts'
import type { CollectionDraftForm } from './draft.ts'

const words = text.collections.new.folder

/** The folder of images that the rest of the form is proposed from; it may be left out. */
export const FolderSection = ({
  form,
  given: { folder: given, csv, sheet, encoding, format },
}: {
  readonly form: CollectionDraftForm
  /** A folder that was dropped or opened is read at once. */
  readonly given: Route<'new-collection'>
}) => {
  const { source, proposal } = form.values
  const { isBusy, failed, pick, read, remove } = useFolder(form)
  useEffect(() => {
    if (given === undefined) return
    // Going back does not read the folder again.
    useNavigation.setState({ route: { view: 'new-collection' } })
    void read({ folder: given, csv: csv ?? null, sheet, encoding, format })
  }, [given, csv, sheet, encoding, format, read])
  return (
    <Sheet title={words.title}>
      <p className={styles['lead']}>{words.text}</p>
      <Stack gap="md">
        {source !== null && <div className={styles['folder']}>{source.folder}</div>}
        <Group gap="sm">
          <IconButton icon={FolderOpen} loading={isBusy} onClick={() => void pick()}>
            {source === null ? words.pick : words.pickOther}
          </IconButton>
          {source !== null && (
            <Button variant="subtle" onClick={remove}>
              {words.remove}
            </Button>
          )}
        </Group>
        {isBusy && <ReadingProgressBar />}
        {failed !== undefined && failed.error.code !== 'cancelled' && (
          <FailedReading {...failed} onChoose={(chosen) => void read(chosen)} />
        )}
        {proposal !== null && <Proposed proposal={proposal} />}
      </Stack>
    </Sheet>
  )
}

type Failed = { readonly source: OpenedSource; readonly error: ErrorInfo }

/** Why the folder could not be read, or the choice that it leaves. */
const FailedReading = ({
  source,
  error,
  onChoose,
}: Failed & { readonly onChoose: (source: OpenedSource) => void }) => {
  const tables = tablesOf(error)
  const sheets = sheetsOf(error)
  const { folder } = source
  if (tables !== undefined)
    return (
      <TableChoice
        folder={folder}
        tables={tables}
        previews={previewsOf(error)}
        onChoose={(csv) => onChoose({ folder, csv })}
      />
    )
  if (sheets !== undefined)
    return <SheetChoice sheets={sheets} onChoose={(sheet) => onChoose({ ...source, sheet })} />
  const encodings = encodingsOf(error)
  const otherwise = otherFormatOf(error)
  return (
    <>
      <ErrorAlert error={error} />
      {encodings !== undefined && (
        <EncodingChoice
          encodings={encodings}
          onChoose={(encoding) => onChoose({ ...source, encoding })}
        />
      )}
      {otherwise !== undefined && (
        <FormatChoice format={otherwise} onChoose={(format) => onChoose({ ...source, format })} />
      )}
    </>
  )
}

/** Reads the table of a folder that the user picks, and fills the form with its proposal. */
const useFolder = (form: CollectionDraftForm) => {
  const [isBusy, setBusy] = useState(false)
  const [failed, setFailed] = useState<Failed>()
  const fill = (source: OpenedSource | null, proposal: CollectionProposal | null) => {
    setFailed(undefined)
    form.setValues((values) => ({
      ...proposedFields({ ...form.values, ...values }, proposal),
      source,
      proposal,
    }))
  }
  const read = async (source: OpenedSource) => {
    setBusy(true)
    try {
      fill(source, await call('collections.propose', source))
    } catch (error) {
      setFailed({ source, error: errorInfoFrom(error) })
    } finally {
      setBusy(false)
    }
  }
  return {
    isBusy,
    failed,
    read,
    pick: async () => {
      const folder = await attempt(() => call('app.pickFolder', null))
      if (folder !== undefined && folder !== null) await read({ folder, csv: null })
    },
    remove: () => fill(null, null),
  }
}

/** What the table says, and the columns that did not become attributes of the template. */
const Proposed = ({ proposal }: { readonly proposal: CollectionProposal }) => {
  const { source, tokens, columns, files, longDescriptions, noticed, unlisted, open } = proposal
  const others = columns.filter(({ kind }) => kind !== 'attribute')
  return (
    <Note>
      <div role="status">
        {source.reason} {words.found(tokens, columns.length - others.length)}
      </div>
      {(open !== null || others.length + longDescriptions + files.length + noticed.length > 0) && (
        <ul className={styles['columnNotes']}>
          {others.map((column, index) => (
            <li key={`${index} ${column.name}`}>{noteOf(column)}</li>
          ))}
          {files.length > 0 && <li>{words.works(files.length)}</li>}
          {longDescriptions > 0 && <li>{words.longDescriptions(longDescriptions)}</li>}
          {noticed.map((message, index) => (
            <li key={`${index} ${message}`}>{message}</li>
          ))}
          {open !== null && <li>{words.open(open.message, open.rows)}</li>}
          {unlisted > 0 && <li>{words.unlisted(unlisted)}</li>}
        </ul>
      )}
    </Note>
  )
}

const noteOf = (column: ProposedColumn): string =>
  column.kind === 'attribute' ? '' : words.notes[column.reason](column.name)
