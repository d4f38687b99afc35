import { Select } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { CollectionFacts } from '../../../shared/calls/collections.ts'
import type { PolicyFacts } from '../../../shared/calls/facts.ts'
import { call, failureOf } from '../../bridge.ts'
import { useAccounts } from '../../stores/accounts.ts'
import { useNotices } from '../../stores/notices.ts'
import { usePolicies } from '../../stores/policies.ts'
import { withVault } from '../../stores/vault.ts'
import { text } from '../../text/en.ts'
import { Fault } from '../../ui/fault.tsx'
import { DialogForm } from '../frame/dialog-form.tsx'

const words = text.policies.exporting

/** A collection's policy with its keys, from its service into the vault. */
export const ExportDialog = ({
  onClose,
  onDone,
}: {
  readonly onClose: () => void
  readonly onDone: (policy: PolicyFacts) => void
}) => {
  const { accounts, chosen } = useAccounts()
  const exportFrom = usePolicies((state) => state.exportFrom)
  const [accountId, setAccountId] = useState(chosen)
  const [collectionId, setCollectionId] = useState<string | null>(null)
  const { collections, fault, retry } = useCollections(accountId)
  const submit = async () => {
    if (collectionId === null) return
    const name = collections?.find(({ id }) => id === collectionId)?.name ?? ''
    const policy = await withVault(words.reason, () =>
      exportFrom({ accountId, collectionId, name }),
    )
    useNotices.getState().tell('good', words.done)
    onDone(policy)
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
        allowDeselect={false}
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
      {fault !== undefined && <Fault message={fault} onRetry={retry} />}
    </DialogForm>
  )
}

/** Of an account; undefined until it has answered. */
const useCollections = (accountId: string) => {
  const [collections, setCollections] = useState<readonly CollectionFacts[]>()
  const [fault, setFault] = useState<string>()
  const [attempts, setAttempts] = useState(0)
  useEffect(() => {
    let isGone = false
    setCollections(undefined)
    setFault(undefined)
    withVault(text.settings.accounts.testReason, () =>
      call('collections.list', { accountId }),
    ).then(
      (found) => !isGone && setCollections(found),
      (error: unknown) => !isGone && setFault(failureOf(error).message),
    )
    return () => {
      isGone = true
    }
  }, [accountId, attempts])
  return { collections, fault, retry: () => setAttempts((count) => count + 1) }
}
