import { z } from 'zod'
import type { AccountView } from '#contract/accounts/account.ts'
import { text } from '#renderer/text/en.ts'
import { DraftDialog } from '#renderer/views/frame/dialog-form.tsx'
import { requiredSecret } from '#contract/window/secret-text.ts'
import { useDraftForm } from '#renderer/views/use-draft-form.ts'
import { PassphraseField } from '#renderer/views/policies/passphrase-field.tsx'
import { useWhenHidden } from '#renderer/views/frame/secret-window.ts'

const words = text.collections.new

/** Asks for the vault's passphrase before a service gets signing keys; it stays in this dialog. */
export const SendKeysDialog = ({
  account,
  onSend,
  onClose,
}: {
  readonly account: AccountView
  readonly onSend: (passphrase: string) => Promise<void>
  readonly onClose: () => void
}) => {
  const form = useDraftForm({
    initial: { passphrase: '' },
    schema: z.object({ passphrase: requiredSecret }),
    inputOf: (typed) => typed,
    submit: ({ passphrase }) => onSend(passphrase),
  })
  useWhenHidden(form.clear)
  return (
    <DraftDialog
      form={form}
      title={words.sendKeysTitle}
      submit={words.sendKeysSubmit}
      onClose={onClose}
    >
      <div>{words.sendKeysText(account.name)}</div>
      <PassphraseField
        label={words.sendKeysPassphrase}
        {...form.getInputProps('passphrase')}
        data-autofocus
      />
    </DraftDialog>
  )
}
