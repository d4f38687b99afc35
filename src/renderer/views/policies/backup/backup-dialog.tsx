import { type ReactNode, useState } from 'react'
import type { CallInput } from '#contract/window/calls.ts'
import { text } from '#renderer/text/en.ts'
import { Note } from '#renderer/ui/error-alert.tsx'
import { SecretDialog } from '../secret-dialog.tsx'
import { BackupTestForm, type BackupTestAnswer, testPolicyBackup } from './test-form.tsx'
import { BackupTestResult } from './test-result.tsx'
import { MakeBackup, type SaveBackup, type SavedBackup } from './make-backup.tsx'

const words = text.policies.backup

/** What is backed up: a policy, or a wallet that sales are paid to. */
export type BackupSubject<Answer> = {
  /** Of the dialog that makes the backup. */
  readonly title: string
  readonly what: ReactNode
  readonly hasPaper: boolean
  readonly save: SaveBackup
  readonly test: (input: CallInput<'backups.test'>) => Promise<Answer>
  readonly result: (answer: Answer) => ReactNode
}

type Step<Answer> =
  | { readonly at: 'make' }
  | { readonly at: 'test'; readonly saved?: SavedBackup }
  | { readonly at: 'proved'; readonly answer: Answer }

/** A backup is made and then, at once, tested. */
export const BackupDialog = <Answer,>({
  subject,
  start,
  onClose,
}: {
  readonly subject: BackupSubject<Answer>
  readonly start: 'make' | 'test'
  readonly onClose: () => void
}) => {
  const [step, setStep] = useState<Step<Answer>>({ at: start })
  const { title, what, hasPaper, save, test, result } = subject
  const titles = { make: title, test: words.testing.title, proved: words.proved.title }
  return (
    <SecretDialog title={titles[step.at]} onClose={onClose}>
      {step.at === 'make' && (
        <MakeBackup
          {...{ what, hasPaper, save }}
          onSaved={(saved) => setStep({ at: 'test', saved })}
          onCancel={onClose}
        />
      )}
      {step.at === 'test' && (
        <BackupTestForm
          test={test}
          onDone={(answer) => setStep({ at: 'proved', answer })}
          onCancel={onClose}
          before={step.saved === undefined ? undefined : <Saved saved={step.saved} />}
        />
      )}
      {step.at === 'proved' && result(step.answer)}
    </SecretDialog>
  )
}

/** A backup of any policy, tried: it need not be known here. */
export const TestBackupDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const [answer, setAnswer] = useState<BackupTestAnswer>()
  return (
    <SecretDialog
      title={answer === undefined ? words.testing.title : words.proved.title}
      onClose={onClose}
    >
      {answer === undefined ? (
        <BackupTestForm test={testPolicyBackup} onDone={setAnswer} onCancel={onClose} />
      ) : (
        <BackupTestResult answer={answer} onClose={onClose} />
      )}
    </SecretDialog>
  )
}

const Saved = ({ saved: { path, as } }: { readonly saved: SavedBackup }) => (
  <Note>
    {as === 'paper' ? words.testing.savedPaper(path) : words.testing.saved(path)}{' '}
    {as === 'paper' ? words.testing.nowPaper : words.testing.now}
  </Note>
)
