import { TextInput } from '@mantine/core'
import { useMemo } from 'react'
import type { PolicyView } from '#contract/policies/policy-view.ts'
import { policyCalls } from '#contract/policies/calls.ts'
import { change } from '#renderer/data/change.ts'
import { isWatchOnly } from '#contract/policies/watch-only.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { ShortIds } from '#renderer/ui/short-ids.tsx'
import { DraftDialog } from '../frame/dialog-form.tsx'
import { atOwnPaths, useDraftForm } from '../use-draft-form.ts'
import { Found } from './found-policy.tsx'
import { KeyFiles } from './key-files.tsx'
import { NetworkOfFiles } from './network-of-files.tsx'
import { noSource, policySourceOf, type PolicySourceChoice } from './policy-source.ts'
import { PolicySourceFields } from './policy-source-fields.tsx'
import { inspect, useInspection } from './use-inspection.ts'

const words = text.policies.importing

type Form = {
  choice: PolicySourceChoice
  keys: readonly string[]
  network: PolicyView['network'] | null
  name: string
}
const initial: Form = { choice: noSource, keys: [], network: null, name: '' }

/** Shows what the policy in files or a text can still do, then imports it. */
export const ImportPolicyDialog = ({
  from,
  onClose,
}: {
  /** What was inspected before. */
  readonly from?: Pick<Form, 'choice' | 'network'>
  readonly onClose: () => void
}) => {
  const form = useDraftForm({
    initial: { ...initial, ...from },
    schema: policyCalls['policies.import'].input,
    inputOf: ({ choice, keys, name, network }) => ({
      source: policySourceOf(choice),
      keys: keys.map((path) => ({ kind: 'file', path })),
      name: name.trim(),
      network,
    }),
    errorsOf: ({ choice }, found) => ({
      ...atOwnPaths(found),
      ...(policySourceOf(choice) === undefined ? { choice: text.policies.source.missing } : {}),
    }),
    check: async ({ source, keys, network }) => {
      const found = await inspect({ source, keys, network })
      return found.state === 'error' ? [{ field: 'choice', message: found.message }] : []
    },
    submit: async (input, lead) => {
      const policy = await withVault(words.reason, () => change('policies.import', input))
      onClose()
      lead({
        route: { view: 'policies', policyId: policy.policyId },
        done: isWatchOnly(policy) ? words.doneWatchOnly : words.done,
      })
    },
  })
  const { choice, keys, network } = form.values
  const source = useMemo(() => policySourceOf(choice), [choice])
  const inspection = useInspection({ source, keys, network })
  return (
    <DraftDialog form={form} title={words.title} submit={words.submit} onClose={onClose}>
      <PolicySourceFields
        value={choice}
        onChange={(chosen) => form.setFieldValue('choice', chosen)}
        error={
          inspection.state === 'error' ? (
            <ShortIds>{inspection.message}</ShortIds>
          ) : (
            form.errors['choice']
          )
        }
      />
      {inspection.state !== 'error' && <Found inspection={inspection} />}
      <KeyFiles paths={keys} onChange={(paths) => form.setFieldValue('keys', paths)} />
      <NetworkOfFiles
        value={network}
        onChange={(chosen) => form.setFieldValue('network', chosen)}
      />
      <TextInput
        label={text.policies.form.name}
        description={text.policies.form.nameHint}
        placeholder={(inspection.state === 'found' ? inspection.policy.name : null) ?? ''}
        {...form.getInputProps('name')}
      />
    </DraftDialog>
  )
}
