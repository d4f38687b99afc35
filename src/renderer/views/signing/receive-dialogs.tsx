import { call } from '#renderer/bridge.ts'
import { signingCalls, type SigningReceived } from '#contract/signing/calls.ts'
import { text } from '#renderer/text/en.ts'
import { CodeArea } from '#renderer/ui/code-input.tsx'
import { Dialog } from '#renderer/ui/dialog.tsx'
import { DraftDialog } from '../frame/dialog-form.tsx'
import { ScanPanel } from '../frame/scan-panel.tsx'
import { useScan } from '../frame/use-scan.ts'
import { useDraftForm } from '../use-draft-form.ts'
import type { ReceivedSource } from './use-receive.ts'

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
  readonly onReceive: (source: ReceivedSource) => Promise<void>
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
  readonly onReceive: (source: ReceivedSource) => Promise<void>
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
  const scan = useScan({
    send: async (parts, restart) => {
      const { progress, taken } = await call('signing.scan', { parts, restart, id: id ?? null })
      if (taken !== null) {
        onClose()
        onReceived(taken)
      }
      return { progress, isDone: taken !== null }
    },
  })
  return (
    <Dialog
      onClose={onClose}
      title={id === undefined ? words.scanning.title : words.scanning.titleWitness}
      size="lg"
    >
      <ScanPanel scan={scan} />
    </Dialog>
  )
}
