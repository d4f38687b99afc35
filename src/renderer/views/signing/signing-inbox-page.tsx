import { Button } from '@mantine/core'
import { Camera, ClipboardPaste, FileInput, Signature } from 'lucide-react'
import { useEffect, useState } from 'react'
import { errorInfoOf } from '#renderer/bridge.ts'
import { isWaiting, useSigning } from '#renderer/stores/signing.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { Empty, Page, Sheet } from '#renderer/ui/page.tsx'
import { Waiting } from '#renderer/ui/waiting.tsx'
import { EntryList } from './entry-list.tsx'
import styles from './signing.module.css'
import { ReceiveArea } from './receive-area.tsx'
import { type ReceiveDialogName, ReceiveDialogs } from './receive-dialogs.tsx'
import { useReceive } from './use-receive.ts'

const words = text.signing

/** What waits, what was, and the ways in. */
export const SigningInboxPage = () => {
  const { entries, load } = useSigning()
  const [error, setError] = useState<string>()
  const [dialog, setDialog] = useState<ReceiveDialogName>()
  const { receive, taken, pick, drop } = useReceive(undefined)
  const reload = () => {
    setError(undefined)
    load().catch((error: unknown) => setError(errorInfoOf(error).message))
  }
  useEffect(reload, [load])
  const ways = <WaysIn onPick={() => void pick()} onOpen={setDialog} />
  return (
    <ReceiveArea onDrop={drop}>
      <Page title={words.title} lead={words.lead} actions={entries?.length !== 0 && ways}>
        {error !== undefined && <ErrorAlert message={error} onRetry={reload} />}
        {entries === undefined && error === undefined && <Waiting />}
        {entries?.length === 0 && (
          <Empty
            icon={<Signature size={40} strokeWidth={1.25} aria-hidden />}
            title={words.emptyTitle}
            action={<div className={styles['ways']}>{ways}</div>}
          >
            {words.emptyText}
          </Empty>
        )}
        {entries !== undefined && entries.length > 0 && (
          <div className={styles['column']}>
            <Sheet title={words.waiting}>
              <EntryList entries={entries.filter(isWaiting)} label={words.waiting}>
                {words.emptyTitle}. {words.receive.title}: {words.receive.hint}
              </EntryList>
            </Sheet>
            {!entries.every(isWaiting) && (
              <Sheet title={words.history}>
                <EntryList
                  entries={entries.filter((entry) => !isWaiting(entry))}
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
    </ReceiveArea>
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
    <Button
      variant="default"
      leftSection={<ClipboardPaste size={16} aria-hidden />}
      onClick={() => onOpen('paste')}
    >
      {words.receive.paste}
    </Button>
    <Button
      variant="default"
      leftSection={<Camera size={16} aria-hidden />}
      onClick={() => onOpen('scan')}
    >
      {words.receive.scan}
    </Button>
    <Button leftSection={<FileInput size={16} aria-hidden />} onClick={onPick}>
      {words.receive.pick}
    </Button>
  </>
)
