import { Button, Select, Stack } from '@mantine/core'
import { Plus } from 'lucide-react'
import { useEffect } from 'react'
import { call } from '#renderer/bridge.ts'
import { useAccounts } from '#renderer/stores/accounts.ts'
import { useImports } from '#renderer/stores/imports.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import styles from './begin.module.css'
import { useRequest } from '#renderer/views/use-request.ts'

const words = text.importing.newImport

/** Where the tokens of an import go; parts of it may not be chosen yet. */
export type CollectionRef = {
  readonly accountId: string | undefined
  readonly collectionId: string | undefined
}

export const CollectionChoice = ({
  collectionRef,
  onChange,
}: {
  readonly collectionRef: CollectionRef
  readonly onChange: (collectionRef: CollectionRef) => void
}) => {
  const { accounts, chosen, choose } = useAccounts()
  const go = useNavigation((store) => store.go)
  const accountId = collectionRef.accountId ?? chosen
  const { answer, retry } = useCollectionsOf(accountId)
  const collections = answer.state === 'there' ? answer.value : []
  const chosenCollection =
    collections.find(({ id }) => id === collectionRef.collectionId)?.id ?? null
  const [only, second] = collections
  useEffect(() => {
    if (
      answer.state === 'there' &&
      collectionRef.collectionId !== undefined &&
      chosenCollection === null
    )
      // Somebody deleted it meanwhile.
      onChange({ accountId, collectionId: undefined })
    // One collection leaves nothing to choose.
    else if (collectionRef.collectionId === undefined && only !== undefined && second === undefined)
      onChange({ accountId, collectionId: only.id })
    else if (collectionRef.accountId === undefined) onChange({ ...collectionRef, accountId })
  }, [answer, collectionRef, accountId, chosenCollection, only, second, onChange])
  const isEmpty = answer.state === 'there' && only === undefined
  return (
    <Stack gap="md">
      <div className={styles['target']}>
        <Select
          label={words.account}
          data={accounts.map(({ id, name, network }) => ({
            value: id,
            label: `${name} · ${text.common.networks[network]}`,
          }))}
          value={accountId}
          onChange={(id) => {
            if (id === null) return
            choose(id)
            onChange({ accountId: id, collectionId: undefined })
          }}
          allowDeselect={false}
        />
        <Select
          label={words.collection}
          placeholder={isEmpty ? words.noCollections : words.collectionPlaceholder}
          data={collections.map(({ id, name }) => ({ value: id, label: name }))}
          value={chosenCollection}
          onChange={(id) => onChange({ accountId, collectionId: id ?? undefined })}
          aria-busy={answer.state === 'waiting'}
          disabled={isEmpty}
          allowDeselect={false}
          searchable
        />
        <Button
          variant={isEmpty ? 'filled' : 'default'}
          leftSection={<Plus size={16} aria-hidden />}
          onClick={() => go({ view: 'new-collection' })}
        >
          {words.create}
        </Button>
      </div>
      {answer.state === 'failed' && <ErrorAlert message={answer.error.message} onRetry={retry} />}
    </Stack>
  )
}

/** The collections of an account; asking again may open the vault, the first time does not. */
const useCollectionsOf = (accountId: string) =>
  useRequest(accountId, async (again) => {
    const ask = () => call('collections.list', { accountId })
    const collections = await (again === 0 ? ask() : withVault(text.importing.vault.list, ask))
    useImports.getState().nameCollections(collections)
    return collections
  })
