import { isPriced } from '#contract/mints/chosen-tokens.ts'
import { Button, Flex, Progress } from '@mantine/core'
import { FolderOpen, ImagePlus, MousePointerClick, SearchX } from 'lucide-react'
import { useDeferredValue, useEffect, useId, useMemo, useState } from 'react'
import { useWindowEvent } from '@mantine/hooks'
import type { TokenRow } from '#contract/collections/calls.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { possibleActions } from '#renderer/data/possible-actions.ts'
import { useTokens } from '#renderer/data/tokens.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { withMenu } from '#renderer/stores/context-menu.ts'
import { tokenEntries } from '#renderer/stores/menu-entries.ts'
import { noFilter, useCollection } from '#renderer/stores/collection.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { chooseFolder, importInto } from '#renderer/stores/opened.ts'
import { usePicking } from '#renderer/stores/picking.ts'
import { text } from '#renderer/text/en.ts'
import { IconButton } from '#renderer/ui/icon-button.tsx'
import { Empty, Sheet } from '#renderer/ui/page.tsx'
import type { Held } from '#renderer/ui/virtual.tsx'
import { DropZone } from '../../import/new/drop-zone.tsx'
import { filteredTokens } from './filter.ts'
import { FilterPanel } from './filter-panel.tsx'
import { TokenDialog, TokenViewer } from './token-dialog.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { useCollectionState } from '../use-collection-state.ts'
import { usePossibleActions } from '../use-possible-actions.ts'
import { TokenGrid, TokenTable } from './token-views.tsx'
import { TokenTools } from './tools.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.collections.tokenList

/** Done with several tokens. */
const tokenActions = ['mint', 'sell', 'setPrice', 'burn', 'deleteTokens'] as const

/** The tokens of a collection: tools, filters, list, and the one that is looked at. */
export const TokenList = ({ collectionRef }: { readonly collectionRef: CollectionRef }) => {
  const { filter, isFiltering } = useCollection()
  const { data: collection } = useCall('collections.get', collectionRef)
  const { tokens, isLoading, error } = useTokens(collectionRef)
  const { isPicking } = usePicking()
  const panelId = useId()
  // The list updates with low priority, so that typing stays fast.
  const shownFilter = useDeferredValue(filter)
  const shown = useMemo(() => filteredTokens(tokens, shownFilter), [tokens, shownFilter])
  const hasPrices = useMemo(() => tokens.some(isPriced), [tokens])
  const possible = usePossibleActions(collectionRef, shown)
  const all = Math.max(collection?.token_count ?? 0, tokens.length)
  if (all === 0 && !isLoading && error === null) return <NoTokens collectionRef={collectionRef} />
  return (
    <div className={ui['fill']}>
      <TokenTools panelId={panelId} hasPrices={hasPrices}>
        <ListState
          isLoading={isLoading}
          shown={shown.length}
          loaded={tokens.length}
          all={all}
          canPick={tokenActions.some((action) => possible?.[action].isPossible === true)}
        />
      </TokenTools>
      <Flex flex={1} gap="lg" mih={0}>
        {isFiltering && <FilterPanel id={panelId} tokens={tokens} filter={shownFilter} />}
        <div className={ui['fill']}>
          <Tokens collectionRef={collectionRef} shown={shown} hasPrices={hasPrices} />
        </div>
      </Flex>
      {/* Below the tokens, so that none of them moves under the pointer. */}
      {isPicking && (
        <SelectionBar collectionRef={collectionRef} collection={collection} shown={shown} />
      )}
    </div>
  )
}

/** The number of shown tokens, or the loading progress. */
const ListState = ({
  isLoading,
  shown,
  loaded,
  all,
  canPick,
}: {
  readonly isLoading: boolean
  readonly shown: number
  readonly loaded: number
  readonly all: number
  /** Something can be done with one of them. */
  readonly canPick: boolean
}) => {
  const { isPicking, pick } = usePicking()
  const isPartial = isLoading && loaded < all
  return (
    <>
      {isPartial ? (
        // Not a live region: it changes with every page.
        <>
          <Progress
            w="6rem"
            title={words.loading(loaded, all)}
            value={(loaded / all) * 100}
            aria-label={words.loading(loaded, all)}
            size="sm"
          />
        </>
      ) : (
        <span role="status" className={`${ui['soft']} ${ui['number']}`}>
          {words.shown(shown, loaded)}
        </span>
      )}
      {canPick && !isPicking && (
        <IconButton
          icon={MousePointerClick}
          title={text.picking.startHint}
          onClick={() => pick(true)}
        >
          {text.picking.start}
        </IconButton>
      )}
    </>
  )
}

