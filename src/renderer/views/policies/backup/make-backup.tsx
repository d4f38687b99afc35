import { SegmentedControl } from '@mantine/core'
import { useCallback, useState } from 'react'
import type { CallInput } from '#shared/calls/contract.ts'
import type { PolicyFacts } from '#shared/calls/facts.ts'
import { minPassphraseChars, passphraseStrength } from '#shared/passphrase-strength.ts'
import { change } from '#renderer/data/change.ts'
import { text } from '#renderer/text/en.ts'
import { PassphraseMeter } from '#renderer/ui/passphrase-meter.tsx'
import { PassphraseField } from '../passphrase-field.tsx'
import styles from '../policies.module.css'
import { PolicyName } from '../policy-name.tsx'
import { keysHere } from '../policy-states.tsx'
import { SubmitForm } from '#renderer/views/frame/submit-form.tsx'
import { useWhenHidden } from '../secret-window.ts'
import {
  type BackupPassphrases,
  type PassphraseError,
  isComplete,
  noPassphrases,
  passphraseError,
} from './backup-passphrase.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.policies.backup.making

type Form = CallInput<'backups.save'>['as']
export type SavedBackup = { readonly path: string; readonly as: Form }

/** Asks for the passphrases, then for the place. */
export const MakeBackup = ({
  policy,
  onSaved,
  onCancel,
}: {
  readonly policy: PolicyFacts
  readonly onSaved: (saved: SavedBackup) => void
  readonly onCancel: () => void
}) => {
  const [as, setAs] = useState<Form>('file')
  const [typed, setTyped] = useState(noPassphrases)
  useWhenHidden(useCallback(() => setTyped(noPassphrases), []))
  const submit = async () => {
    // the vault refuses it too, but only once a place for the file was chosen
    const { error } = await passphraseStrength(typed.backup)
    if (error !== undefined) throw new Error(error)
    const saved = await change('backups.save', {
      policyId: policy.policyId,
      passphrase: typed.vault,
      backupPassphrase: typed.backup,
      as,
    })
    if (saved !== null) onSaved({ path: saved.path, as })
  }
  return (
    <SubmitForm
      submit={words.submit}
      isReady={isComplete(typed)}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <What policy={policy} />
      <div role="group" aria-label={words.as}>
        <div className={ui['label']}>{words.as}</div>
        <SegmentedControl
          fullWidth
          aria-label={words.as}
          data={[
            { value: 'file', label: words.file },
            { value: 'paper', label: words.paper },
          ]}
          value={as}
          onChange={setAs}
        />
        {as === 'paper' && <div className={styles['below']}>{words.paperHint}</div>}
      </div>
      <Passphrases typed={typed} onChange={setTyped} />
    </SubmitForm>
  )
}

const What = ({ policy }: { readonly policy: PolicyFacts }) => {
  const here = keysHere(policy)
  const all = policy.keys.length
  return (
    <div>
      <PolicyName name={policy.name} />
      {words.text} {here < all && words.elsewhere(here, all)}
    </div>
  )
}

/** The errors that a different passphrase of the backup solves stand at its field. */
const backupError = (error: PassphraseError | undefined): string | undefined => {
  if (error === 'tooShort') return words.tooShort(minPassphraseChars)
  return error === 'sameAsVault' ? words.sameAsVault : undefined
}

const Passphrases = ({
  typed,
  onChange,
}: {
  readonly typed: BackupPassphrases
  readonly onChange: (typed: BackupPassphrases) => void
}) => {
  const error = passphraseError(typed)
  return (
    <>
      <div className={styles['twice']}>
        <PassphraseField
          label={words.passphrase}
          description={words.rule(minPassphraseChars)}
          error={backupError(error)}
          value={typed.backup}
          onChange={(backup) => onChange({ ...typed, backup })}
          isFirst
        />
        <PassphraseField
          label={words.again}
          error={error === 'differs' ? words.differs : undefined}
          value={typed.again}
          onChange={(again) => onChange({ ...typed, again })}
        />
      </div>
      <PassphraseMeter typed={typed.backup} />
      <PassphraseField
        label={words.vault}
        description={words.vaultWhy}
        value={typed.vault}
        onChange={(vault) => onChange({ ...typed, vault })}
      />
    </>
  )
}
