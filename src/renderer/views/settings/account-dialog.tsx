import { PasswordInput, SegmentedControl, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { AccountFacts } from '#shared/calls/facts.ts'
import { change } from '#renderer/data/change.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { DialogForm } from '../frame/dialog-form.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.settings.accounts

const empty = { name: '', baseUrl: '', appId: '', apiKey: '' }
type Field = keyof typeof empty

const fields: readonly { readonly field: Exclude<Field, 'apiKey'>; readonly hint: string }[] = [
  { field: 'name', hint: words.nameHint },
  { field: 'baseUrl', hint: words.baseUrlHint },
  { field: 'appId', hint: words.appIdHint },
]

/** Connects a hosted service: its address here, its API key in the vault. */
export const AccountDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const [form, setForm] = useState(empty)
  const [network, setNetwork] = useState<AccountFacts['network']>('mainnet')
  const set = (field: Field) => (event: { readonly currentTarget: { readonly value: string } }) =>
    setForm({ ...form, [field]: event.currentTarget.value })
  const submit = async () => {
    const added = await withVault(words.reason, () => change('accounts.add', { ...form, network }))
    useNotices.getState().notify('good', words.added(added.name))
    onClose()
  }
  return (
    <DialogForm
      title={words.addTitle}
      submit={words.addTitle}
      isReady={Object.values(form).every((value) => value.trim() !== '')}
      onSubmit={submit}
      onClose={onClose}
    >
      {fields.map(({ field, hint }, index) => (
        <TextInput
          key={field}
          label={words[field]}
          description={hint}
          value={form[field]}
          onChange={set(field)}
          spellCheck={false}
          required
          data-autofocus={index === 0 || undefined}
        />
      ))}
      <PasswordInput
        label={words.apiKey}
        description={words.apiKeyHint}
        value={form.apiKey}
        onChange={set('apiKey')}
        autoComplete="off"
        required
        visibilityToggleButtonProps={{ 'aria-label': words.showApiKey }}
      />
      <div>
        <div className={ui['label']}>{words.network}</div>
        <SegmentedControl
          aria-label={words.network}
          data={(['mainnet', 'testnet'] as const).map((value) => ({
            value,
            label: text.common.networks[value],
          }))}
          value={network}
          onChange={setNetwork}
        />
      </div>
    </DialogForm>
  )
}
