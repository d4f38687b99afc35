import { type ReactNode, useCallback, useState } from 'react'
import type { CallInput, CallOutput } from '#shared/calls/contract.ts'
import { change } from '#renderer/data/change.ts'
import { warnIfWeak } from '#renderer/stores/warn-if-weak.ts'
import { text } from '#renderer/text/en.ts'
import { PassphraseField } from '../passphrase-field.tsx'
import { noSource, sourceOf } from '../policy-source.ts'
import { SubmitForm } from '#renderer/views/frame/submit-form.tsx'
import { useWhenHidden } from '../secret-window.ts'
import { SourceFields } from '../source-fields.tsx'

const words = text.policies.backup

export type BackupTestAnswer = CallOutput<'backups.test'>

/** Tests a backup of a policy. */
export const testPolicyBackup = (input: CallInput<'backups.test'>): Promise<BackupTestAnswer> =>
  change('backups.test', input)

/** Which backup, and its passphrase. */
export const BackupTestForm = <Answer,>({
  before,
  test,
  onDone,
  onCancel,
}: {
  /** What was done so far. */
  readonly before?: ReactNode
  readonly test: (input: CallInput<'backups.test'>) => Promise<Answer>
  readonly onDone: (answer: Answer) => void
  readonly onCancel: () => void
}) => {
  const { source, passphrase, fields } = useBackupFields()
  const submit = async () => {
    if (source === undefined) return
    onDone(await test({ source, backupPassphrase: passphrase }))
    void warnIfWeak(passphrase, words.weak)
  }
  return (
    <SubmitForm
      submit={words.testing.submit}
      cancel={before === undefined ? text.common.cancel : words.testing.later}
      isReady={source !== undefined && passphrase !== ''}
      onSubmit={submit}
      onCancel={onCancel}
    >
      {before}
      <div>{words.testing.text}</div>
      {fields}
    </SubmitForm>
  )
}

/** A backup as it is picked or pasted, and its passphrase as it is typed. */
export const useBackupFields = () => {
  const [choice, setChoice] = useState(noSource)
  const [passphrase, setPassphrase] = useState('')
  useWhenHidden(useCallback(() => setPassphrase(''), []))
  const fields = (
    <>
      <SourceFields of="backup" value={choice} onChange={setChoice} />
      <PassphraseField
        label={words.passphrase}
        description={words.passphraseHint}
        value={passphrase}
        onChange={setPassphrase}
      />
    </>
  )
  return { source: sourceOf(choice), passphrase, fields }
}
