import { useState } from 'react'
import type { PolicyFacts } from '#shared/calls/facts.ts'
import { text } from '#renderer/text/en.ts'
import { Note } from '#renderer/ui/error-alert.tsx'
import { SecretDialog } from '../secret-dialog.tsx'
import { BackupTestForm } from './test-form.tsx'
import { BackupTestResult } from './test-result.tsx'
import { MakeBackup, type SavedBackup } from './make-backup.tsx'
import type { BackupTestAnswer } from './test-form.tsx'

const words = text.policies.backup

type Step =
  | { readonly at: 'make' }
  | { readonly at: 'test'; readonly saved?: SavedBackup }
  | { readonly at: 'proved'; readonly answer: BackupTestAnswer }

/** A policy's backup is made and then, at once, tried. */
export const BackupDialog = ({
  policy,
  start,
  onClose,
}: {
  readonly policy: PolicyFacts
  readonly start: 'make' | 'test'
  readonly onClose: () => void
}) => {
  const [step, setStep] = useState<Step>({ at: start })
  return (
    <SecretDialog title={titleOf(step)} onClose={onClose}>
      {step.at === 'make' && (
        <MakeBackup
          policy={policy}
          onSaved={(saved) => setStep({ at: 'test', saved })}
          onCancel={onClose}
        />
      )}
      {step.at === 'test' && (
        <BackupTestForm
          onDone={(answer) => setStep({ at: 'proved', answer })}
          onCancel={onClose}
          before={step.saved === undefined ? undefined : <Saved saved={step.saved} />}
        />
      )}
      {step.at === 'proved' && (
        <BackupTestResult answer={step.answer} expected={policy.policyId} onClose={onClose} />
      )}
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
        <BackupTestForm onDone={setAnswer} onCancel={onClose} />
      ) : (
        <BackupTestResult answer={answer} onClose={onClose} />
      )}
    </SecretDialog>
  )
}

const titleOf = ({ at }: Step): string => {
  switch (at) {
    case 'make':
      return words.making.title
    case 'test':
      return words.testing.title
    case 'proved':
      return words.proved.title
    default:
      return at satisfies never
  }
}

const Saved = ({ saved: { path, as } }: { readonly saved: SavedBackup }) => (
  <Note>
    {as === 'paper' ? words.testing.savedPaper(path) : words.testing.saved(path)}{' '}
    {as === 'paper' ? words.testing.nowPaper : words.testing.now}
  </Note>
)
