import { Progress, Stack } from '@mantine/core'
import { useRef, useState } from 'react'
import { call, errorInfoOf } from '#renderer/bridge.ts'
import { signingCalls, type SigningReceived } from '#shared/calls/signing.ts'
import { text } from '#renderer/text/en.ts'
import { CodeArea } from '#renderer/ui/code-input.tsx'
import { Dialog } from '#renderer/ui/dialog.tsx'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { QrScanner } from '#renderer/ui/qr-scanner.tsx'
import { DraftDialog } from '../frame/dialog-form.tsx'
import { useDraftForm } from '../use-draft-form.ts'
import type { SigningSource } from './use-receive.ts'

const words = text.signing

export type ReceiveDialogName = 'paste' | 'scan'

/** The ways in that need a dialog. */
export const ReceiveDialogs = ({
  name,
  id,
  onReceive,
  onReceived,
  onClose,
}: {
  readonly name: ReceiveDialogName | undefined
  readonly id: string | undefined
  readonly onReceive: (source: SigningSource) => Promise<void>
  readonly onReceived: (taken: SigningReceived) => void
  readonly onClose: () => void
}) => (
  <>
    {name === 'paste' && <PasteDialog onReceive={onReceive} onClose={onClose} />}
    {name === 'scan' && <ScanDialog id={id} onReceived={onReceived} onClose={onClose} />}
  </>
)

const PasteDialog = ({
  onReceive,
  onClose,
}: {
  readonly onReceive: (source: SigningSource) => Promise<void>
  readonly onClose: () => void
}) => {
  const form = useDraftForm({
    initial: { pasted: '' },
    schema: signingCalls['signing.receive'].input,
    inputOf: ({ pasted }) => ({ source: { kind: 'text', text: pasted, name: null } }),
    errorsOf: ({ pasted }, [found]) => {
      const message = pasted.trim() === '' ? words.pasting.missing : found?.message
      return message === undefined ? {} : { pasted: message }
    },
    submit: async ({ source }) => {
      await onReceive(source)
      onClose()
    },
  })
  return (
    <DraftDialog
      form={form}
      title={words.pasting.title}
      submit={words.pasting.submit}
      onClose={onClose}
    >
      <CodeArea
        label={words.pasting.label}
        description={words.pasting.hint}
        {...form.getInputProps('pasted')}
        rows={8}
        data-autofocus
      />
    </DraftDialog>
  )
}

const ScanDialog = ({
  id,
  onReceived,
  onClose,
}: {
  readonly id: string | undefined
  readonly onReceived: (taken: SigningReceived) => void
  readonly onClose: () => void
}) => {
  const { progress, error, receive } = useScan(id, (taken) => {
    onClose()
    onReceived(taken)
  })
  const percent = Math.floor(progress * 100)
  return (
    <Dialog
      onClose={onClose}
      title={id === undefined ? words.scanning.title : words.scanning.titleWitness}
      size="lg"
    >
      <Stack gap="md">
        <QrScanner onText={receive} allowCamera={(on) => call('app.camera', { on })} />
        <div role="status">{percent > 0 && words.scanning.read(percent)}</div>
        <Progress value={percent} aria-hidden />
        {error !== undefined && <ErrorAlert error={error} />}
      </Stack>
    </Dialog>
  )
}

/** One call at a time: what the camera sees meanwhile goes along with the next. */
const useScan = (id: string | undefined, onReceived: (taken: SigningReceived) => void) => {
  const [progress, setProgress] = useState(0)
  const [error, setError] = useState<string>()
  const state = useRef({ parts: new Set<string>(), isAsking: false, isFirst: true, isDone: false })
  const send = async (): Promise<void> => {
    const scan = state.current
    if (scan.isAsking || scan.isDone || scan.parts.size === 0) return
    const parts = [...scan.parts].slice(0, 100)
    scan.parts.clear()
    scan.isAsking = true
    try {
      const answer = await call('signing.scan', { parts, restart: scan.isFirst, id: id ?? null })
      scan.isFirst = false
      setProgress(answer.progress)
      if (answer.taken === null) return
      scan.isDone = true
      onReceived(answer.taken)
    } catch (error) {
      setProgress(0)
      setError(errorInfoOf(error).message)
    } finally {
      scan.isAsking = false
    }
    void send()
  }
  return {
    progress,
    error,
    receive: (seen: string) => {
      state.current.parts.add(seen.slice(0, 5000))
      void send()
    },
  }
}
