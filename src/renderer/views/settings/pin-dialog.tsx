import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { PinTargetFacts } from '#shared/calls/facts.ts'
import type { ProviderFacts } from '#shared/providers.ts'
import { change } from '#renderer/data/change.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { DialogForm } from '../frame/dialog-form.tsx'
import { isComplete, providerDraft, ProviderInputs, providerInput } from './provider-inputs.tsx'

const words = text.settings.pinning

/** Adds or changes a pin target; its secret goes to the vault. */
export const PinDialog = ({
  target,
  providers,
  onClose,
}: {
  /** The one to change; undefined for a new one. */
  readonly target: PinTargetFacts | undefined
  readonly providers: readonly ProviderFacts[]
  readonly onClose: () => void
}) => {
  const [name, setName] = useState(target?.name ?? '')
  const [draft, setDraft] = useState(
    providerDraft(target?.kind ?? providers[0]?.kind ?? '', target?.settings),
  )
  const provider = providers.find(({ kind }) => kind === draft.kind)
  const submit = async () => {
    const saved = await withVault(words.reason, () =>
      change('pins.use', { name: name.trim(), ...providerInput(draft) }),
    )
    useNotices.getState().notify('good', words.saved(saved.name))
    onClose()
  }
  return (
    <DialogForm
      title={target === undefined ? words.addTitle : words.changeTitle(target.name)}
      submit={text.common.save}
      isReady={name.trim() !== '' && provider !== undefined && isComplete(provider, draft)}
      onSubmit={submit}
      onClose={onClose}
    >
      {target === undefined && (
        <TextInput
          label={words.name}
          description={words.nameHint}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          spellCheck={false}
          required
          data-autofocus
        />
      )}
      <ProviderInputs
        providers={providers}
        draft={draft}
        hasFocus={target !== undefined}
        onChange={setDraft}
        secretHint={
          target === undefined || target.isDefault ? words.tokenHint : words.tokenChangeHint
        }
      />
    </DialogForm>
  )
}
