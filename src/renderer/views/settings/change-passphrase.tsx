import { Button, PasswordInput } from '@mantine/core'
import { Fragment, useState } from 'react'
import { minPassphraseChars } from '#shared/passphrase-strength.ts'
import { change } from '#renderer/data/change.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { useVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { Sheet } from '#renderer/ui/page.tsx'
import { PassphraseMeter } from '#renderer/ui/passphrase-meter.tsx'
import { useSubmit } from '../use-submit.ts'
import styles from './settings.module.css'
import ui from '#renderer/ui/parts.module.css'
import { charsOf } from '#shared/text.ts'

const words = text.settings.vault

const empty = { old: '', fresh: '', again: '' }
const fields = ['old', 'fresh', 'again'] as const

export const ChangePassphrase = () => {
  const [form, setForm] = useState(empty)
  const { isBusy, error, send, clearError } = useSubmit(async () => {
    const found = newPassphraseError(form.fresh, form.again)
    if (found !== undefined) throw new Error(found)
    await change('vault.change', { oldPassphrase: form.old, newPassphrase: form.fresh })
    setForm(empty)
    useVault.setState({ isPassphraseWeak: false })
    useNotices.getState().notify('good', words.changed)
  })
  return (
    <Sheet title={words.changeTitle}>
      <p className={ui['lead']}>{words.changeText}</p>
      <form
        className={styles['form']}
        onChange={clearError}
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        {fields.map((field) => (
          <Fragment key={field}>
            <PasswordInput
              label={words[field]}
              value={form[field]}
              onChange={(event) => setForm({ ...form, [field]: event.currentTarget.value })}
              {...(field === 'fresh'
                ? { description: text.common.passphrase.rule(minPassphraseChars) }
                : {})}
              autoComplete="off"
              visibilityToggleButtonProps={{ 'aria-label': words.show }}
            />
            {field === 'fresh' && <PassphraseMeter typed={form.fresh} />}
          </Fragment>
        ))}
        {error !== undefined && <ErrorAlert error={error} />}
        <div>
          <Button
            type="submit"
            variant="default"
            loading={isBusy}
            disabled={Object.values(form).includes('')}
          >
            {words.change}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}

/** What is wrong with a new passphrase before the vault is asked; undefined: nothing. */
export const newPassphraseError = (fresh: string, again: string): string | undefined => {
  if (charsOf(fresh) < minPassphraseChars) return text.settings.vault.tooShort(minPassphraseChars)
  return fresh === again ? undefined : text.settings.vault.differs
}
