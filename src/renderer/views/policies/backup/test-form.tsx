import type { ReactNode } from 'react'
import { backupCalls } from '#contract/backups/calls.ts'
import type { CallInput, CallOutput } from '#contract/window/calls.ts'
import { change } from '#renderer/data/change.ts'
import { warnIfWeak } from '#renderer/stores/warn-if-weak.ts'
import { text } from '#renderer/text/en.ts'
import { PassphraseField } from '../passphrase-field.tsx'
import { noSource, readPolicySource } from '../policy-source.ts'
import { DraftFormBody } from '#renderer/views/frame/submit-form.tsx'
import { atOwnPaths, useDraftForm } from '#renderer/views/use-draft-form.ts'
import { useWhenHidden } from '#renderer/views/frame/secret-window.ts'
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
  const { form, fields } = useBackupForm(async (input) => onDone(await test(input)))
  return (
    <DraftFormBody
      form={form}
      submit={words.testing.submit}
      cancel={before === undefined ? text.common.cancel : words.testing.later}
      onCancel={onCancel}
    >
      {before}
      <div>{words.testing.text}</div>
      {fields}
    </DraftFormBody>
  )
}

const initial = { source: noSource, backupPassphrase: '' }

/** A form for a backup that is picked or pasted, and its passphrase. */
export const useBackupForm = (open: (input: CallInput<'backups.test'>) => Promise<void>) => {
  const form = useDraftForm({
    initial,
    schema: backupCalls['backups.test'].input,
    inputOf: ({ source, ...typed }) => ({ ...typed, source: readPolicySource(source) }),
    errorsOf: ({ source }, found) => ({
      ...atOwnPaths(found),
      ...(readPolicySource(source) === undefined ? { source: words.source.missing } : {}),
    }),
    passphraseField: 'backupPassphrase',
    submit: async (input) => {
      await open(input)
      void warnIfWeak(input.backupPassphrase, words.weak)
    },
  })
  useWhenHidden(() => form.setFieldValue('backupPassphrase', ''))
  const fields = (
    <>
      <SourceFields
        of="backup"
        value={form.values.source}
        onChange={(source) => form.setFieldValue('source', source)}
        error={form.errors['source']}
      />
      <PassphraseField
        label={words.passphrase}
        description={words.passphraseHint}
        {...form.getInputProps('backupPassphrase')}
      />
    </>
  )
  return { form, fields }
}
