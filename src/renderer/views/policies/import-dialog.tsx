import { Select, TextInput } from '@mantine/core'
import { chainNetwork, type PolicyFacts } from '#shared/calls/facts.ts'
import { policyCalls } from '#shared/calls/policies.ts'
import { change } from '#renderer/data/change.ts'
import { isWatchOnly } from '#renderer/data/watch-only.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { DraftDialog } from '../frame/dialog-form.tsx'
import { atOwnPaths, useDraftForm } from '../use-draft-form.ts'
import { Found } from './found-policy.tsx'
import { KeyFiles } from './key-files.tsx'
import { noSource, type SourceChoice, sourceOf } from './policy-source.ts'
import { SourceFields } from './source-fields.tsx'
import { inspect, useInspection } from './use-inspection.ts'

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
    errorsOf: ({ choice }, found) => ({
      ...atOwnPaths(found),
      ...(sourceOf(choice) === undefined ? { choice: text.policies.source.missing } : {}),
    }),
    check: async ({ source, network }) => {
      const found = await inspect(source, network ?? 'mainnet')
      return found.state === 'error' ? [{ field: 'choice', message: found.message }] : []
    },
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
    <DraftDialog form={form} title={words.title} submit={words.submit} onClose={onClose}>
      <SourceFields
        of="policy"
        value={choice}
        onChange={(chosen) => form.setFieldValue('choice', chosen)}
        error={inspection.state === 'error' ? inspection.message : form.errors['choice']}
      />
      {inspection.state !== 'error' && <Found inspection={inspection} network={shownFor} />}
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
