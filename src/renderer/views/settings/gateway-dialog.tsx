import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { GatewayFacts } from '#shared/calls/gateways.ts'
import type { ProviderFacts } from '#shared/providers.ts'
import { change } from '#renderer/data/change.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { DialogForm } from '../frame/dialog-form.tsx'
import { isComplete, providerDraft, ProviderInputs, providerInput } from './provider-inputs.tsx'

const words = text.settings.gateways

/** Sets up the gateway of a network, in place of the one before; its secret goes to the vault. */
export const GatewayDialog = ({
  config,
  providers,
  onClose,
}: {
  readonly config: GatewayFacts
  readonly providers: readonly ProviderFacts[]
  readonly onClose: () => void
}) => {
  const { network, kind, isDefault } = config
  const [name, setName] = useState(isDefault ? '' : config.name)
  const [draft, setDraft] = useState(providerDraft(kind, isDefault ? {} : config.settings))
  const provider = providers.find((one) => one.kind === draft.kind)
  const submit = async () => {
    const saved = await withVault(words.reason, () =>
      change('gateways.set', { network, name, ...providerInput(draft) }),
    )
    useNotices.getState().notify('good', words.saved(saved.name, text.common.networks[network]))
    onClose()
  }
  return (
    <DialogForm
      title={words.title(text.common.networks[network])}
      submit={text.common.save}
      isReady={provider !== undefined && isComplete(provider, draft)}
      onSubmit={submit}
      onClose={onClose}
    >
      <ProviderInputs
        providers={providers}
        draft={draft}
        onChange={setDraft}
        secretHint={words.secretHint}
        hasFocus
      />
      <TextInput
        label={words.nameLabel}
        description={words.nameHint}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </DialogForm>
  )
}
