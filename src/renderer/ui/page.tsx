import type { ReactNode } from 'react'
import { Box, Group } from '@mantine/core'
import styles from './ui.module.css'
import ui from './parts.module.css'

/**
 * One view: title, actions, content. `fixed`: the content does not scroll as a whole, because it
 * contains a virtual list that does.
 */
export const Page = ({
  from,
  title,
  lead,
  actions,
  fixed = false,
  children,
}: {
  /** The way back to what the view belongs to. */
  readonly from?: ReactNode
  readonly title: ReactNode
  readonly lead?: ReactNode
  readonly actions?: ReactNode
  readonly fixed?: boolean
  readonly children: ReactNode
}) => (
  <div className={styles['page']}>
    <header className={styles['pageHead']}>
      {from !== undefined && <div className={styles['pageFrom']}>{from}</div>}
      <h1 className={styles['pageTitle']}>{title}</h1>
      {lead !== undefined && <p className={styles['pageLead']}>{lead}</p>}
      {actions !== undefined && <div className={styles['pageActions']}>{actions}</div>}
    </header>
    <div
      className={styles[fixed ? 'pageBodyFixed' : 'pageBody']}
      data-scroller={!fixed || undefined}
    >
      {children}
    </div>
  </div>
)

/** A surface for reading or working, with an optional heading, and beside that what can be done. */
export const Sheet = ({
  title,
  hint,
  actions,
  children,
}: {
  readonly title?: ReactNode
  /** What it is about, in one line if possible. */
  readonly hint?: ReactNode
  readonly actions?: ReactNode
  readonly children?: ReactNode
}) => (
  <section className={styles['sheet']}>
    {title !== undefined && (
      <Group justify="space-between" gap="sm" className={styles['sheetHead']}>
        <Box flex="1 1 15rem" miw={0}>
          <h2 className={ui['title']}>{title}</h2>
          {hint !== undefined && <p className={ui['soft']}>{hint}</p>}
        </Box>
        {actions !== undefined && <Group gap="xs">{actions}</Group>}
      </Group>
    )}
    {children}
  </section>
)

/** One of several parts of a sheet, or its only one beside an image. */
export const SheetSection = ({
  title,
  children,
}: {
  readonly title: ReactNode
  readonly children?: ReactNode
}) => (
  <section className={ui['stack']}>
    <h2 className={ui['title']}>{title}</h2>
    {children}
  </section>
)

/** An empty state: what belongs here and what to do. */
export const Empty = ({
  icon,
  title,
  children,
  action,
}: {
  readonly icon?: ReactNode
  readonly title: string
  readonly children?: ReactNode
  readonly action?: ReactNode
}) => (
  <div className={styles['empty']}>
    {icon}
    <h2>{title}</h2>
    {children !== undefined && <p>{children}</p>}
    {action}
  </div>
)

/** Terms and their values, aligned. */
export const DetailList = ({
  entries,
}: {
  readonly entries: readonly (readonly [term: string, value: ReactNode])[]
}) =>
  entries.length === 0 ? null : (
    <dl className={styles['details']}>
      {entries.map(([term, value]) => (
        <div key={term} style={{ display: 'contents' }}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
