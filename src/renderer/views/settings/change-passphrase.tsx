import { Button, Stack } from '@mantine/core'
import { Fragment } from 'react'
import { vaultCalls } from '#contract/vault/calls.ts'
import { minPassphraseChars } from '#values/passphrases/passphrase-strength.ts'
import { change } from '#renderer/data/change.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { useVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { Sheet } from '#renderer/ui/page.tsx'
import { PassphraseMeter } from '#renderer/ui/passphrase-meter.tsx'
import { newPassphraseErrors } from '../new-passphrase-errors.ts'
import { useDraftForm } from '../use-draft-form.ts'
import { PasswordField } from '#renderer/ui/password-field.tsx'

const words = text.settings.vault

const initial = { oldPassphrase: '', newPassphrase: '', again: '' }
const labels = {
  oldPassphrase: words.old,
  newPassphrase: words.fresh,
  again: words.again,
} as const
const fields = ['oldPassphrase', 'newPassphrase', 'again'] as const

export const ChangePassphrase = () => {
  const form = useDraftForm({
    initial,
    schema: vaultCalls['vault.change'].input,
    inputOf: (typed) => typed,
    passphraseField: 'oldPassphrase',
    check: async ({ newPassphrase }, { again }) =>
      newPassphraseErrors(newPassphrase, again, 'newPassphrase'),
    submit: async (input) => {
      await change('vault.change', input)
      form.clear()
      useVault.setState({ isPassphraseWeak: false })
      useNotices.getState().notify('good', words.changed)
    },
  })
  return (
    <Sheet title={words.changeTitle} hint={words.changeText}>
      <form {...form.element}>
        <Stack gap="sm" maw="var(--field-md)">
          {fields.map((field) => (
            <Fragment key={field}>
              <PasswordField
                label={labels[field]}
                {...form.getInputProps(field)}
                {...(field === 'newPassphrase'
                  ? { description: text.common.passphrase.rule(minPassphraseChars) }
                  : {})}
                visibilityToggleButtonProps={{ 'aria-label': words.show }}
              />
              {field === 'newPassphrase' && (
                <PassphraseMeter
                  typed={form.values.newPassphrase}
                  refusal={form.errors['newPassphrase']}
                />
              )}
            </Fragment>
          ))}
          {form.error !== undefined && <ErrorAlert error={form.error} />}
          <div>
            <Button type="submit" variant="default" loading={form.isBusy}>
              {words.change}
            </Button>
          </div>
        </Stack>
      </form>
    </Sheet>
  )
}
