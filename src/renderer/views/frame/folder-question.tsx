import { NavLink, Stack } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { FolderPlus } from 'lucide-react'
import { useEffect } from 'react'
import { callQuery } from '#renderer/data/call-query.ts'
import { collectionState } from '#renderer/data/collection-state.ts'
import { possibleActions } from '#renderer/data/possible-actions.ts'
import { useAccounts } from '#renderer/stores/accounts.ts'
import { newCollectionForm, useDrafts } from '#renderer/stores/drafts.ts'
import { collectionOf, useNavigation } from '#renderer/stores/navigation.ts'
import {
  importInto,
  type OpenedSource,
  proposeFrom,
  useHandedOver,
} from '#renderer/stores/opened.ts'
import { text } from '#renderer/text/en.ts'
import { Dialog } from '#renderer/ui/dialog.tsx'
import parts from '#renderer/ui/parts.module.css'
import { TokenImage } from '#renderer/ui/token-image.tsx'
import { useNow } from '#renderer/ui/use-now.ts'
import { nameOf } from '../import/new/dropped.ts'

const words = text.drop.question

/** Asks what a folder is for that was dropped or handed over. */
export const HandedOverFolder = () => {
  const { source } = useHandedOver()
  return (
    source !== undefined && (
      <FolderQuestion
        source={source}
        onClose={() => useHandedOver.setState({ source: undefined })}
      />
    )
  )
}

/**
 * A new collection, or one that there is, the one that is shown first. Where there is none and no form
 * was begun, nothing is left to ask.
 */
const FolderQuestion = ({
  source,
  onClose,
}: {
  readonly source: OpenedSource
  readonly onClose: () => void
}) => {
  const { hasAnswer, isKnown, collections } = useCollections()
  const hasBegun = useDrafts(({ drafts }) => newCollectionForm in drafts)
  const isDecided = isKnown && collections.length === 0 && !hasBegun
  const use = (open: () => void) => () => {
    onClose()
    open()
  }
  const startNew = use(() => proposeFrom(source))
  useEffect(() => {
    if (isDecided) startNew()
  })
  if (isDecided || !hasAnswer) return null
  return (
    <Dialog title={words.title(nameOf(source.csv ?? source.folder))} onClose={onClose}>
      <Stack gap="md">
        <NavLink
          component="button"
          label={words.newCollection}
          description={hasBegun ? words.begun : words.newHint}
          leftSection={<FolderPlus size={24} strokeWidth={1.5} aria-hidden />}
          onClick={startNew}
          data-autofocus
        />
        {collections.length > 0 && (
          <div style={{ maxHeight: '22rem', overflow: 'auto' }}>
            {collections.map(({ accountId, collection, isShown, isOpen }) => (
              <NavLink
                key={`${accountId} ${collection.id}`}
                component="button"
                label={words.add(collection.name)}
                description={isShown ? words.isShown : words.holds(collection.token_count ?? 0)}
                leftSection={<Cover images={collection.images} />}
                disabled={!isOpen}
                onClick={use(() => importInto({ accountId, collectionId: collection.id }, source))}
              />
            ))}
          </div>
        )}
        {!isKnown && <div className={parts['soft']}>{words.more}</div>}
      </Stack>
    </Dialog>
  )
}

const Cover = ({ images }: { readonly images: readonly string[] }) => (
  <div style={{ width: '2.5rem' }}>
    <TokenImage cid={images[0] ?? null} alt="" size={96} isSmall />
  </div>
)

/** Of all accounts, the one that is shown first, those that take no more tokens last. */
const useCollections = () => {
  const { accounts } = useAccounts()
  const shown = useNavigation(({ route }) => collectionOf(route)?.collectionId)
  const now = useNow()
  const lists = useQueries({
    queries: accounts.map(({ id }) => callQuery('collections.list', { accountId: id })),
  })
  const collections = accounts.flatMap(({ id: accountId }, at) =>
    (lists[at]?.data ?? []).map((collection) => ({
      accountId,
      collection,
      isShown: collection.id === shown,
      isOpen: possibleActions(collectionState(collection, now)).importTokens.isPossible,
    })),
  )
  const rankOf = ({ isShown, isOpen }: (typeof collections)[number]) =>
    isOpen ? (isShown ? 0 : 1) : 2
  return {
    hasAnswer: lists.some(({ isPending }) => !isPending),
    /** Every service has answered. */
    isKnown: lists.length > 0 && lists.every(({ isPending }) => !isPending),
    collections: collections.toSorted((a, b) => rankOf(a) - rankOf(b)),
  }
}
