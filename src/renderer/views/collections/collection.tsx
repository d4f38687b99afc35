import { Button, Group } from '@mantine/core'
import { useEffect } from 'react'
import { listen } from '#renderer/bridge.ts'
import { useCollection } from '#renderer/stores/collection.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { Page } from '#renderer/ui/page.tsx'
import { Cut } from '#renderer/ui/text-parts.tsx'
import styles from './collection.module.css'
import { CollectionActions } from './detail/actions.tsx'
import { CollectionBand } from './detail/header.tsx'
import { TokenList } from './detail/token-list.tsx'
import { MintingStrip } from '../minting/strip/minting-strip.tsx'
import { CollectionParts } from '../sales/collection-parts.tsx'

const words = text.collections.detail

/** One collection and its tokens. */
export const CollectionView = ({
  accountId,
  collectionId,
  part,
}: {
  readonly accountId: string
  readonly collectionId: string
  /** What is shown of it; by default its tokens. */
  readonly part: 'sales' | 'analytics' | undefined
}) => {
  const { collectionRef, collection, error: lastError, open, refresh } = useCollection()
  const { go } = useNavigation()
  useEffect(() => {
    void open({ accountId, collectionId })
    return listen('imports.ended', (job) => {
      if (job.accountId === accountId && job.collectionId === collectionId) void refresh()
    })
  }, [accountId, collectionId, open, refresh])
  // The store may still hold the collection that was looked at before.
  const isHere =
    collectionRef?.accountId === accountId && collectionRef.collectionId === collectionId
  const known = isHere ? collection : undefined
  const error = isHere ? lastError : undefined
  return (
    <Page
      fixed
      title={known === undefined ? words.loading : <Cut>{known.name}</Cut>}
      lead={known?.description ? <Cut>{known.description}</Cut> : undefined}
      actions={
        known !== undefined && <CollectionActions accountId={accountId} collection={known} />
      }
    >
      {error !== undefined && (
        <div className={styles['error']}>
          <ErrorAlert message={error.message} onRetry={() => void refresh()} />
          <Group gap="sm">
            <Button variant="default" onClick={() => go({ view: 'collections' })}>
              {words.back}
            </Button>
            {(error.code === 'unauthorized' || error.code === 'forbidden') && (
              <Button
                variant="default"
                onClick={() => go({ view: 'settings', section: 'accounts' })}
              >
                {text.collections.error.accounts}
              </Button>
            )}
          </Group>
        </div>
      )}
      {known !== undefined && (
        <>
          <CollectionBand collection={known} />
          <MintingStrip collectionRef={{ accountId, collectionId }} />
          <CollectionParts
            collectionRef={{ accountId, collectionId }}
            collection={known}
            part={part}
          >
            <TokenList collectionRef={{ accountId, collectionId }} />
          </CollectionParts>
        </>
      )}
      {known === undefined && error === undefined && (
        <div
          className={styles['waiting']}
          role="progressbar"
          aria-busy
          aria-label={words.loading}
        />
      )}
    </Page>
  )
}
