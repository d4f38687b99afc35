import { ActionIcon, Box, Button, Group, Select, Tooltip } from '@mantine/core'
import { Images, Plus, RefreshCw, SearchX } from 'lucide-react'
import { useDeferredValue, useMemo } from 'react'
import type { CollectionDetails } from '#contract/collections/calls.ts'
import { useAccounts } from '#renderer/stores/accounts.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { withMenu } from '#renderer/stores/context-menu.ts'
import { fetchCollectionEntries } from '#renderer/stores/menu-entries.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { text } from '#renderer/text/en.ts'
import { naturalOrder } from '#values/text/text.ts'
import { IconButton } from '#renderer/ui/icon-button.tsx'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { Empty, Page } from '#renderer/ui/page.tsx'
import { VirtualGrid } from '#renderer/ui/virtual-grid.tsx'
import { AccountChoice } from './account-choice.tsx'
import styles from './collections.module.css'
import { CollectionCard } from './list/collection-card.tsx'
import { useNow } from '#renderer/ui/use-now.ts'
import { useWindowHeight } from '#renderer/ui/use-window-size.ts'
import ui from '#renderer/ui/parts.module.css'
import { create } from 'zustand'
import { SearchField } from '#renderer/ui/search-field.tsx'

const words = text.collections

/** All collections of one account. */
export const CollectionsView = () => {
  const { accounts, chosen, choose } = useAccounts()
  const { search, order, change } = useCollectionSearch()
  const {
    data: collections,
    isFetching,
    refetch,
  } = useCall('collections.list', { accountId: chosen })
  const { go } = useNavigation()
  const isLowest = useWindowHeight() === 'lowest'
  const sought = useDeferredValue(search)
  const found = useMemo(
    () => foundCollections(collections ?? [], sought, order),
    [collections, sought, order],
  )
  return (
    <Page
      fixed
      title={words.title}
      actions={
        <>
          <Button variant="subtle" onClick={() => go({ view: 'bin' })}>
            {text.bin.title}
          </Button>
          <Button variant="subtle" onClick={() => go({ view: 'start' })}>
            {words.gettingStarted}
          </Button>
          <IconButton variant="filled" icon={Plus} onClick={() => go({ view: 'new-collection' })}>
            {words.newCollection}
          </IconButton>
        </>
      }
    >
      <Group gap="xs" mb="sm" wrap="nowrap">
        <Box w="var(--field-sm)" miw="10rem">
          <AccountChoice accounts={accounts} value={chosen} onChange={choose} isInLine />
        </Box>
        <SearchField
          className={ui['search']}
          aria-label={words.search}
          placeholder={text.common.search}
          value={search}
          onChange={(event) => change({ search: event.currentTarget.value })}
        />
        <Select
          w="8.5rem"
          flex="none"
          aria-label={words.order}
          data={orders}
          value={order}
          allowDeselect={false}
          onChange={(chosenOrder) => {
            if (chosenOrder !== null) change({ order: chosenOrder })
          }}
        />
        <span role="status" className={isLowest ? ui['unseen'] : `${ui['soft']} ${ui['number']}`}>
          {collections !== undefined &&
            collections.length > 0 &&
            words.found(found.length, collections.length)}
        </span>
        <Tooltip label={words.refresh}>
          <ActionIcon
            variant="default"
            size={36}
            ms="auto"
            aria-label={words.refresh}
            loading={isFetching}
            onClick={() => void refetch()}
          >
            <RefreshCw size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Group>
      <LoadError accountId={chosen} />
      <Content accountId={chosen} found={found} />
    </Page>
  )
}

/** Why the list could not be loaded. The known collections stay below it. */
const LoadError = ({ accountId }: { readonly accountId: string }) => {
  const { data, error, refetch } = useCall('collections.list', { accountId })
  return (
    error !== null && (
      <Box mb="md">
        <ErrorAlert error={error} onRetry={() => void refetch()} isWhole={data === undefined} />
      </Box>
    )
  )
}

const Content = ({
  accountId,
  found,
}: {
  readonly accountId: string
  readonly found: readonly CollectionDetails[]
}) => {
  const { data: collections, isFetching, error } = useCall('collections.list', { accountId })
  const { search, change } = useCollectionSearch()
  const { go } = useNavigation()
  const now = useNow()
  if (collections === undefined) return error === null ? <Waiting isLoading={isFetching} /> : null
  if (collections.length === 0) return <NoCollections />
  if (found.length === 0)
    return (
      <Empty
        icon={<SearchX size={40} strokeWidth={1.25} aria-hidden />}
        title={words.nothingFound.title}
        action={
          <Button variant="default" onClick={() => change({ search: '' })}>
            {words.nothingFound.clear}
          </Button>
        }
      >
        {words.nothingFound.text(search)}
      </Empty>
    )
  return (
    <VirtualGrid
      items={found}
      itemKey={({ id }) => id}
      label={words.list}
      minWidth={196}
      captionHeight={68}
      render={(collection, tabIndex) => (
        <CollectionCard
          tabIndex={tabIndex}
          collection={collection}
          now={now}
          onOpen={() => go({ view: 'collection', accountId, collectionId: collection.id })}
          menu={withMenu(collection.name, () =>
            fetchCollectionEntries(collection, { accountId, collectionId: collection.id }),
          )}
        />
      )}
    />
  )
}

/** Placeholders for cards that are loading, so that nothing jumps. */
const Waiting = ({ isLoading }: { readonly isLoading: boolean }) => (
  <div
    className={styles['waiting']}
    role="progressbar"
    aria-busy={isLoading}
    aria-label={text.common.loading}
  >
    {['a', 'b', 'c', 'd'].map((key) => (
      <div key={key} className={styles['waitingCard']} />
    ))}
  </div>
)

const NoCollections = () => {
  const { go } = useNavigation()
  return (
    <Empty
      icon={<Images size={40} strokeWidth={1.25} aria-hidden />}
      title={words.empty.title}
      action={
        <Group gap="sm">
          <Button variant="default" onClick={() => go({ view: 'new-collection' })}>
            {words.newCollection}
          </Button>
          <Button variant="default" onClick={() => go({ view: 'start' })}>
            {words.gettingStarted}
          </Button>
        </Group>
      }
    >
      {words.empty.text}
    </Empty>
  )
}

type CollectionOrder = keyof typeof words.orders

const comparers: Readonly<
  Record<CollectionOrder, (a: CollectionDetails, b: CollectionDetails) => number>
> = {
  newest: (a, b) => (b.created_at ?? '').localeCompare(a.created_at ?? ''),
  name: (a, b) => naturalOrder(a.name, b.name),
  tokens: (a, b) => b.token_count - a.token_count,
}

const orders = (['newest', 'name', 'tokens'] as const).map((value) => ({
  value,
  label: words.orders[value],
}))

/** The collections whose name or policy ID contains the words, in an order; equal ones as they came. */
export const foundCollections = (
  collections: readonly CollectionDetails[],
  search: string,
  order: CollectionOrder,
): readonly CollectionDetails[] => {
  const wanted = search.trim().toLowerCase()
  return collections
    .filter(
      ({ name, policy }) =>
        name.toLowerCase().includes(wanted) || policy.policy_id.toLowerCase().includes(wanted),
    )
    .toSorted(comparers[order])
}

type CollectionSearch = { readonly search: string; readonly order: CollectionOrder }

/** What the list's tools say. */
const useCollectionSearch = create<
  CollectionSearch & { readonly change: (changed: Partial<CollectionSearch>) => void }
>((set) => ({ search: '', order: 'newest', change: (changed) => set(changed) }))
