import { PasswordField } from '#renderer/ui/password-field.tsx'
import { text } from '#renderer/text/en.ts'

/** A passphrase that is typed; nothing offers to remember it. */
export const PassphraseField = ({
  label,
  description,
  error,
  value,
  onChange,
  isFirst = false,
}: {
  readonly label: string
  readonly description?: string
  readonly error?: string | undefined
  readonly value: string
  readonly onChange: (value: string) => void
  /** Has the focus when the dialog opens. */
  readonly isFirst?: boolean
}) => (
  <PasswordField
    label={label}
    description={description}
    inputWrapperOrder={['label', 'input', 'description', 'error']}
    error={error}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
    required
    {...(isFirst ? { 'data-autofocus': true } : {})}
    visibilityToggleButtonProps={{ 'aria-label': text.policies.backup.showPassphrase }}
  />
)
