import { TextInput } from '@mantine/core'
import { type GatewayFacts, gatewayCalls } from '#shared/calls/gateways.ts'
import type { ProviderFacts } from '#shared/providers.ts'
import { change } from '#renderer/data/change.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { DraftDialog } from '../frame/dialog-form.tsx'
import { useDraftForm } from '../use-draft-form.ts'
import { missingIn, providerDraft, ProviderInputs, providerInput } from './provider-inputs.tsx'

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
  const networkName = text.common.networks[network]
  const form = useDraftForm({
    initial: {
      name: isDefault ? '' : config.name,
      ...providerDraft(kind, isDefault ? {} : config.settings),
    },
    schema: gatewayCalls['gateways.set'].input,
    inputOf: ({ name, ...draft }) => ({ network, name, ...providerInput(draft) }),
    check: async (_input, draft) => missingIn(providers, draft),
    submit: async (input) => {
      const saved = await withVault(words.reason, () => change('gateways.set', input))
      useNotices.getState().notify('good', words.saved(saved.name, networkName))
      onClose()
    },
  })
  return (
    <DraftDialog
      form={form}
      title={words.title(networkName)}
      submit={text.common.save}
      onClose={onClose}
    >
      <ProviderInputs
        providers={providers}
        draft={form.values}
        errors={form.errors}
        onChange={form.setValues}
        secretHint={words.secretHint}
        hasFocus
      />
      <TextInput
        label={words.nameLabel}
        description={words.nameHint}
        {...form.getInputProps('name')}
      />
    </DraftDialog>
  )
}
