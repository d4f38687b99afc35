import { useState } from 'react'
import { minPassphraseChars } from '#shared/passphrase-strength.ts'
import { charsOf } from '#shared/text.ts'
import { useVault } from '#renderer/stores/vault.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { text } from '#renderer/text/en.ts'
import { Dialog } from '#renderer/ui/dialog.tsx'
import { PassphraseMeter } from '#renderer/ui/passphrase-meter.tsx'
import { PasswordField } from '#renderer/ui/password-field.tsx'
import { SubmitForm } from './submit-form.tsx'

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
  const [first, setFirst] = useState('')
  const [again, setAgain] = useState('')
  const send = async () => {
    if (isNew && charsOf(first) < minPassphraseChars)
      throw new Error(words.tooShort(minPassphraseChars))
    if (isNew && first !== again) throw new Error(words.differs)
    await submit(first)
  }
  return (
    <SubmitForm
      submit={isNew ? words.create : words.unlock}
      isReady={first !== ''}
      onSubmit={send}
      onCancel={cancel}
    >
      {reason !== undefined && <div>{reason}</div>}
      {isNew && <div>{words.createText}</div>}
      {note !== undefined && <div>{note}</div>}
      <PasswordField
        label={isNew ? words.newPassphrase : words.passphrase}
        description={isNew ? text.common.passphrase.rule(minPassphraseChars) : undefined}
        value={first}
        onChange={(event) => setFirst(event.currentTarget.value)}
        data-autofocus
        required
        visibilityToggleButtonProps={{ 'aria-label': words.show }}
      />
      {isNew && <PassphraseMeter typed={first} />}
      {isNew && (
        <PasswordField
          label={words.again}
          value={again}
          onChange={(event) => setAgain(event.currentTarget.value)}
          required
          visibilityToggleButtonProps={{ 'aria-label': words.show }}
        />
      )}
    </SubmitForm>
  )
}
