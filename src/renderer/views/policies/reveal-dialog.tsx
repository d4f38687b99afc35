import { Button, Stack } from '@mantine/core'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { z } from 'zod'
import type { CallInput } from '#contract/window/calls.ts'
import { policyCalls } from '#contract/policies/calls.ts'
import { call } from '#renderer/bridge.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { IconButton } from '#renderer/ui/icon-button.tsx'
import { Dialog, DialogButtons } from '#renderer/ui/dialog.tsx'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { useDraftForm } from '../use-draft-form.ts'
import { ShownSecret } from '#renderer/views/frame/shown-secret.tsx'
import { PasswordField } from '#renderer/ui/password-field.tsx'
import { useProtectedWindow, useWhenHidden } from '#renderer/views/frame/secret-window.ts'

const words = text.policies.reveal

type Reveal = CallInput<'policies.reveal'>

const schema = policyCalls['policies.reveal'].input.extend({
  as: z.enum(['text', 'file', 'keyFiles']),
})
type Form = Omit<z.output<typeof schema>, 'policyId'>
const initial: Form = { passphrase: '', as: 'text' }

/**
 * The policy with its keys, shown for a minute or saved to a file. The text is in this dialog's
 * state only and disappears with it.
 */
export const RevealDialog = ({
  policyId,
  onClose,
}: {
  readonly policyId: string
  readonly onClose: () => void
}) => {
  useProtectedWindow()
  const [secret, setSecret] = useState<string>()
  return (
    <Dialog onClose={onClose} title={words.title} size="lg" hasSecretFrame={secret !== undefined}>
      {secret === undefined ? (
        <PassphrasePrompt policyId={policyId} onShow={setSecret} onClose={onClose} />
      ) : (
        <ShownSecret secret={secret} label={words.text} warning={words.warning} onHide={onClose} />
      )}
    </Dialog>
  )
}

const PassphrasePrompt = ({
  policyId,
  onShow,
  onClose,
}: {
  readonly policyId: string
  readonly onShow: (secret: string) => void
  readonly onClose: () => void
}) => {
  const form = useDraftForm({
    initial,
    schema,
    inputOf: (typed) => ({ policyId, ...typed }),
    passphraseField: 'passphrase',
    submit: async ({ as, ...input }) => {
      if (as === 'text') return onShow((await call('policies.reveal', input)).text)
      const saved = await saving[as](input)
      if (saved === null) return undefined
      useNotices.getState().notify('good', saved)
      return onClose()
    },
  })
  useWhenHidden(() => form.setFieldValue('passphrase', ''))
  const isBusyAs = (as: Form['as']) => form.isBusy && form.values.as === as
  const save = (as: Form['as']) => {
    form.setFieldValue('as', as)
    form.requestSubmit()
  }
  return (
    <form {...form.element}>
      <Stack gap="md">
        <div>{words.warning}</div>
        <PasswordField
          label={words.passphrase}
          description={words.why}
          {...form.getInputProps('passphrase')}
          required
          data-autofocus
          visibilityToggleButtonProps={{ 'aria-label': words.showPassphrase }}
        />
        {form.error !== undefined && <ErrorAlert error={form.error} />}
        <DialogButtons>
          <Button
            variant="default"
            title={words.saveKeysHint}
            loading={isBusyAs('keyFiles')}
            onClick={() => save('keyFiles')}
          >
            {words.saveKeys}
          </Button>
          <IconButton icon={Download} loading={isBusyAs('file')} onClick={() => save('file')}>
            {words.save}
          </IconButton>
          <Button
            type="submit"
            loading={isBusyAs('text')}
            onClick={() => form.setFieldValue('as', 'text')}
          >
            {words.show}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  )
}

/** Each writes files where the user chooses. @returns what to report; null when they cancel */
const saving = {
  file: async (input: Reveal) => {
    const path = await call('policies.saveWithKeys', input)
    return path === null ? null : words.saved(path)
  },
  keyFiles: async (input: Reveal) => {
    const paths = await call('policies.saveKeyFiles', input)
    return paths === null ? null : words.savedKeys(paths)
  },
}
