import { Select } from '@mantine/core'
import { useState } from 'react'
import { useAccounts } from '#renderer/stores/accounts.ts'
import { fromThisView } from '#renderer/stores/from-this-view.ts'
import { change } from '#renderer/data/change.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { DialogForm } from '../frame/dialog-form.tsx'

const words = text.policies.exporting

/** A collection's policy with its keys, from its service into the vault. */
export const ExportDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { accounts, chosen } = useAccounts()
  const [accountId, setAccountId] = useState(chosen)
  const [collectionId, setCollectionId] = useState<string | null>(null)
  const {
    data: collections,
    error,
    refetch,
  } = useCall(
    'collections.list',
    { accountId },
    { through: (work) => withVault(text.settings.accounts.testReason, work) },
  )
  const submit = async () => {
    if (collectionId === null) return
    const name = collections?.find(({ id }) => id === collectionId)?.name ?? ''
    const lead = fromThisView()
    const policy = await withVault(words.reason, () =>
      change('policies.exportFrom', { accountId, collectionId, name }),
    )
    onClose()
    lead({ route: { view: 'policies', policyId: policy.policyId }, done: words.done, isSaid: true })
  }
  const isEmpty = collections?.length === 0
  return (
    <DialogForm
      title={words.title}
      submit={words.submit}
      isReady={collectionId !== null}
      onSubmit={submit}
      onClose={onClose}
    >
      <div>{words.text}</div>
      <Select
        label={text.policies.form.account}
        data={accounts.map(({ id, name }) => ({ value: id, label: name }))}
        value={accountId}
        onChange={(id) => {
          if (id === null) return
          setCollectionId(null)
          setAccountId(id)
        }}
        data-autofocus
      />
      <Select
        label={text.policies.form.collection}
        placeholder={isEmpty ? words.noCollections : words.choose}
        data={(collections ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={collectionId}
        onChange={setCollectionId}
        disabled={collections === undefined || isEmpty}
        searchable
        required
      />
      {error !== null && <ErrorAlert error={error} onRetry={() => void refetch()} />}
    </DialogForm>
  )
}
