import { PasswordInput, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { GatewayFacts } from '#shared/calls/gateways.ts'
import { change } from '#renderer/data/change.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { DialogForm } from '../frame/dialog-form.tsx'

const words = text.settings.gateways

/** Sets up the gateway of a network, in place of the one before; its project id goes to the vault. */
export const GatewayDialog = ({
  config: { network, isDefault, baseUrl, name },
  onClose,
}: {
  readonly config: GatewayFacts
  readonly onClose: () => void
}) => {
  const [form, setForm] = useState({
    baseUrl: isDefault ? '' : baseUrl,
    name: isDefault ? '' : name,
    needsId: true,
    projectId: '',
  })
  const submit = async () => {
    const projectId = form.needsId ? form.projectId : null
    const wanted = { network, baseUrl: form.baseUrl, name: form.name, projectId }
    const saved = await withVault(words.reason, () => change('gateways.set', wanted))
    useNotices.getState().notify('good', words.saved(saved.name, text.common.networks[network]))
    onClose()
  }
  return (
    <DialogForm
      title={words.title(text.common.networks[network])}
      submit={text.common.save}
      isReady={!form.needsId || form.projectId.trim() !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label={words.baseUrl}
        description={words.baseUrlHint}
        value={form.baseUrl}
        onChange={(event) => setForm({ ...form, baseUrl: event.currentTarget.value })}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
      <TextInput
        label={words.nameLabel}
        description={words.nameHint}
        value={form.name}
        onChange={(event) => setForm({ ...form, name: event.currentTarget.value })}
        autoComplete="off"
      />
      <Switch
        label={words.needsId}
        checked={form.needsId}
        onChange={(event) => setForm({ ...form, needsId: event.currentTarget.checked })}
      />
      {form.needsId && (
        <PasswordInput
          label={words.projectId}
          description={words.projectIdHint}
          value={form.projectId}
          onChange={(event) => setForm({ ...form, projectId: event.currentTarget.value })}
          autoComplete="off"
          required
          visibilityToggleButtonProps={{ 'aria-label': words.showProjectId }}
        />
      )}
    </DialogForm>
  )
}
