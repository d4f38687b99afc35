import { useState } from 'react'
import type { PolicyFacts } from '../../../../shared/calls/facts.ts'
import { text } from '../../../text/en.ts'
import { Note } from '../../../ui/error-alert.tsx'
import { SecretDialog } from '../secret-dialog.tsx'
import { DrillForm } from './drill-form.tsx'
import { DrillResult } from './drill-result.tsx'
import { MakeBackup, type SavedBackup } from './make-backup.tsx'
import type { DrillAnswer } from './drill-form.tsx'

const words = text.policies.backup

type Step =
  | { readonly at: 'make' }
  | { readonly at: 'drill'; readonly saved?: SavedBackup }
  | { readonly at: 'proved'; readonly answer: DrillAnswer }

/** A policy's backup is made and then, at once, tried. */
export const BackupDialog = ({
  policy,
  begin,
  onClose,
}: {
  readonly policy: PolicyFacts
  readonly begin: 'make' | 'drill'
  readonly onClose: () => void
}) => {
  const [step, setStep] = useState<Step>({ at: begin })
  return (
    <SecretDialog title={titleOf(step)} onClose={onClose}>
      {step.at === 'make' && (
        <MakeBackup
          policy={policy}
          onSaved={(saved) => setStep({ at: 'drill', saved })}
          onCancel={onClose}
        />
      )}
      {step.at === 'drill' && (
        <DrillForm
          onDone={(answer) => setStep({ at: 'proved', answer })}
          onCancel={onClose}
          before={step.saved === undefined ? undefined : <Saved saved={step.saved} />}
        />
      )}
      {step.at === 'proved' && (
        <DrillResult answer={step.answer} expected={policy.policyId} onClose={onClose} />
      )}
    </SecretDialog>
  )
}

/** A backup of any policy, tried: it need not be known here. */
export const DrillDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const [answer, setAnswer] = useState<DrillAnswer>()
  return (
    <SecretDialog
      title={answer === undefined ? words.drilling.title : words.proved.title}
      onClose={onClose}
    >
      {answer === undefined ? (
        <DrillForm onDone={setAnswer} onCancel={onClose} />
      ) : (
        <DrillResult answer={answer} onClose={onClose} />
      )}
    </SecretDialog>
  )
}

const titleOf = ({ at }: Step): string => {
  switch (at) {
    case 'make':
      return words.making.title
    case 'drill':
      return words.drilling.title
    case 'proved':
      return words.proved.title
    default:
      return at satisfies never
  }
}

const Saved = ({ saved: { path, as } }: { readonly saved: SavedBackup }) => (
  <Note>
    {as === 'paper' ? words.drilling.savedPaper(path) : words.drilling.saved(path)}{' '}
    {as === 'paper' ? words.drilling.nowPaper : words.drilling.now}
  </Note>
)
