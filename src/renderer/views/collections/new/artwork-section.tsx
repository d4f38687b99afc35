import { Button, Group, Stack } from '@mantine/core'
import { FolderOpen } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ProposedColumn } from '#contract/collections/calls.ts'
import { call, errorInfoFrom } from '#renderer/bridge.ts'
import { useProposedToken } from '#renderer/data/proposals.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { attempt } from '#renderer/stores/notices.ts'
import type { OpenedSource } from '#renderer/stores/opened.ts'
import type { Route } from '#renderer/stores/routes.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert, Warning } from '#renderer/ui/error-alert.tsx'
import { IconButton } from '#renderer/ui/icon-button.tsx'
import { Sheet } from '#renderer/ui/page.tsx'
import ui from '#renderer/ui/parts.module.css'
import { PictureTile, PictureWall } from '#renderer/ui/picture-wall.tsx'
import { CutText } from '#renderer/ui/text-parts.tsx'
import { useWindowHeight } from '#renderer/ui/use-window-size.ts'
import { ImageViewer } from '../../image-viewer.tsx'
import { DropZone } from '../../import/new/drop-zone.tsx'
import { type Failed, FailedReading } from '../../import/new/failed-reading.tsx'
import { ReadingProgressBar } from '../../import/new/reading.tsx'
import { proposedFields } from './apply-proposal.ts'
import type { CollectionDraftForm, FolderProposal } from './draft.ts'

const words = text.collections.new.folder

/** The folder of pictures that the rest of the form is proposed from; it may be left out. */
export const ArtworkSection = ({
  form,
  given: { folder: given, csv, sheet, encoding, format },
}: {
  readonly form: CollectionDraftForm
  /** A folder that was dropped or opened is read at once. */
  readonly given: Route<'new-collection'>
}) => {
  const { source, proposal } = form.values
  const { isBusy, failed, fail, pick, read, remove } = useFolder(form)
  useEffect(() => {
    if (given === undefined) return
    // Going back does not read the folder again.
    useNavigation.setState({ route: { view: 'new-collection' } })
    void read({ folder: given, csv: csv ?? null, sheet, encoding, format })
  }, [given, csv, sheet, encoding, format, read])
  return (
    <Sheet title={words.title}>
      <Stack gap="md">
        {source === null || proposal === null ? (
          <DropZone busy={isBusy} onDrop={(dropped) => void read(dropped)} onError={fail}>
            <IconButton icon={FolderOpen} loading={isBusy} onClick={() => void pick()}>
              {words.pick}
            </IconButton>
          </DropZone>
        ) : (
          <>
            <Found proposal={proposal} />
            <Group gap="sm">
              <IconButton icon={FolderOpen} loading={isBusy} onClick={() => void pick()}>
                {words.pickOther}
              </IconButton>
              <Button variant="subtle" onClick={remove}>
                {words.remove}
              </Button>
              <div className={`${ui['grow']} ${ui['soft']}`}>
                <CutText>{source.folder}</CutText>
              </div>
            </Group>
          </>
        )}
        {isBusy && <ReadingProgressBar />}
        {failed !== undefined && (
          <FailedReading {...failed} onChoose={(chosen) => void read(chosen)} />
        )}
        {proposal !== null && <ProposalNotes proposal={proposal} />}
      </Stack>
    </Sheet>
  )
}

/** What the folder holds, as pictures with the names that they will have. */
const Found = ({ proposal }: { readonly proposal: FolderProposal }) => {
  const { id, tokens, columns, source } = proposal
  const { total, error } = useProposedToken(id, 0)
  const [lookedAt, setLookedAt] = useState<number>()
  const isLow = useWindowHeight() !== 'normal'
  const attributes = columns.filter(({ kind }) => kind === 'attribute').length
  return (
    <>
      <div role="status">
        {source.format === 'folder' ? words.foundImages(tokens) : words.found(tokens, attributes)}
      </div>
      {error !== null && <ErrorAlert error={error} />}
      {total > 0 && (
        <PictureWall
          key={id}
          total={total}
          label={words.wall}
          mostRows={isLow ? 1 : 2}
          render={(index) => (
            <ProposedTile proposal={id} index={index} onOpen={() => setLookedAt(index)} />
          )}
        />
      )}
      {lookedAt !== undefined && (
        <ProposedViewer
          proposal={id}
          index={lookedAt}
          onShow={setLookedAt}
          onClose={() => setLookedAt(undefined)}
        />
      )}
    </>
  )
}

const ProposedTile = ({
  proposal,
  index,
  onOpen,
}: {
  readonly proposal: string
  readonly index: number
  readonly onOpen: () => void
}) => {
  const { token } = useProposedToken(proposal, index)
  const picture = token?.picture ?? null
  return (
    <PictureTile
      name={token?.name}
      url={picture === null ? null : `${picture}?size=320`}
      missing={words.noPicture}
      onOpen={onOpen}
    />
  )
}

const ProposedViewer = ({
  proposal,
  index,
  ...rest
}: {
  readonly proposal: string
  readonly index: number
  readonly onShow: (index: number) => void
  readonly onClose: () => void
}) => {
  const { token, total } = useProposedToken(proposal, index)
  return (
    <ImageViewer
      url={token?.picture ?? null}
      name={token?.name ?? ''}
      index={index}
      all={total}
      {...rest}
    />
  )
}

/** Reads a folder that the user picks or drops, and fills the form with its proposal. */
const useFolder = (form: CollectionDraftForm) => {
  const [isBusy, setBusy] = useState(false)
  const [failed, setFailed] = useState<Failed>()
  const fill = (source: OpenedSource | null, proposal: FolderProposal | null) => {
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
      const info = errorInfoFrom(error)
      setFailed(info.code === 'cancelled' ? undefined : { source, error: info })
    } finally {
      setBusy(false)
    }
  }
  return {
    isBusy,
    failed,
    fail: (error: string) => setFailed({ source: { folder: '', csv: null }, error }),
    read,
    pick: async () => {
      const folder = await attempt(() => call('app.pickFolder', null))
      if (folder !== undefined && folder !== null) await read({ folder, csv: null })
    },
    remove: () => fill(null, null),
  }
}

/** What would stop an import, and what else there is to say of the folder, on demand. */
const ProposalNotes = ({ proposal }: { readonly proposal: FolderProposal }) => {
  const { source, columns, files, longDescriptions, noticed, unlisted, open } = proposal
  const notes = [
    source.reason,
    ...columns.flatMap((column) => noteOf(column) ?? []),
    ...(files.length > 0 ? [words.works(files.length)] : []),
    ...(longDescriptions > 0 ? [words.longDescriptions(longDescriptions)] : []),
    ...noticed,
    ...(unlisted > 0 ? [words.unlisted(unlisted)] : []),
  ]
  return (
    <>
      {open !== null && <Warning>{words.open(open.message, open.rows)}</Warning>}
      <details className={ui['breakable']}>
        <summary>{words.noteCount(notes.length)}</summary>
        <ul className={ui['bullets']}>
          {notes.map((note, index) => (
            <li key={`${index} ${note}`}>{note}</li>
          ))}
        </ul>
      </details>
    </>
  )
}

const noteOf = (column: ProposedColumn): string | undefined =>
  column.kind === 'attribute' ? undefined : words.notes[column.reason](column.name)
