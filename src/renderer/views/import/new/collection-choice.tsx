import { Select, Stack } from '@mantine/core'
import { Plus } from 'lucide-react'
import { useEffect } from 'react'
import type { CollectionDetails } from '#contract/collections/calls.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { collectionState } from '#renderer/data/collection-state.ts'
import { possibleActions } from '#renderer/data/possible-actions.ts'
import { useNow } from '#renderer/ui/use-now.ts'
import { useAccounts } from '#renderer/stores/accounts.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { AccountChoice } from '../../collections/account-choice.tsx'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { IconButton } from '#renderer/ui/icon-button.tsx'
import styles from './begin.module.css'

const words = text.importing.newImport

/** Where the tokens of an import go; parts of it may not be chosen yet. */
export type ChosenCollection = {
  readonly accountId: string | undefined
  readonly collectionId: string | undefined
}

export const CollectionChoice = ({
  collectionRef,
  onChange,
  onCreate,
}: {
  readonly collectionRef: ChosenCollection
  readonly onCreate: () => void
  readonly onChange: (collectionRef: ChosenCollection) => void
}) => {
  const { accounts, chosen, choose } = useAccounts()
  const accountId = collectionRef.accountId ?? chosen
  const { data, error, refetch, isFetchedAfterMount } = useCall('collections.list', { accountId })
  const now = useNow()
  const collections = data ?? []
  const isOpen = (collection: CollectionDetails): boolean =>
    possibleActions(collectionState(collection, now)).importTokens.isPossible
  // Asking again may open the vault, the first time does not.
  const retry = () =>
    withVault(text.importing.vault.list, () => refetch({ throwOnError: true })).catch(
      () => undefined,
    )
  const chosenCollection =
    collections.find(({ id }) => id === collectionRef.collectionId)?.id ?? null
  const [only, second] = collections
  useEffect(() => {
    if (
      isFetchedAfterMount &&
      data !== undefined &&
      collectionRef.collectionId !== undefined &&
      chosenCollection === null
    )
      // Somebody deleted it meanwhile.
      onChange({ accountId, collectionId: undefined })
    // One collection leaves nothing to choose.
    else if (
      collectionRef.collectionId === undefined &&
      only !== undefined &&
      second === undefined &&
      isOpen(only)
    )
      onChange({ accountId, collectionId: only.id })
    else if (collectionRef.accountId === undefined) onChange({ ...collectionRef, accountId })
  }, [
    data,
    isFetchedAfterMount,
    collectionRef,
    accountId,
    chosenCollection,
    only,
    second,
    onChange,
  ])
  const isEmpty = data !== undefined && only === undefined
  return (
    <Stack gap="md">
      <div className={styles['target']}>
        <AccountChoice
          accounts={accounts}
          value={accountId}
          onChange={(id) => {
            choose(id)
            onChange({ accountId: id, collectionId: undefined })
          }}
        />
        <Select
          label={words.collection}
          placeholder={isEmpty ? words.noCollections : words.collectionPlaceholder}
          data={collections.map((collection) => {
            const { id, name } = collection
            return isOpen(collection)
              ? { value: id, label: name }
              : { value: id, label: words.locked(name), disabled: true }
          })}
          value={chosenCollection}
          onChange={(id) => onChange({ accountId, collectionId: id ?? undefined })}
          aria-busy={data === undefined && error === null}
          disabled={isEmpty}
          searchable
        />
        <IconButton icon={Plus} onClick={onCreate}>
          {words.create}
        </IconButton>
      </div>
      {error !== null && <ErrorAlert error={error} onRetry={() => void retry()} />}
    </Stack>
  )
}
