import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import { Page } from './page.tsx'
import ui from './parts.module.css'

/** One tab of a page. `fixed`: the content does not scroll as a whole, as on a `Page`. */
export type PageTab<Name extends string> = {
  readonly name: Name
  readonly label: string
  readonly fixed?: boolean
  readonly content: ReactNode
}

/** A view whose content is divided into tabs. Only the content of the open tab is mounted. */
export const TabbedPage = <Name extends string>({
  title,
  lead,
  actions,
  tabs,
  tab,
  onOpen,
  children,
}: {
  readonly title: string
  readonly lead?: ReactNode
  readonly actions?: ReactNode
  readonly tabs: readonly PageTab<Name>[]
  readonly tab: Name
  /** Called with a tab other than the open one. */
  readonly onOpen: (name: Name) => void
  /** Dialogs of the view, outside the tabs. */
  readonly children?: ReactNode
}) => {
  const open = (name: string | null) => {
    const found = tabs.find((candidate) => candidate.name === name)
    if (found !== undefined && found.name !== tab) onOpen(found.name)
  }
  return (
    <Page fixed title={title} lead={lead} actions={actions}>
      <Tabs value={tab} onChange={open} keepMounted={false} className={ui['fill']}>
        <Tabs.List aria-label={title}>
          {tabs.map(({ name, label }) => (
            <Tabs.Tab key={name} value={name}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(({ name, fixed, content }) => (
          <Tabs.Panel
            key={name}
            value={name}
            className={ui[fixed === true ? 'tabPanelFixed' : 'tabPanel']}
          >
            {content}
          </Tabs.Panel>
        ))}
      </Tabs>
      {children}
    </Page>
  )
}
