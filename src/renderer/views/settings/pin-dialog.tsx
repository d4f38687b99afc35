import { TextInput } from '@mantine/core'
import type { PinTargetView } from '#contract/pins/pin-target.ts'
import { pinCalls } from '#contract/pins/calls.ts'
import type { ProviderView } from '#contract/providers/providers.ts'
import { change } from '#renderer/data/change.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { DraftDialog } from '../frame/dialog-form.tsx'
import { useDraftForm } from '../use-draft-form.ts'
import { missingIn, providerDraft, ProviderInputs, providerInput } from './provider-inputs.tsx'

const words = text.settings.pinning

/** Adds or changes a pin target; its secret goes to the vault. */
export const PinDialog = ({
  target,
  providers,
  onClose,
}: {
  /** The one to change; undefined for a new one. */
  readonly target: PinTargetView | undefined
  readonly providers: readonly ProviderView[]
  readonly onClose: () => void
}) => {
  const form = useDraftForm({
    initial: {
      name: target?.name ?? '',
      ...providerDraft(target?.kind ?? providers[0]?.kind ?? '', target?.settings),
    },
    schema: pinCalls['pins.use'].input,
    inputOf: ({ name, ...draft }) => ({ name: name.trim(), ...providerInput(draft) }),
    check: async (_input, draft) => missingIn(providers, draft),
    submit: async (input) => {
      const saved = await withVault(words.reason, () => change('pins.use', input))
      useNotices.getState().notify('good', words.saved(saved.name))
      onClose()
    },
  })
  return (
    <DraftDialog
      form={form}
      title={target === undefined ? words.addTitle : words.changeTitle(target.name)}
      submit={text.common.save}
      onClose={onClose}
    >
      {target === undefined && (
        <TextInput
          label={words.name}
          description={words.nameHint}
          {...form.getInputProps('name')}
          spellCheck={false}
          required
          data-autofocus
        />
      )}
      <ProviderInputs
        providers={providers}
        draft={form.values}
        errors={form.errors}
        hasFocus={target !== undefined}
        onChange={form.setValues}
        secretHint={
          target === undefined || target.isDefault ? words.tokenHint : words.tokenChangeHint
        }
      />
    </DraftDialog>
  )
}