const Tokens = ({
  collectionRef,
  shown,
  hasPrices,
}: {
  readonly collectionRef: CollectionRef
  readonly shown: ReturnType<typeof filteredTokens>
  readonly hasPrices: boolean
}) => {
  const { layout, filter, tokenId: openId, change } = useCollection()
  const { tokens, isLoading } = useTokens(collectionRef)
  const { isPicking, picked, toggle, extend } = usePicking()
  const { data: collection } = useCall('collections.get', collectionRef)
  const { state } = useCollectionState(collectionRef, collection)
  const [lookedAt, setLookedAt] = useState<string>()
  const setOpenId = (tokenId: string | undefined) => change({ tokenId })
  // The next visit starts with the list.
  useEffect(() => () => change({ tokenId: undefined }), [change])
  const attributes = useMemo(() => attributeNames(tokens), [tokens])
  usePickingKeys(shown)
  if (shown.length === 0 && (isLoading || tokens.length === 0)) return <div aria-busy={isLoading} />
  if (shown.length === 0)
    return (
      <Empty
        icon={<SearchX size={40} strokeWidth={1.25} aria-hidden />}
        title={words.nothingFound.title}
        action={
          <Button
            variant="default"
            onClick={() => change({ filter: { ...noFilter, order: filter.order } })}
          >
            {words.nothingFound.clear}
          </Button>
        }
      >
        {words.nothingFound.text}
      </Empty>
    )
  const indexOf = (tokenId: string | undefined) =>
    tokenId === undefined ? -1 : shown.findIndex(({ id }) => id === tokenId)
  const index = indexOf(openId)
  const lookedIndex = indexOf(lookedAt)
  const onOpen = (token: TokenRow, { isToggling, isExtending }: Held) => {
    if (isExtending)
      extend(
        token.id,
        shown.map(({ id }) => id),
      )
    else if (isPicking || isToggling) toggle(token.id)
    else setOpenId(token.id)
  }
  const menuOf = (token: TokenRow) =>
    withMenu(token.name, () =>
      state === undefined
        ? []
        : tokenEntries(token, collectionRef, possibleActions(state, [token]), () =>
            setOpenId(token.id),
          ),
    )
  return (
    <>
      {layout === 'grid' ? (
        <TokenGrid
          tokens={shown}
          picked={isPicking ? picked : undefined}
          onOpen={onOpen}
          onLook={({ id }) => setLookedAt(id)}
          menuOf={menuOf}
        />
      ) : (
        <TokenTable
          tokens={shown}
          attributes={attributes}
          hasPrices={hasPrices}
          order={filter.order}
          onOrder={(order) => change({ filter: { ...filter, order } })}
          picked={isPicking ? picked : undefined}
          onOpen={onOpen}
          menuOf={menuOf}
        />
      )}
      {lookedIndex >= 0 && (
        <TokenViewer
          tokens={shown}
          index={lookedIndex}
          onShow={({ id }) => setLookedAt(id)}
          onClose={() => setLookedAt(undefined)}
        />
      )}
      {index >= 0 && (
        <TokenDialog
          collectionRef={collectionRef}
          tokens={shown}
          index={index}
          onShow={({ id }) => setOpenId(id)}
          onClose={() => setOpenId(undefined)}
        />
      )}
    </>
  )
}

/** Attributes in the order of the first tokens that have them. */
const attributeNames = (tokens: ReturnType<typeof filteredTokens>): readonly string[] => [
  ...new Set(tokens.slice(0, 50).flatMap(({ attributes }) => attributes.map(({ name }) => name))),
]

/** A collection without tokens is where its folder can be dropped. */
const NoTokens = ({ collectionRef }: { readonly collectionRef: CollectionRef }) => {
  const importing = usePossibleActions(collectionRef)?.importTokens
  if (importing?.isPossible === false)
    return (
      <Empty icon={<ImagePlus size={40} strokeWidth={1.25} aria-hidden />} title={words.empty}>
        {text.reasons[importing.reason]}
      </Empty>
    )
  return (
    <div className={ui['scroll']}>
      <Sheet title={words.empty}>
        <DropZone
          busy={false}
          onDrop={(source) => importInto(collectionRef, source)}
          onError={(message) => useNotices.getState().notify('warn', message)}
        >
          <IconButton icon={FolderOpen} onClick={() => void chooseFolder()}>
            {text.collections.new.folder.pick}
          </IconButton>
        </DropZone>
      </Sheet>
    </div>
  )
}

/** Elements that use the keys themselves. */
const ownKeys = 'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]'

/** Ctrl+A picks all shown tokens; Escape ends picking. */
const usePickingKeys = (shown: readonly TokenRow[]): void => {
  useWindowEvent('keydown', (event) => {
    const isElsewhere =
      event.defaultPrevented ||
      (event.target instanceof Element && event.target.closest(ownKeys) !== null) ||
      document.querySelector('[role="dialog"]') !== null
    if (isElsewhere) return
    const { isPicking, pick, pickAll } = usePicking.getState()
    const isAll = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key === 'a'
    if (isAll && shown.length > 0) {
      event.preventDefault()
      pickAll(shown.map(({ id }) => id))
    } else if (event.key === 'Escape' && isPicking) pick(false)
  })
}
