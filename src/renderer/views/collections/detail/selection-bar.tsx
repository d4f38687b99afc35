import { Button, Group } from '@mantine/core'
import { Coins, Flame, HandCoins, type LucideIcon, Stamp, Table2, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { CollectionDetails, TokenRow } from '#contract/collections/calls.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import type { PossibleActions, Possibility, Reason } from '#renderer/data/possible-actions.ts'
import { useTokens } from '#renderer/data/tokens.ts'
import { useDrafts } from '#renderer/stores/drafts.ts'
import { openTokensAsTable } from '#renderer/stores/imports.ts'
import { attempt } from '#renderer/stores/notices.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { usePicking } from '#renderer/stores/picking.ts'
import { text } from '#renderer/text/en.ts'
import { IconButton } from '#renderer/ui/icon-button.tsx'
import ui from '#renderer/ui/parts.module.css'
import { mintDraftKey } from '#renderer/views/minting/form/form-of.ts'
import { saleDraftKey } from '#renderer/views/sales/sale-draft.ts'
import { BurnDialog } from '#renderer/views/minting/burn/burn-dialog.tsx'
import { SellDialog } from '#renderer/views/sales/sell-dialog.tsx'
import styles from '../collection.module.css'
import { DeleteTokensDialog } from './delete-tokens-dialog.tsx'
import { PriceDialog } from './price-dialog.tsx'
import { usePossibleActions } from '../use-possible-actions.ts'

const words = text.picking

type Doing = {
  readonly action: 'sell' | 'price' | 'burn' | 'remove'
  readonly tokens: readonly TokenRow[]
}

/** Why nothing of a selection can be sold, where the user would expect that it can. */
const sellReasons: ReadonlySet<Reason> = new Set(['tooMany', 'royaltyFirst', 'policyLocked'])

/** How many tokens are picked, and what can be done with them. */
export const SelectionBar = ({
  collectionRef,
  collection,
  shown,
}: {
  readonly collectionRef: CollectionRef
  readonly collection: CollectionDetails | undefined
  /** The tokens that the filter lets through. */
  readonly shown: readonly TokenRow[]
}) => {
  const { picked, pick, pickAll, dropAll } = usePicking()
  const { tokens } = useTokens(collectionRef)
  const [doing, setDoing] = useState<Doing>()
  const selected = useMemo(() => tokens.filter(({ id }) => picked.has(id)), [tokens, picked])
  const possible = usePossibleActions(collectionRef, selected)
  const changeable = possible?.deleteTokens.isPossible === true ? possible.deleteTokens.count : 0
  const fixed = possible === undefined ? 0 : selected.length - changeable
  const close = () => setDoing(undefined)
  return (
    <footer>
      <div className={styles['selection']} role="toolbar" aria-label={words.bar}>
        <Group gap="xs">
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
          <span className={`${ui['grow']} ${ui['soft']}`}>
            {[
              ...(fixed > 0 ? [words.fixed(fixed)] : []),
              ...(possible?.sell.isPossible === false && sellReasons.has(possible.sell.reason)
                ? [text.reasons[possible.sell.reason]]
                : []),
            ].join(' ')}
          </span>
          <Button variant="default" size="compact-sm" onClick={() => pick(false)}>
            {words.end}
          </Button>
        </Group>
        {selected.length > 0 && possible !== undefined && (
          <Actions
            collectionRef={collectionRef}
            possible={possible}
            onDo={(action, chosen) => setDoing({ action, tokens: chosen })}
          />
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
    </footer>
  )
}

/** What can be done with some of the tokens, each with their number. */
const Actions = ({
  collectionRef,
  possible: { mint, sell, setPrice, burn, deleteTokens },
  onDo,
}: {
  readonly collectionRef: CollectionRef
  readonly possible: PossibleActions
  readonly onDo: (action: Doing['action'], tokens: readonly TokenRow[]) => void
}) => {
  const { go } = useNavigation()
  const startMint = (tokens: readonly TokenRow[]) => {
    useDrafts.getState().keep(mintDraftKey(collectionRef), {
      tokens: 'picked',
      picked: new Set(tokens.map(({ id }) => id)),
    })
    usePicking.getState().pick(false)
    go({ view: 'mint', ...collectionRef })
  }
  const startSale = (tokens: readonly TokenRow[]) => {
    useDrafts.getState().keep(saleDraftKey(collectionRef), { type: 'fixed' })
    onDo('sell', tokens)
  }
  return (
    <Group gap="xs">
      <Action of={mint} icon={Stamp} label={words.mint} onDo={startMint} />
      <Action of={sell} icon={HandCoins} label={words.sell} onDo={startSale} />
      <Action
        of={setPrice}
        icon={Coins}
        label={words.price.action}
        onDo={(tokens) => onDo('price', tokens)}
      />
      <Action
        of={deleteTokens}
        icon={Table2}
        label={words.editAsTable}
        onDo={(tokens) =>
          void attempt(() =>
            openTokensAsTable(
              collectionRef,
              tokens.map(({ id }) => id),
            ),
          )
        }
      />
      <Action
        of={burn}
        icon={Flame}
        label={text.minting.burn.actionOf}
        isDangerous
        onDo={(tokens) => onDo('burn', tokens)}
      />
      <Action
        of={deleteTokens}
        icon={Trash2}
        label={words.remove.action}
        isDangerous
        onDo={(tokens) => onDo('remove', tokens)}
      />
    </Group>
  )
}

const Action = ({
  of,
  icon,
  label,
  isDangerous = false,
  onDo,
}: {
  readonly of: Possibility
  readonly icon: LucideIcon
  readonly label: (count: number) => string
  readonly isDangerous?: boolean
  readonly onDo: (tokens: readonly TokenRow[]) => void
}) =>
  // Too many are made fewer by a click, so the button stays.
  of.isPossible || of.reason === 'tooMany' ? (
    <IconButton
      size="xs"
      icon={icon}
      iconSize={14}
      disabled={!of.isPossible}
      {...(isDangerous ? { color: 'red', variant: 'light' } : {})}
      onClick={() => onDo(of.tokens)}
    >
      {label(of.count)}
    </IconButton>
  ) : null
