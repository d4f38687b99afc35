import { useMediaQuery } from '@mantine/hooks'
import type { TokenRow } from '#shared/calls/collections.ts'
import { text } from '#renderer/text/en.ts'
import { TokenImage } from '#renderer/ui/token-image.tsx'
import { CheckMark } from '#renderer/ui/check-mark.tsx'
import { VirtualGrid } from '#renderer/ui/virtual-grid.tsx'
import { type Column, VirtualTable } from '#renderer/ui/virtual.tsx'
import { TokenStatus } from '../chips.tsx'
import styles from '../collection.module.css'
import { canBeSold } from './token-status.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.collections.tokenList

type Picked = {
  /** The picked tokens, while picking; undefined: a click opens a token. */
  readonly picked: ReadonlySet<string> | undefined
}

const tickText = (token: TokenRow, picked: ReadonlySet<string>): string => {
  if (!canBeSold(token)) return text.sales.pick.cannot
  return picked.has(token.id) ? text.minting.form.isPicked : text.minting.form.isNotPicked
}

/** Tokens as images, the art large. */
export const TokenGrid = ({
  tokens,
  picked,
  onOpen,
}: Picked & {
  readonly tokens: readonly TokenRow[]
  readonly onOpen: (token: TokenRow) => void
}) => (
  <VirtualGrid
    items={tokens}
    itemKey={({ id }) => id}
    label={words.label}
    minWidth={168}
    captionHeight={60}
    render={(token, tabIndex) => (
      <button
        type="button"
        className={styles['tile']}
        tabIndex={tabIndex}
        data-picking={picked === undefined ? undefined : canBeSold(token)}
        {...(picked === undefined
          ? {}
          : { 'aria-pressed': picked.has(token.id), 'aria-disabled': !canBeSold(token) })}
        onClick={() => onOpen(token)}
      >
        <TokenImage cid={token.cid} alt="" />
        {picked !== undefined && canBeSold(token) && (
          // The button's own state says whether it is pressed.
          <span className={styles['tileTick']} aria-hidden>
            <CheckMark on={picked.has(token.id)} label={tickText(token, picked)} />
          </span>
        )}
        <span className={`${ui['cut']} ${styles['tileName']}`} title={token.name}>
          {token.name}
        </span>
        <TokenStatus status={token.status} />
      </button>
    )}
  />
)

const valueOf = (token: TokenRow, attribute: string): string =>
  token.attributes.find(({ name }) => name === attribute)?.value ?? ''

/** A value that may be long; its row is one line high. */
const Value = ({ children }: { readonly children: string }) => (
  <span className={ui['cut']} title={children}>
    {children}
  </span>
)

/** Tokens as rows, with as many attributes as fit. */
export const TokenTable = ({
  tokens,
  attributes,
  picked,
  onOpen,
}: Picked & {
  readonly tokens: readonly TokenRow[]
  readonly attributes: readonly string[]
  readonly onOpen: (token: TokenRow) => void
}) => {
  const isWide = useMediaQuery('(min-width: 1100px)', undefined, { getInitialValueInEffect: false })
  const columns: readonly Column<TokenRow>[] = [
    ...(picked === undefined
      ? []
      : [
          {
            key: 'pick',
            title: <span className={ui['unseen']}>{text.minting.form.columns.pick}</span>,
            width: '2.25rem',
            cell: (token: TokenRow) => (
              <span className={canBeSold(token) ? undefined : styles['cannot']}>
                <CheckMark on={picked.has(token.id)} label={tickText(token, picked)} />
              </span>
            ),
          },
        ]),
    {
      key: 'image',
      title: <span className={ui['unseen']}>{words.image}</span>,
      width: '3.25rem',
      cell: ({ cid }) => (
        <div className={styles['small']}>
          <TokenImage cid={cid} alt="" size={96} />
        </div>
      ),
    },
    {
      key: 'name',
      title: words.name,
      width: 'minmax(7rem, 2fr)',
      cell: ({ name }) => <Value>{name}</Value>,
    },
    {
      key: 'asset name',
      title: words.assetName,
      width: 'minmax(6rem, 1.5fr)',
      cell: (token) => <Value>{token.asset_name}</Value>,
    },
    {
      key: 'status',
      title: words.status,
      width: '8rem',
      cell: ({ status }) => <TokenStatus status={status} />,
    },
    ...attributes.slice(0, isWide ? 4 : 2).map((attribute) => ({
      key: `attribute ${attribute}`,
      title: <Value>{attribute}</Value>,
      width: 'minmax(5rem, 1fr)',
      cell: (token: TokenRow) => <Value>{valueOf(token, attribute)}</Value>,
    })),
  ]
  return (
    <VirtualTable
      rows={tokens}
      columns={columns}
      rowKey={({ id }) => id}
      label={words.label}
      rowHeight={52}
      onOpen={onOpen}
    />
  )
}
