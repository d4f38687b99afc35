import { Select, TextInput } from '@mantine/core'
import { chainNetwork, type PolicyFacts } from '#shared/calls/facts.ts'
import { policyCalls } from '#shared/calls/policies.ts'
import { change } from '#renderer/data/change.ts'
import { isWatchOnly } from '#renderer/data/watch-only.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { DraftDialog } from '../frame/dialog-form.tsx'
import { useDraftForm } from '../use-draft-form.ts'
import { Found } from './found-policy.tsx'
import { KeyFiles } from './key-files.tsx'
import { noSource, type SourceChoice, sourceOf } from './policy-source.ts'
import { SourceFields } from './source-fields.tsx'
import { useInspection } from './use-inspection.ts'

const words = text.policies.importing
const { networks } = text.policies.form
const fromLockTime = 'file'

type Form = {
  choice: SourceChoice
  keys: readonly string[]
  network: PolicyFacts['network'] | null
  name: string
}
const initial: Form = { choice: noSource, keys: [], network: null, name: '' }

/** Shows what a file or a text is, then takes it in. */
export const ImportDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const form = useDraftForm({
    initial,
    schema: policyCalls['policies.import'].input,
    inputOf: ({ choice, keys, name, network }) => ({
      source: sourceOf(choice),
      keys: keys.map((path) => ({ kind: 'file', path })),
      name: name.trim(),
      network,
    }),
    submit: async (input, lead) => {
      const policy = await withVault(words.reason, () => change('policies.import', input))
      onClose()
      lead({
        route: { view: 'policies', policyId: policy.policyId },
        done: isWatchOnly(policy) ? words.doneWatchOnly : words.done,
        isSaid: true,
      })
    },
  })
  const { choice, keys, network } = form.values
  const shownFor = network ?? 'mainnet'
  const inspection = useInspection(sourceOf(choice), shownFor)
  return (
    <DraftDialog
      form={form}
      title={words.title}
      submit={words.submit}
      isReady={inspection.state === 'found' || inspection.state === 'key'}
      onClose={onClose}
    >
      <SourceFields
        of="policy"
        value={choice}
        onChange={(chosen) => form.setFieldValue('choice', chosen)}
      />
      <Found inspection={inspection} network={shownFor} />
      <KeyFiles paths={keys} onChange={(paths) => form.setFieldValue('keys', paths)} />
      <Select
        label={text.policies.form.network}
        description={text.policies.form.networkHint}
        data={[
          { value: fromLockTime, label: words.networkOfFile },
          ...chainNetwork.options.map((one) => ({ value: one, label: networks[one] })),
        ]}
        value={network ?? fromLockTime}
        onChange={(chosen) =>
          form.setFieldValue('network', chainNetwork.safeParse(chosen).data ?? null)
        }
      />
      <TextInput
        label={text.policies.form.name}
        description={text.policies.form.nameHint}
        {...form.getInputProps('name')}
      />
    </DraftDialog>
  )
}
