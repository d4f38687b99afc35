import { Button, Checkbox, Stack } from '@mantine/core'
import { useState } from 'react'
import { afterMove } from '#contract/home/moving.ts'
import { homeCalls } from '#contract/home/calls.ts'
import { bytesText } from '#values/text/format.ts'
import { call } from '#renderer/bridge.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { Dialog, DialogButtons } from '#renderer/ui/dialog.tsx'
import { Note, Warning } from '#renderer/ui/error-alert.tsx'
import { PasswordField } from '#renderer/ui/password-field.tsx'
import { DraftDialog } from '../../frame/dialog-form.tsx'
import { useDraftForm } from '../../use-draft-form.ts'
import { MoveProgressBar } from './move-progress.tsx'

const words = text.computer

type Exported = { readonly file: string; readonly bytes: number }

/** Writes the data folder into a file and goes on using it. */
export const BackUpHomeDialog = ({ onClose }: { readonly onClose: () => void }) => (
  <HomeFileDialog
    what="backup"
    onDone={({ file, bytes }) => {
      useNotices.getState().notify('good', words.backedUp(file, bytesText(bytes)))
      onClose()
    }}
    onClose={onClose}
  />
)

/** Writes the data folder into a file, and is the end of it here. */
export const ExportHomeDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const [exported, setExported] = useState<Exported>()
  if (exported !== undefined) return <ExportedDialog {...exported} />
  return <HomeFileDialog what="export" onDone={setExported} onClose={onClose} />
}

/** Asks for the passphrase; where the file goes is asked outside the page. */
const HomeFileDialog = ({
  what,
  onDone,
  onClose,
}: {
  readonly what: 'backup' | 'export'
  readonly onDone: (written: Exported) => void
  readonly onClose: () => void
}) => {
  const name = what === 'backup' ? 'home.backUp' : 'home.export'
  const form = useDraftForm({
    initial: { passphrase: '', images: true },
    schema: homeCalls[name].input,
    inputOf: (typed) => typed,
    passphraseField: 'passphrase',
    submit: async (input) => {
      const written = await call(name, input)
      form.clear()
      if (written !== null) onDone(written)
    },
  })
  return (
    <DraftDialog
      form={form}
      title={words.titles[what]}
      submit={words.chooseFile[what]}
      onClose={form.isBusy ? stopExport : onClose}
    >
      {what === 'export' && (
        <Warning>
          <strong>{afterMove.ends}</strong> {afterMove.undo}
        </Warning>
      )}
      <PasswordField
        label={words.passphrase}
        {...form.getInputProps('passphrase')}
        visibilityToggleButtonProps={{ 'aria-label': words.show }}
        disabled={form.isBusy}
        data-autofocus
      />
      <Checkbox
        label={words.images}
        description={words.imagesHint}
        {...form.getInputProps('images', { type: 'checkbox' })}
        disabled={form.isBusy}
      />
      {form.isBusy && <MoveProgressBar what={what} />}
    </DraftDialog>
  )
}

/** It ends with `cancelled`, and the form can be used again. */
export const stopExport = (): void => void call('home.stop', null)

const ExportedDialog = ({ file, bytes }: Exported) => {
  const leave = (): void => void call('home.reopen', null)
  return (
    <Dialog title={words.exportedTitle} size="lg" onClose={leave}>
      <Stack gap="md">
        <p>{words.exportedText(file, bytesText(bytes))}</p>
        <Note>{words.stopHere}</Note>
        <DialogButtons>
          <Button onClick={leave} data-autofocus>
            {words.finish}
          </Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  )
}
