import { Button, PasswordInput } from '@mantine/core'
import { Fragment, useState } from 'react'
import { minPassphraseChars } from '#shared/passphrase-strength.ts'
import { errorInfoOf } from '#renderer/bridge.ts'
import { change } from '#renderer/data/change.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { useVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { Sheet } from '#renderer/ui/page.tsx'
import { PassphraseMeter } from '#renderer/ui/passphrase-meter.tsx'
import styles from './settings.module.css'
import ui from '#renderer/ui/parts.module.css'
import { charsOf } from '#shared/text.ts'

const words = text.settings.vault

const empty = { old: '', fresh: '', again: '' }
const fields = ['old', 'fresh', 'again'] as const

export const ChangePassphrase = () => {
  const [form, setForm] = useState(empty)
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const save = async () => {
    const found = newPassphraseError(form.fresh, form.again)
    setError(found)
    if (found !== undefined) return
    setBusy(true)
    try {
      await change('vault.change', { oldPassphrase: form.old, newPassphrase: form.fresh })
      setForm(empty)
      useVault.setState({ isPassphraseWeak: false })
      useNotices.getState().notify('good', words.changed)
    } catch (error) {
      setError(errorInfoOf(error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Sheet title={words.changeTitle}>
      <p className={ui['lead']}>{words.changeText}</p>
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        {fields.map((field) => (
          <Fragment key={field}>
            <PasswordInput
              label={words[field]}
              value={form[field]}
              onChange={(event) => {
                setForm({ ...form, [field]: event.currentTarget.value })
                setError(undefined)
              }}
              {...(field === 'fresh'
                ? { description: text.common.passphrase.rule(minPassphraseChars) }
                : {})}
              autoComplete="off"
              visibilityToggleButtonProps={{ 'aria-label': words.show }}
            />
            {field === 'fresh' && <PassphraseMeter typed={form.fresh} />}
          </Fragment>
        ))}
        {error !== undefined && <ErrorAlert message={error} />}
        <div>
          <Button
            type="submit"
            variant="default"
            loading={busy}
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
