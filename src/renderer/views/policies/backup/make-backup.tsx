import { SegmentedControl } from '@mantine/core'
import { type ReactNode, useCallback, useState } from 'react'
import type { CallInput } from '#shared/calls/contract.ts'
import { minPassphraseChars, passphraseStrength } from '#shared/passphrase-strength.ts'
import { text } from '#renderer/text/en.ts'
import { PassphraseMeter } from '#renderer/ui/passphrase-meter.tsx'
import { PassphraseField } from '../passphrase-field.tsx'
import styles from '../policies.module.css'
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

export type BackupFormat = CallInput<'backups.save'>['as']
export type SavedBackup = { readonly path: string; readonly as: BackupFormat }

/** Asks for the passphrases, then for the place. */
export const MakeBackup = ({
  what,
  hasPaper,
  save,
  onSaved,
  onCancel,
}: {
  /** What the backup holds. */
  readonly what: ReactNode
  /** Whether the backup may also be a page to print. */
  readonly hasPaper: boolean
  /** Writes it where the user chooses; null when they cancel. */
  readonly save: (
    passphrases: { readonly passphrase: string; readonly backupPassphrase: string },
    as: BackupFormat,
  ) => Promise<{ readonly path: string } | null>
  readonly onSaved: (saved: SavedBackup) => void
  readonly onCancel: () => void
}) => {
  const [as, setAs] = useState<BackupFormat>('file')
  const [typed, setTyped] = useState(noPassphrases)
  useWhenHidden(useCallback(() => setTyped(noPassphrases), []))
  const submit = async () => {
    // the vault refuses it too, but only once a place for the file was chosen
    const { error } = await passphraseStrength(typed.backup)
    if (error !== undefined) throw new Error(error)
    const saved = await save({ passphrase: typed.vault, backupPassphrase: typed.backup }, as)
    if (saved !== null) onSaved({ path: saved.path, as })
  }
  return (
    <SubmitForm
      submit={words.submit}
      isReady={isComplete(typed)}
      onSubmit={submit}
      onCancel={onCancel}
    >
      {what}
      {hasPaper && <Format as={as} onChange={setAs} />}
      <Passphrases typed={typed} onChange={setTyped} />
    </SubmitForm>
  )
}

const Format = ({
  as,
  onChange,
}: {
  readonly as: BackupFormat
  readonly onChange: (as: BackupFormat) => void
}) => (
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
      onChange={onChange}
    />
    {as === 'paper' && <div className={styles['below']}>{words.paperHint}</div>}
  </div>
)

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
