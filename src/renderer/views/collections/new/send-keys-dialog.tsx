import { useCallback, useState } from 'react'
import type { AccountFacts } from '#shared/calls/facts.ts'
import { text } from '#renderer/text/en.ts'
import { DialogForm } from '#renderer/views/frame/dialog-form.tsx'
import { PassphraseField } from '#renderer/views/policies/passphrase-field.tsx'
import { useWhenHidden } from '#renderer/views/policies/secret-window.ts'

const words = text.collections.new

/** Asks for the vault's passphrase before a service gets signing keys; it stays in this dialog. */
export const SendKeysDialog = ({
  account,
  onSend,
  onClose,
}: {
  readonly account: AccountFacts
  readonly onSend: (passphrase: string) => Promise<void>
  readonly onClose: () => void
}) => {
  const [passphrase, setPassphrase] = useState('')
  useWhenHidden(useCallback(() => setPassphrase(''), []))
  return (
    <DialogForm
      title={words.sendKeysTitle}
      submit={words.sendKeysSubmit}
      isReady={passphrase !== ''}
      onSubmit={() => onSend(passphrase)}
      onClose={onClose}
    >
      <div>{words.sendKeysText(account.name)}</div>
      <PassphraseField
        label={words.sendKeysPassphrase}
        value={passphrase}
        onChange={setPassphrase}
        isFirst
      />
    </DialogForm>
  )
}
