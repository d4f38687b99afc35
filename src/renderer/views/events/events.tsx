import { useNavigation } from '#renderer/stores/navigation.ts'
import type { EventsTab } from '#renderer/stores/routes.ts'
import { text } from '#renderer/text/en.ts'
import { type PageTab, TabbedPage } from '#renderer/ui/tabbed-page.tsx'
import { LogTab } from './log/log-tab.tsx'
import { ReceivedActions } from './received/received-actions.tsx'
import { ReceivedTab } from './received/received-tab.tsx'

const words = text.events

const tabs: readonly PageTab<EventsTab>[] = [
  { name: 'sales', label: words.tabs.sales, fixed: true, content: <ReceivedTab /> },
  { name: 'log', label: words.tabs.log, fixed: true, content: <LogTab /> },
]

/** Events of sales from minting services, and the app's log. */
export const EventsView = ({ tab = 'sales' }: { readonly tab: EventsTab | undefined }) => {
  const go = useNavigation((state) => state.go)
  return (
    <TabbedPage
      title={words.title}
      lead={words.lead[tab]}
      actions={tab === 'sales' ? <ReceivedActions /> : undefined}
      tabs={tabs}
      tab={tab}
      onOpen={(name) => go({ view: 'events', tab: name })}
    />
  )
}
