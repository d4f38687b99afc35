import type { PasswordInputProps } from '@mantine/core'
import { PasswordField } from '#renderer/ui/password-field.tsx'
import { text } from '#renderer/text/en.ts'

/** A passphrase that a form requires. */
export const PassphraseField = (props: PasswordInputProps) => (
  <PasswordField
    {...props}
    required
    visibilityToggleButtonProps={{ 'aria-label': text.policies.backup.showPassphrase }}
  />
)
