import { Camera, ClipboardPaste, FileInput, Signature } from 'lucide-react'
import { useState } from 'react'
import { Group } from '@mantine/core'
import { isWaitingRequest } from '#renderer/data/signing.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { Empty, Page, Sheet } from '#renderer/ui/page.tsx'
import { Waiting } from '#renderer/ui/waiting.tsx'
import { EntryList } from './entry-list.tsx'
import { DropArea } from '#renderer/ui/drop-area.tsx'
import { type ReceiveDialogName, ReceiveDialogs } from './receive-dialogs.tsx'
import { useReceive } from './use-receive.ts'
import ui from '#renderer/ui/parts.module.css'
import { IconButton } from '#renderer/ui/icon-button.tsx'

const words = text.signing

/** What waits, what was, and the ways in. */
export const SigningInboxPage = () => {
  const { data: entries, error, refetch } = useCall('signing.list', null)
  const [dialog, setDialog] = useState<ReceiveDialogName>()
  const { receive, taken, pick, drop } = useReceive(undefined)
  const ways = <WaysIn onPick={() => void pick()} onOpen={setDialog} />
  return (
    <DropArea hint={text.signing.receive.dropHere} onDrop={({ files }) => drop([...files])}>
      <Page title={words.title} lead={words.lead} actions={entries?.length !== 0 && ways}>
        {error !== null && (
          <ErrorAlert
            error={error}
            onRetry={() => void refetch()}
            isWhole={entries === undefined}
          />
        )}
        {entries === undefined && error === null && <Waiting />}
        {entries?.length === 0 && (
          <Empty
            icon={<Signature size={40} strokeWidth={1.25} aria-hidden />}
            title={words.emptyTitle}
            action={<Group gap="xs">{ways}</Group>}
          >
            {words.emptyText}
          </Empty>
        )}
        {entries !== undefined && entries.length > 0 && (
          <div className={ui['stack']}>
            <Sheet title={words.waiting}>
              <EntryList entries={entries.filter(isWaitingRequest)} label={words.waiting}>
                {words.emptyTitle}. {words.receive.title}: {words.receive.hint}
              </EntryList>
            </Sheet>
            {!entries.every(isWaitingRequest) && (
              <Sheet title={words.history}>
                <EntryList
                  entries={entries.filter((entry) => !isWaitingRequest(entry))}
                  label={words.history}
                />
              </Sheet>
            )}
          </div>
        )}
        <ReceiveDialogs
          name={dialog}
          id={undefined}
          onReceive={receive}
          onReceived={taken}
          onClose={() => setDialog(undefined)}
        />
      </Page>
    </DropArea>
  )
}

const WaysIn = ({
  onPick,
  onOpen,
}: {
  readonly onPick: () => void
  readonly onOpen: (name: ReceiveDialogName) => void
}) => (
  <>
    <IconButton icon={ClipboardPaste} onClick={() => onOpen('paste')}>
      {words.receive.paste}
    </IconButton>
    <IconButton icon={Camera} onClick={() => onOpen('scan')}>
      {words.receive.scan}
    </IconButton>
    <IconButton variant="filled" icon={FileInput} onClick={onPick}>
      {words.receive.pick}
    </IconButton>
  </>
)
