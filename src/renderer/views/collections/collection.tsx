import { Button, Group } from '@mantine/core'
import { useEffect } from 'react'
import { reopenTokens } from '#renderer/data/tokens.ts'
import { useCall } from '#renderer/data/use-call.ts'
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
import ui from '#renderer/ui/parts.module.css'

const words = text.collections.detail

/** One collection and its tokens. */
export const CollectionView = ({
  accountId,
  collectionId,
  part,
}: {
  readonly accountId: string
  readonly collectionId: string
  /** The part of the collection; default: its tokens. */
  readonly part: 'sales' | 'analytics' | undefined
}) => {
  const collectionRef = { accountId, collectionId }
  const { data: collection, error, refetch } = useCall('collections.get', collectionRef)
  const { go } = useNavigation()
  useEffect(() => {
    useCollection.getState().open({ accountId, collectionId })
    reopenTokens({ accountId, collectionId })
  }, [accountId, collectionId])
  return (
    <Page
      fixed
      title={collection === undefined ? words.loading : <Cut>{collection.name}</Cut>}
      lead={collection?.description ? <Cut>{collection.description}</Cut> : undefined}
      actions={
        collection !== undefined && (
          <CollectionActions accountId={accountId} collection={collection} />
        )
      }
    >
      {error !== null && (
        <div className={ui['errorBox']}>
          <ErrorAlert error={error} onRetry={() => void refetch()} />
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
      {collection !== undefined && (
        <>
          <CollectionBand collectionRef={collectionRef} collection={collection} />
          <MintingStrip collectionRef={collectionRef} />
          <CollectionParts collectionRef={collectionRef} collection={collection} part={part}>
            <TokenList collectionRef={collectionRef} />
          </CollectionParts>
        </>
      )}
      {collection === undefined && error === null && (
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
