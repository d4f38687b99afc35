import { PasswordInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { PinTargetFacts } from '#shared/calls/facts.ts'
import { change } from '#renderer/data/change.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { DialogForm } from '../frame/dialog-form.tsx'

const words = text.settings.pinning

/** Adds a Kubo node, or changes one; its token goes to the vault. */
export const PinDialog = ({
  target,
  onClose,
}: {
  /** The node to change; undefined for a new one. */
  readonly target: PinTargetFacts | undefined
  readonly onClose: () => void
}) => {
  const [name, setName] = useState(target?.name ?? '')
  const [url, setUrl] = useState(target?.url ?? '')
  const [token, setToken] = useState('')
  const submit = async () => {
    const saved = await withVault(words.reason, () =>
      change('pins.use', {
        name: name.trim(),
        url: url.trim(),
        token: token === '' ? null : token,
      }),
    )
    useNotices.getState().notify('good', words.saved(saved.name))
    onClose()
  }
  return (
    <DialogForm
      title={target === undefined ? words.addTitle : words.changeTitle(target.name)}
      submit={text.common.save}
      isReady={name.trim() !== '' && url.trim() !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      {target === undefined && (
        <TextInput
          label={words.name}
          description={words.nameHint}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
          required
          data-autofocus
        />
      )}
      <TextInput
        label={words.url}
        description={words.urlHint}
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
        required
        data-autofocus={target !== undefined || undefined}
      />
      <PasswordInput
        label={words.token}
        description={
          target === undefined || target.isDefault ? words.tokenHint : words.tokenChangeHint
        }
        value={token}
        onChange={(event) => setToken(event.currentTarget.value)}
        autoComplete="off"
        visibilityToggleButtonProps={{ 'aria-label': words.showToken }}
      />
    </DialogForm>
  )
}
