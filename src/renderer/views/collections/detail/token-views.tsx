import { isPriced } from '#contract/mints/chosen-tokens.ts'
import { Flex } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { ImageOff } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { TokenRow } from '#contract/collections/calls.ts'
import type { TokenOrder } from '#renderer/stores/collection.ts'
import type { MenuHandlers } from '#renderer/stores/context-menu.ts'
import { Ada, CutText } from '#renderer/ui/text-parts.tsx'
import { text } from '#renderer/text/en.ts'
import { TokenImage } from '#renderer/ui/token-image.tsx'
import { CheckMark } from '#renderer/ui/check-mark.tsx'
import { useWindowHeight } from '#renderer/ui/use-window-size.ts'
import { VirtualGrid } from '#renderer/ui/virtual-grid.tsx'
import { type Column, type Held, heldKeys, type Sort, VirtualTable } from '#renderer/ui/virtual.tsx'
import { tokenStateText } from '#contract/tokens/token-state.ts'
import { TokenStatusChip } from '../chips.tsx'
import styles from '../collection.module.css'
import { attributeOf, tokenComparer } from './filter.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.collections.tokenList

type TokenViewProps = {
  readonly tokens: readonly TokenRow[]
  readonly onOpen: (token: TokenRow, held: Held) => void
  readonly menuOf: (token: TokenRow) => MenuHandlers
  /** The picked tokens, while picking; undefined: a click opens a token. */
  readonly picked: ReadonlySet<string> | undefined
}

const tickText = (isPicked: boolean): string =>
  isPicked ? text.minting.form.isPicked : text.minting.form.isNotPicked

/** Pixels of a token, at least; of its name below its image, and of its price below that. */
const tileSizes = {
  normal: { minWidth: 168, nameHeight: 34, priceHeight: 24 },
  low: { minWidth: 104, nameHeight: 26, priceHeight: 22 },
  lowest: { minWidth: 84, nameHeight: 26, priceHeight: 0 },
}

/** Tokens as images, the art large. */
export const TokenGrid = ({
  tokens,
  picked,
  onOpen,
  onLook,
  menuOf,
}: TokenViewProps & {
  /** Space shows the image alone, while no tokens are picked. */
  readonly onLook: (token: TokenRow) => void
}) => {
  const height = useWindowHeight()
  const isLowest = height === 'lowest'
  const { minWidth, nameHeight, priceHeight } = tileSizes[height]
  const hasPrices = useMemo(() => tokens.some(isPriced), [tokens])
  // A state that all of them have is said above.
  const hasStates = useMemo(() => new Set(tokens.map(tokenStateText)).size > 1, [tokens])
  const [hasFailed, setHasFailed] = useState(false)
  const hasMissing = hasFailed || tokens.some(({ cid }) => cid === null)
  return (
    <>
      <VirtualGrid
        items={tokens}
        itemKey={({ id }) => id}
        label={words.label}
        // Two rows fit into the lowest window.
        minWidth={minWidth}
        captionHeight={nameHeight + (hasPrices ? priceHeight : 0)}
        render={(token, tabIndex) => {
          const menu = menuOf(token)
          return (
            <button
              type="button"
              className={styles['tile']}
              tabIndex={tabIndex}
              {...(picked === undefined
                ? {}
                : { 'data-picking': true, 'aria-pressed': picked.has(token.id) })}
              onClick={(event) => onOpen(token, heldKeys(event))}
              {...menu}
              onKeyDown={(event) => {
                if (event.key !== ' ' || picked !== undefined) return menu.onKeyDown(event)
                event.preventDefault()
                onLook(token)
              }}
            >
              <TokenImage cid={token.cid} alt="" onMissing={() => setHasFailed(true)} />
              {picked !== undefined && (
                // The button's own state says whether it is pressed.
                <span className={styles['tileTick']} aria-hidden>
                  <CheckMark on={picked.has(token.id)} label={tickText(picked.has(token.id))} />
                </span>
              )}
              <span className={styles['caption']}>
                <CutText isMany className={styles['tileName']}>
                  {token.name}
                </CutText>
                {!isLowest && <Price token={token} />}
              </span>
              {/* on the image; read out after the name */}
              <span className={styles['tileState']}>
                {hasStates && token.status !== 'FOR_SALE' && (
                  <TokenStatusChip token={token} isBrief={isLowest} />
                )}
                {isLowest && <Price token={token} />}
              </span>
            </button>
          )
        }}
      />
      {/* Below the tokens: none of them moves when an image fails. */}
      {hasMissing && (
        <Flex role="status" align="center" gap="xs" pt="xs" className={ui['soft'] ?? ''}>
          <ImageOff size={16} strokeWidth={1.5} aria-hidden />
          {words.missingImages}
        </Flex>
      )}
    </>
  )
}

