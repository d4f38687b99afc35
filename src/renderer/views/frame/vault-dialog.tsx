import { vaultCalls } from '#contract/vault/calls.ts'
import { minPassphraseChars } from '#values/passphrases/passphrase-strength.ts'
import { useVault } from '#renderer/stores/vault.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { text } from '#renderer/text/en.ts'
import { Dialog } from '#renderer/ui/dialog.tsx'
import { PassphraseMeter } from '#renderer/ui/passphrase-meter.tsx'
import { PasswordField } from '#renderer/ui/password-field.tsx'
import { newPassphraseErrors } from '../new-passphrase-errors.ts'
import { useDraftForm } from '../use-draft-form.ts'
import { DraftFormBody } from './submit-form.tsx'

const words = text.frame.vault

/** Creates or unlocks the vault. */
export const VaultDialog = () => {
  const { data: status } = useCall('vault.status', null)
  const { unlockRequest, cancel } = useVault()
  if (unlockRequest === undefined || status === undefined) return null
  const isNew = status.state === 'new'
  return (
    <Dialog onClose={cancel} title={isNew ? words.createTitle : words.unlockTitle}>
      <PassphraseForm
        isNew={isNew}
        reason={unlockRequest.reason}
        note={isNew ? status.note : undefined}
      />
    </Dialog>
  )
}

const PassphraseForm = ({
  isNew,
  reason,
  note,
}: {
  readonly isNew: boolean
  readonly reason: string | undefined
  readonly note: string | undefined
}) => {
  const { submit, cancel } = useVault()
  const form = useDraftForm({
    initial: { passphrase: '', again: '' },
    schema: vaultCalls['vault.unlock'].input,
    inputOf: (typed) => typed,
    check: async ({ passphrase }, { again }) =>
      isNew ? newPassphraseErrors(passphrase, again, 'passphrase') : [],
    passphraseField: 'passphrase',
    submit: ({ passphrase }) => submit(passphrase),
  })
  return (
    <DraftFormBody form={form} submit={isNew ? words.create : words.unlock} onCancel={cancel}>
      {reason !== undefined && <div>{reason}</div>}
      {isNew && <div>{words.createText}</div>}
      {note !== undefined && <div>{note}</div>}
      <PasswordField
        label={isNew ? words.newPassphrase : words.passphrase}
        description={isNew ? text.common.passphrase.rule(minPassphraseChars) : undefined}
        {...form.getInputProps('passphrase')}
        data-autofocus
        required
        visibilityToggleButtonProps={{ 'aria-label': words.show }}
      />
      {isNew && (
        <PassphraseMeter typed={form.values.passphrase} refusal={form.errors['passphrase']} />
      )}
      {isNew && (
        <PasswordField
          label={words.again}
          {...form.getInputProps('again')}
          required
          visibilityToggleButtonProps={{ 'aria-label': words.show }}
        />
      )}
    </DraftFormBody>
  )
}
