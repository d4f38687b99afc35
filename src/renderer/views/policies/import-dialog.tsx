import { Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { chainNetwork, type PolicyFacts } from '#shared/calls/facts.ts'
import { fromThisView } from '#renderer/stores/from-this-view.ts'
import { change } from '#renderer/data/change.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { DialogForm } from '../frame/dialog-form.tsx'
import { Found } from './found-policy.tsx'
import { KeyFiles } from './key-files.tsx'
import { noSource, sourceOf } from './policy-source.ts'
import { SourceFields } from './source-fields.tsx'
import { useInspection } from './use-inspection.ts'

const words = text.policies.importing
const { networks } = text.policies.form
const fromLockTime = 'file'

/** Shows what a file or a text is, then takes it in. */
export const ImportDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const [choice, setChoice] = useState(noSource)
  const [keys, setKeys] = useState<readonly string[]>([])
  const [network, setNetwork] = useState<PolicyFacts['network'] | null>(null)
  const [name, setName] = useState('')
  const source = sourceOf(choice)
  const shownFor = network ?? 'mainnet'
  const inspection = useInspection(source, shownFor)
  const submit = async () => {
    if (source === undefined) return
    const lead = fromThisView()
    const policy = await withVault(words.reason, () =>
      change('policies.import', {
        source,
        keys: keys.map((path) => ({ kind: 'file', path })),
        name: name.trim(),
        network,
      }),
    )
    onClose()
    lead({ route: { view: 'policies', policyId: policy.policyId }, done: words.done, isSaid: true })
  }
  return (
    <DialogForm
      title={words.title}
      submit={words.submit}
      isReady={inspection.state === 'found' || inspection.state === 'key'}
      onSubmit={submit}
      onClose={onClose}
    >
      <SourceFields of="policy" value={choice} onChange={setChoice} />
      <Found inspection={inspection} network={shownFor} />
      <KeyFiles paths={keys} onChange={setKeys} />
      <Select
        label={text.policies.form.network}
        description={text.policies.form.networkHint}
        data={[
          { value: fromLockTime, label: words.networkOfFile },
          ...chainNetwork.options.map((one) => ({ value: one, label: networks[one] })),
        ]}
        value={network ?? fromLockTime}
        onChange={(chosen) => setNetwork(chainNetwork.safeParse(chosen).data ?? null)}
      />
      <TextInput
        label={text.policies.form.name}
        description={text.policies.form.nameHint}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </DialogForm>
  )
}
