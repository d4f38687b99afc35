import { useNavigation } from '#renderer/stores/navigation.ts'
import type { SettingsSection } from '#renderer/stores/routes.ts'
import { text } from '#renderer/text/en.ts'
import { type PageTab, TabbedPage } from '#renderer/ui/tabbed-page.tsx'
import { AboutSection } from './about-section.tsx'
import { AccountsSection } from './accounts-section.tsx'
import { AppearanceSection } from './appearance-section.tsx'
import { ComputerSection } from './computer/computer-section.tsx'
import { GatewaysSection } from './gateways-section.tsx'
import { InboxSection } from './inbox/inbox-section.tsx'
import { PinningSection } from './pinning-section.tsx'
import { ShortcutsSection } from './shortcuts-section.tsx'
import { WebhooksSection } from './webhooks/webhooks-section.tsx'
import { VaultSection } from './vault-section.tsx'

const words = text.settings

const sections: readonly PageTab<SettingsSection>[] = [
  { name: 'accounts', label: words.sections.accounts, content: <AccountsSection /> },
  { name: 'inbox', label: words.sections.inbox, content: <InboxSection /> },
  { name: 'webhooks', label: words.sections.webhooks, content: <WebhooksSection /> },
  { name: 'gateways', label: words.sections.gateways, content: <GatewaysSection /> },
  { name: 'pinning', label: words.sections.pinning, content: <PinningSection /> },
  { name: 'vault', label: words.sections.vault, content: <VaultSection /> },
  { name: 'computer', label: words.sections.computer, content: <ComputerSection /> },
  { name: 'appearance', label: words.sections.appearance, content: <AppearanceSection /> },
  { name: 'shortcuts', label: words.sections.shortcuts, content: <ShortcutsSection /> },
  { name: 'about', label: words.sections.about, content: <AboutSection /> },
]

export const SettingsView = ({
  section = 'accounts',
}: {
  readonly section: SettingsSection | undefined
}) => {
  const go = useNavigation((state) => state.go)
  return (
    <TabbedPage
      title={words.title}
      tabs={sections}
      tab={section}
      onOpen={(name) => go({ view: 'settings', section: name })}
    />
  )
}
