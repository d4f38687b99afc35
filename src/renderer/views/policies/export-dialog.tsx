import { Select } from '@mantine/core'
import { policyCalls } from '#contract/policies/calls.ts'
import { useAccounts } from '#renderer/stores/accounts.ts'
import { change } from '#renderer/data/change.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { DraftDialog } from '../frame/dialog-form.tsx'
import { useDraftForm } from '../use-draft-form.ts'

const words = text.policies.exporting

type Form = { accountId: string; collectionId: string | null; name: string }

/** A collection's policy with its keys, from its service into the vault. */
export const ExportPolicyDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { accounts, chosen } = useAccounts()
  const initial: Form = { accountId: chosen, collectionId: null, name: '' }
  const form = useDraftForm({
    initial,
    schema: policyCalls['policies.exportFrom'].input,
    inputOf: ({ collectionId, ...choice }) => ({ ...choice, collectionId: collectionId ?? '' }),
    errorsOf: (_values, found) => (found.length === 0 ? {} : { collectionId: words.choose }),
    submit: async (input, lead) => {
      const policy = await withVault(words.reason, () => change('policies.exportFrom', input))
      onClose()
      lead({
        route: { view: 'policies', policyId: policy.policyId },
        done: words.done,
        isSaid: true,
      })
    },
  })
  const { accountId } = form.values
  const {
    data: collections,
    error,
    refetch,
  } = useCall(
    'collections.list',
    { accountId },
    { through: (work) => withVault(text.settings.accounts.testReason, work) },
  )
  const isEmpty = collections?.length === 0
  return (
    <DraftDialog form={form} title={words.title} submit={words.submit} onClose={onClose}>
      <div>{words.text}</div>
      <Select
        label={text.policies.form.account}
        data={accounts.map(({ id, name }) => ({ value: id, label: name }))}
        value={accountId}
        onChange={(id) => {
          if (id !== null) form.setValues({ accountId: id, collectionId: null, name: '' })
        }}
        data-autofocus
      />
      <Select
        label={text.policies.form.collection}
        placeholder={isEmpty ? words.noCollections : words.choose}
        data={(collections ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        {...form.getInputProps('collectionId')}
        onChange={(collectionId) =>
          form.setValues({
            collectionId,
            name: collections?.find(({ id }) => id === collectionId)?.name ?? '',
          })
        }
        disabled={collections === undefined || isEmpty}
        searchable
        required
      />
      {error !== null && <ErrorAlert error={error} onRetry={() => void refetch()} />}
    </DraftDialog>
  )
}
