import { Box, SegmentedControl } from '@mantine/core'
import type { ReactNode } from 'react'
import { backupCalls } from '#contract/backups/calls.ts'
import type { CallInput } from '#contract/window/calls.ts'
import { minPassphraseChars, passphraseStrength } from '#values/passphrases/passphrase-strength.ts'
import { text } from '#renderer/text/en.ts'
import { PassphraseMeter } from '#renderer/ui/passphrase-meter.tsx'
import { PassphraseField } from '../passphrase-field.tsx'
import { DraftFormBody } from '#renderer/views/frame/submit-form.tsx'
import { atOwnPaths, useDraftForm } from '#renderer/views/use-draft-form.ts'
import { useWhenHidden } from '#renderer/views/frame/secret-window.ts'
import { type BackupPassphrases, noPassphrases, passphraseErrors } from './backup-passphrase.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.policies.backup.making

type BackupFormat = CallInput<'backups.save'>['as']
/** Writes a backup where the user chooses; null when they cancel. */
export type SaveBackup = (
  passphrases: { readonly passphrase: string; readonly backupPassphrase: string },
  as: BackupFormat,
) => Promise<{ readonly path: string } | null>
export type SavedBackup = { readonly path: string; readonly as: BackupFormat }

const initial: BackupPassphrases & { as: BackupFormat } = { ...noPassphrases, as: 'file' }

/** Where the call's passphrases are typed. */
const fieldOf: Readonly<Record<string, string>> = {
  passphrase: 'vault',
  backupPassphrase: 'backup',
}

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
  readonly save: SaveBackup
  readonly onSaved: (saved: SavedBackup) => void
  readonly onCancel: () => void
}) => {
  const form = useDraftForm({
    initial,
    schema: backupCalls['backups.save'].input.omit({ policyId: true }),
    inputOf: ({ as, backup, vault }) => ({ as, backupPassphrase: backup, passphrase: vault }),
    errorsOf: (typed, found) =>
      atOwnPaths([
        ...found.map(({ field, message }) => ({ field: fieldOf[field] ?? field, message })),
        ...passphraseErrors(typed),
      ]),
    // The vault refuses it too, but only once a place for the file was chosen.
    check: async ({ backupPassphrase }) => {
      const { error } = await passphraseStrength(backupPassphrase)
      return error === undefined ? [] : [{ field: 'backup', message: error }]
    },
    passphraseField: 'vault',
    submit: async ({ as, ...passphrases }) => {
      const saved = await save(passphrases, as)
      if (saved !== null) onSaved({ path: saved.path, as })
    },
  })
  useWhenHidden(() => form.setValues(noPassphrases))
  return (
    <DraftFormBody form={form} submit={words.submit} onCancel={onCancel}>
      {what}
      {hasPaper && <Format as={form.values.as} onChange={(as) => form.setFieldValue('as', as)} />}
      <div className={ui['pair']}>
        <PassphraseField
          label={words.passphrase}
          description={words.rule(minPassphraseChars)}
          {...form.getInputProps('backup')}
          data-autofocus
        />
        <PassphraseField label={words.again} {...form.getInputProps('again')} />
      </div>
      <PassphraseMeter typed={form.values.backup} refusal={form.errors['backup']} />
      <PassphraseField
        label={words.vault}
        description={words.vaultWhy}
        {...form.getInputProps('vault')}
      />
    </DraftFormBody>
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
    <Box mb={4} fz="sm" fw={500}>
      {words.as}
    </Box>
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
    {as === 'paper' && (
      <Box mt="xs" className={ui['soft']}>
        {words.paperHint}
      </Box>
    )}
  </div>
)
