import { VisuallyHidden } from '@mantine/core'
import { ChevronRight } from 'lucide-react'
import type { EventRow } from '#contract/events/calls.ts'
import { dateText } from '#values/text/format.ts'
import { withMenu } from '#renderer/stores/context-menu.ts'
import { eventEntries } from '#renderer/stores/menu-entries.ts'
import { text } from '#renderer/text/en.ts'
import { NamedPicture, Thumb } from '#renderer/ui/named-picture.tsx'
import { Ada } from '#renderer/ui/text-parts.tsx'
import { SaleBadge, saleStatusText } from '#renderer/views/sales/sale-state.tsx'
import styles from '../events.module.css'
import type { Stop } from '../day-list.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.events.received

/** An event as a row: time, tokens, collection and error, kind, price. */
export const ReceivedRow = ({
  row,
  collection,
  tabIndex,
  onFocus,
  onOpen,
}: Stop & {
  readonly row: EventRow
  /** Its collection's name, as far as it is known. */
  readonly collection: string
  readonly onOpen: () => void
}) => (
  <button
    type="button"
    className={styles['received']}
    aria-haspopup="dialog"
    tabIndex={tabIndex}
    onFocus={onFocus}
    onClick={onOpen}
    {...withMenu(soldText(row), () => eventEntries(row, onOpen))}
  >
    <span className={styles['mark']} data-unread={row.unread}>
      {row.unread && <VisuallyHidden>{words.unreadMark}</VisuallyHidden>}
    </span>
    <time className={ui['soft']} dateTime={row.at} title={dateText(row.at, 'exact')}>
      {dateText(row.at, 'time')}
    </time>
    <NamedPicture
      picture={<Thumb cid={row.cid} />}
      name={soldText(row)}
      second={secondLine(row, collection)}
    />
    <span className={styles['state']} title={row.kind}>
      <SaleBadge status={words.otherKind(row.kind)} />
    </span>
    <span className={styles['price']}>{row.price !== null && <Ada lovelace={row.price} />}</span>
    <ChevronRight className={styles['chevron']} size={16} aria-hidden />
  </button>
)

/** The kind often has the same words. */
export const isMoreThanKind = ({ kind, error }: EventRow): boolean =>
  error !== null && error !== saleStatusText(kind)

const soldText = ({ names, tokens, saleId }: EventRow): string => {
  const first = names[0] || (saleId ?? words.noTokens)
  return tokens > 1 ? words.more(first, tokens - 1) : first
}

const secondLine = (row: EventRow, collection: string): string =>
  [collection, isMoreThanKind(row) ? row.error : ''].filter(Boolean).join(' · ')
