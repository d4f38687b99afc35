import { Tabs } from '@mantine/core'
import { useNavigation } from '#renderer/stores/navigation.ts'
import type { EventsTab } from '#renderer/stores/routes.ts'
import { text } from '#renderer/text/en.ts'
import { Page } from '#renderer/ui/page.tsx'
import { LogTab } from './log/log-tab.tsx'
import { ReceivedActions } from './received/received-actions.tsx'
import { ReceivedTab } from './received/received-tab.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.events
const tabs = ['sales', 'log'] as const satisfies readonly EventsTab[]

/** Events of sales from minting services, and the app's log. */
export const EventsView = ({ tab = 'sales' }: { readonly tab: EventsTab | undefined }) => {
  const go = useNavigation((state) => state.go)
  const open = (name: string | null) => {
    const found = tabs.find((one) => one === name)
    if (found !== undefined && found !== tab) go({ view: 'events', tab: found })
  }
  return (
    <Page
      fixed
      title={words.title}
      lead={words.lead[tab]}
      actions={tab === 'sales' ? <ReceivedActions /> : undefined}
    >
      <Tabs value={tab} onChange={open} keepMounted={false} className={ui['fill']}>
        <Tabs.List aria-label={words.title}>
          {tabs.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {words.tabs[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="sales" className={ui['tabPanelFixed']}>
          <ReceivedTab />
        </Tabs.Panel>
        <Tabs.Panel value="log" className={ui['tabPanelFixed']}>
          <LogTab />
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}
