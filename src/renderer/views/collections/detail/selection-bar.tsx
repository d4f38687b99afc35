import { Button } from '@mantine/core'
import { Coins, Flame, HandCoins, Stamp, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { CollectionFacts, TokenRow } from '#shared/calls/collections.ts'
import { limits } from '#shared/limits.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { useSales } from '#renderer/data/sales-list.ts'
import { useTokens } from '#renderer/data/tokens.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { useDrafts } from '#renderer/stores/drafts.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { usePicking } from '#renderer/stores/picking.ts'
import { text } from '#renderer/text/en.ts'
import { IconButton } from '#renderer/ui/icon-button.tsx'
import ui from '#renderer/ui/parts.module.css'
import { mintDraftKey } from '#renderer/views/minting/form/form-of.ts'
import { saleDraftKey } from '#renderer/views/sales/form-of.ts'
import { BurnDialog } from '#renderer/views/minting/burn/burn-dialog.tsx'
import { SellDialog } from '#renderer/views/sales/sell-dialog.tsx'
import styles from '../collection.module.css'
import { DeleteTokensDialog } from './delete-tokens-dialog.tsx'
import { PriceDialog } from './price-dialog.tsx'
import { canBeSold, canChange, isMinted } from '#renderer/data/token-status.ts'

const words = text.picking

type Doing = {
  readonly action: 'sell' | 'price' | 'burn' | 'remove'
  readonly tokens: readonly TokenRow[]
}

/** How many tokens are picked, and what can be done with them. */
export const SelectionBar = ({
  collectionRef,
  collection,
  shown,
}: {
  readonly collectionRef: CollectionRef
  readonly collection: CollectionFacts | undefined
  /** The tokens that the filter lets through. */
  readonly shown: readonly TokenRow[]
}) => {
  const { picked, pick, pickAll, dropAll } = usePicking()
  const { tokens } = useTokens(collectionRef)
  const [doing, setDoing] = useState<Doing>()
  const selected = useMemo(() => tokens.filter(({ id }) => picked.has(id)), [tokens, picked])
  const free = selected.filter(canBeSold)
  const fixed = selected.length - selected.filter(canChange).length
  const close = () => setDoing(undefined)
  return (
    <div className={styles['selection']} role="toolbar" aria-label={words.bar}>
      <div className={ui['row']}>
        <span role="status">
          {selected.length === 0 ? words.none : words.count(selected.length)}
        </span>
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() =>
            selected.length === shown.length ? dropAll() : pickAll(shown.map(({ id }) => id))
          }
        >
          {selected.length === shown.length ? words.clear : words.all(shown.length)}
        </Button>
        <div className={styles['gap']} />
        <Button variant="default" size="compact-sm" onClick={() => pick(false)}>
          {words.end}
        </Button>
      </div>
      {selected.length > 0 && (
        <Actions
          collectionRef={collectionRef}
          selected={selected}
          onDo={(action, its) => setDoing({ action, tokens: its })}
        />
      )}
      {fixed > 0 && <p className={ui['soft']}>{words.fixed(fixed)}</p>}
      {free.length > limits.tokensPerSale && (
        <p className={ui['soft']}>{words.saleLimit(limits.tokensPerSale)}</p>
      )}
      {doing?.action === 'sell' && collection !== undefined && (
        <SellDialog collectionRef={collectionRef} collection={collection} onClose={close} />
      )}
      {doing?.action === 'price' && (
        <PriceDialog collectionRef={collectionRef} tokens={doing.tokens} onClose={close} />
      )}
      {doing?.action === 'burn' && collection !== undefined && (
        <BurnDialog
          collectionRef={collectionRef}
          collection={collection}
          tokens={doing.tokens}
          onClose={close}
        />
      )}
      {doing?.action === 'remove' && (
        <DeleteTokensDialog collectionRef={collectionRef} tokens={doing.tokens} onClose={close} />
      )}
    </div>
  )
}

/** Those actions that some of the tokens allow, each with their number. */
const Actions = ({
  collectionRef,
  selected,
  onDo,
}: {
  readonly collectionRef: CollectionRef
  readonly selected: readonly TokenRow[]
  readonly onDo: (action: Doing['action'], tokens: readonly TokenRow[]) => void
}) => {
  const { go } = useNavigation()
  const canSell = useSales(collectionRef).data?.canSell === true
  const canMint = useCall('minting.list', collectionRef).data?.canMint === true
  const free = selected.filter(canBeSold)
  const changeable = selected.filter(canChange)
  const minted = selected.filter(isMinted)
  const mint = () => {
    useDrafts.getState().keep(mintDraftKey(collectionRef), {
      tokens: 'picked',
      picked: new Set(free.map(({ id }) => id)),
    })
    usePicking.getState().pick(false)
    go({ view: 'mint', ...collectionRef })
  }
  const sell = () => {
    useDrafts.getState().keep(saleDraftKey(collectionRef), { which: 'picked' })
    onDo('sell', free)
  }
  return (
    <div className={ui['row']}>
      {canMint && free.length > 0 && (
        <IconButton size="xs" icon={Stamp} iconSize={14} onClick={mint}>
          {words.mint(free.length)}
        </IconButton>
      )}
      {canSell && free.length > 0 && (
        <>
          <IconButton
            size="xs"
            icon={HandCoins}
            iconSize={14}
            disabled={free.length > limits.tokensPerSale}
            onClick={sell}
          >
            {words.sell(free.length)}
          </IconButton>
          <IconButton size="xs" icon={Coins} iconSize={14} onClick={() => onDo('price', free)}>
            {words.price.action(free.length)}
          </IconButton>
        </>
      )}
      {canMint && minted.length > 0 && (
        <IconButton
          size="xs"
          color="red"
          variant="light"
          icon={Flame}
          iconSize={14}
          onClick={() => onDo('burn', minted)}
        >
          {text.minting.burn.actionOf(minted.length)}
        </IconButton>
      )}
      {changeable.length > 0 && (
        <IconButton
          size="xs"
          color="red"
          variant="light"
          icon={Trash2}
          iconSize={14}
          onClick={() => onDo('remove', changeable)}
        >
          {words.remove.action(changeable.length)}
        </IconButton>
      )}
    </div>
  )
}
