import { TextInput } from '@mantine/core'
import { homeCalls } from '#contract/home/calls.ts'
import { call } from '#renderer/bridge.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { PasswordField } from '#renderer/ui/password-field.tsx'
import { DraftDialog } from '../../frame/dialog-form.tsx'
import { useDraftForm } from '../../use-draft-form.ts'
import { stopExport } from './export-dialog.tsx'
import { MoveProgressBar } from './move-progress.tsx'

const words = text.computer

/** Asks for the passphrase of an exported file; what is in it is confirmed outside the page. */
export const ImportHomeDialog = ({
  file,
  onClose,
}: {
  readonly file: string
  readonly onClose: () => void
}) => {
  const form = useDraftForm({
    initial: { passphrase: '' },
    schema: homeCalls['home.import'].input,
    inputOf: ({ passphrase }) => ({ file, passphrase }),
    passphraseField: 'passphrase',
    submit: async (input) => {
      await call('home.import', input)
      form.clear()
      useNotices.getState().notify('good', words.imported)
      onClose()
    },
  })
  return (
    <DraftDialog
      form={form}
      title={words.importDialog}
      submit={words.importNow}
      onClose={form.isBusy ? stopExport : onClose}
    >
      <TextInput label={words.file} value={file} readOnly />
      <PasswordField
        label={words.passphrase}
        {...form.getInputProps('passphrase')}
        visibilityToggleButtonProps={{ 'aria-label': words.show }}
        disabled={form.isBusy}
        data-autofocus
      />
      {form.isBusy && <MoveProgressBar what="import" />}
    </DraftDialog>
  )
}
