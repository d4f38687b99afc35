import { Box } from '@mantine/core'
import { ChevronRight, CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { LogEntry } from '#contract/log/entry.ts'
import { dateText, withAdaSign } from '#values/text/format.ts'
import { withMenu } from '#renderer/stores/context-menu.ts'
import { logEntries } from '#renderer/stores/menu-entries.ts'
import { text } from '#renderer/text/en.ts'
import { DetailList } from '#renderer/ui/page.tsx'
import { StatusBadge } from '#renderer/ui/status-badge.tsx'
import styles from '../events.module.css'
import ui from '#renderer/ui/parts.module.css'

const words = text.events.log

/** Information is shown quietly, so that entries that need attention are noticed. */
const Level = ({ level }: Pick<LogEntry, 'level'>) => {
  const label = words.levels[level]
  switch (level) {
    case 'info':
      return (
        <Box component="span" ps="xs" className={`${ui['mark']} ${ui['small']}`}>
          <Info size={12} aria-hidden />
          {label}
        </Box>
      )
    case 'warning':
      return (
        <StatusBadge tone="warn" icon={TriangleAlert}>
          {label}
        </StatusBadge>
      )
    case 'error':
      return (
        <StatusBadge tone="bad" icon={CircleAlert}>
          {label}
        </StatusBadge>
      )
    default:
      return level satisfies never
  }
}

/** One entry in a line; its details below it when it is open. */
export const EntryRow = ({
  entry,
  isOpen,
  tabIndex,
  onFocus,
  onToggle,
}: {
  readonly entry: LogEntry
  readonly isOpen: boolean
  readonly tabIndex: number
  readonly onFocus: () => void
  readonly onToggle: () => void
}) => {
  return (
    <div className={styles['entry']} data-open={isOpen}>
      <button
        type="button"
        className={styles['summary']}
        aria-expanded={isOpen}
        tabIndex={tabIndex}
        onFocus={onFocus}
        onClick={onToggle}
        {...withMenu(entry.message, () => logEntries(entry, isOpen, onToggle))}
      >
        <ChevronRight className={styles['chevron']} size={16} aria-hidden />
        <time className={ui['soft']} dateTime={entry.at} title={dateText(entry.at, 'exact')}>
          {dateText(entry.at, 'time')}
        </time>
        <span className={ui['soft']}>{words.kindOf[entry.kind]}</span>
        <span className={styles['message']}>{withAdaSign(entry.message)}</span>
        <span>
          <Level level={entry.level} />
        </span>
      </button>
      {isOpen && <Details entry={entry} />}
    </div>
  )
}

const Details = ({ entry }: { readonly entry: LogEntry }) => {
  const details = Object.entries(entry.details)
  return (
    <Box pt={4} pb="md" ps="3rem" pe="md">
      <Box component="p" mb="sm" className={ui['breakable']}>
        {withAdaSign(entry.message)}
      </Box>
      <DetailList entries={[[words.exactTime, dateText(entry.at, 'exact')], ...details]} />
    </Box>
  )
}
