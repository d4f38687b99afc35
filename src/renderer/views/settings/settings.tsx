import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import { useNavigation } from '#renderer/stores/navigation.ts'
import type { SettingsSection } from '#renderer/stores/routes.ts'
import { text } from '#renderer/text/en.ts'
import { Page } from '#renderer/ui/page.tsx'
import { AboutSection } from './about-section.tsx'
import { AccountsSection } from './accounts-section.tsx'
import { AppearanceSection } from './appearance-section.tsx'
import { GatewaysSection } from './gateways-section.tsx'
import { InboxSection } from './inbox/inbox-section.tsx'
import { PinningSection } from './pinning-section.tsx'
import { VaultSection } from './vault-section.tsx'
import ui from '#renderer/ui/parts.module.css'

const sections: readonly { readonly name: SettingsSection; readonly content: ReactNode }[] = [
  { name: 'accounts', content: <AccountsSection /> },
  { name: 'inbox', content: <InboxSection /> },
  { name: 'gateways', content: <GatewaysSection /> },
  { name: 'pinning', content: <PinningSection /> },
  { name: 'vault', content: <VaultSection /> },
  { name: 'appearance', content: <AppearanceSection /> },
  { name: 'about', content: <AboutSection /> },
]

export const SettingsView = ({
  section = 'accounts',
}: {
  readonly section: SettingsSection | undefined
}) => {
  const go = useNavigation((state) => state.go)
  const open = (name: string | null) => {
    const found = sections.find((one) => one.name === name)
    if (found !== undefined && found.name !== section) go({ view: 'settings', section: found.name })
  }
  return (
    <Page fixed title={text.settings.title}>
      <Tabs value={section} onChange={open} keepMounted={false} className={ui['fill']}>
        <Tabs.List aria-label={text.settings.title}>
          {sections.map(({ name }) => (
            <Tabs.Tab key={name} value={name}>
              {text.settings.sections[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {sections.map(({ name, content }) => (
          <Tabs.Panel key={name} value={name} className={ui['tabPanel']}>
            {content}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  )
}