const Price = ({ token: { price } }: { readonly token: TokenRow }) =>
  typeof price === 'number' && <Ada lovelace={price} />

const attributeColumn = 'attribute '

const columnOf = (by: TokenOrder['by']): string =>
  typeof by === 'string' ? by : `${attributeColumn}${by.attribute}`

/** The order of the pressed header's column. */
const orderOf = (sort: Sort | undefined): TokenOrder | undefined => {
  if (sort === undefined) return undefined
  const { column, isDescending } = sort
  if (column.startsWith(attributeColumn))
    return { by: { attribute: column.slice(attributeColumn.length) }, isDescending }
  const by = (['name', 'asset_name', 'status', 'price'] as const).find((known) => known === column)
  return by && { by, isDescending }
}

const assetNameColumn: Column<TokenRow> = {
  key: 'asset_name',
  sort: tokenComparer('asset_name'),
  title: words.assetName,
  width: 'minmax(7.5rem, 1.5fr)',
  cell: (token) => <CutText isMany>{token.asset_name}</CutText>,
}

const priceColumn: Column<TokenRow> = {
  key: 'price',
  sort: tokenComparer('price'),
  title: words.price,
  width: '6rem',
  align: 'end',
  cell: (token) => <Price token={token} />,
}

/** Pixels, at least, of the columns before the attributes, and of one attribute. */
const otherColumnsWidth = 468
const pickWidth = 36
const priceWidth = 96
const attributeWidth = 80
const mostAttributes = 4

/** Tokens as rows, with as many attributes as fit. */
export const TokenTable = ({
  tokens,
  attributes,
  hasPrices,
  order,
  picked,
  onOrder,
  onOpen,
  menuOf,
}: TokenViewProps & {
  readonly attributes: readonly string[]
  /** Some of the collection's tokens have a price. */
  readonly hasPrices: boolean
  readonly order: TokenOrder | undefined
  readonly onOrder: (order: TokenOrder | undefined) => void
}) => {
  const { ref, width } = useElementSize()
  const taken = (picked === undefined ? 0 : pickWidth) + (hasPrices ? priceWidth : 0)
  const room = width - taken - otherColumnsWidth
  // In a narrow table the price is worth more than the asset name, which the token's page has.
  const hasAssetNames = !hasPrices || width === 0 || room >= 0
  const attributeCount = Math.max(0, Math.min(mostAttributes, Math.floor(room / attributeWidth)))
  const columns: readonly Column<TokenRow>[] = [
    ...(picked === undefined
      ? []
      : [
          {
            key: 'pick',
            title: <span className={ui['unseen']}>{text.minting.form.columns.pick}</span>,
            width: '2.25rem',
            cell: ({ id }: TokenRow) => (
              <CheckMark on={picked.has(id)} label={tickText(picked.has(id))} />
            ),
          },
        ]),
    {
      key: 'image',
      title: <span className={ui['unseen']}>{words.image}</span>,
      width: '3.25rem',
      cell: ({ cid }) => (
        <div className={ui['thumb']}>
          <TokenImage cid={cid} alt="" size={96} />
        </div>
      ),
    },
    {
      key: 'name',
      sort: tokenComparer('name'),
      title: words.name,
      width: hasAssetNames ? 'minmax(9rem, 2fr)' : 'minmax(5rem, 2fr)',
      cell: ({ name }) => <CutText isMany>{name}</CutText>,
    },
    ...(hasAssetNames ? [assetNameColumn] : []),
    {
      key: 'status',
      sort: tokenComparer('status'),
      title: words.status,
      width: hasAssetNames ? '8rem' : '7.25rem',
      cell: (token) => <TokenStatusChip token={token} />,
    },
    ...(hasPrices ? [priceColumn] : []),
    ...attributes.slice(0, attributeCount).map((attribute) => ({
      key: columnOf({ attribute }),
      sort: tokenComparer({ attribute }),
      title: <CutText isMany>{attribute}</CutText>,
      width: 'minmax(5rem, 1fr)',
      cell: (token: TokenRow) => <CutText isMany>{attributeOf(token, attribute)}</CutText>,
    })),
  ]
  return (
    <div ref={ref} className={ui['fill']}>
      <VirtualTable
        rows={tokens}
        columns={columns}
        rowKey={({ id }) => id}
        label={words.label}
        rowHeight={52}
        sorting={{
          sort: order && { column: columnOf(order.by), isDescending: order.isDescending },
          onSort: (sort) => onOrder(orderOf(sort)),
        }}
        onOpen={onOpen}
        menuOf={menuOf}
      />
    </div>
  )
}
