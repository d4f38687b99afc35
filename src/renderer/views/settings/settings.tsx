import { Box, Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import { useNavigation } from '#renderer/stores/navigation.ts'
import type { SettingsSection } from '#renderer/stores/routes.ts'
import { text } from '#renderer/text/en.ts'
import { Page } from '#renderer/ui/page.tsx'
import ui from '#renderer/ui/parts.module.css'
import { AboutSection } from './about-section.tsx'
import { AccountsSection } from './accounts-section.tsx'
import { AppearanceSection } from './appearance-section.tsx'
import { ComputerSection } from './computer/computer-section.tsx'
import { GatewaysSection } from './gateways-section.tsx'
import { InboxSection } from './inbox/inbox-section.tsx'
import { PinningSection } from './pinning-section.tsx'
import styles from './settings.module.css'
import { ShortcutsSection } from './shortcuts-section.tsx'
import { VaultSection } from './vault-section.tsx'
import { WebhooksSection } from './webhooks/webhooks-section.tsx'

const words = text.settings

const groups: readonly (readonly [title: string, sections: readonly SettingsSection[]])[] = [
  [words.groups.services, ['accounts', 'gateways', 'pinning']],
  [words.groups.sales, ['inbox', 'webhooks']],
  [words.groups.computer, ['vault', 'computer']],
  [words.groups.app, ['appearance', 'shortcuts', 'about']],
]
const sections = groups.flatMap(([, names]) => names)

const contents: { readonly [S in SettingsSection]: ReactNode } = {
  accounts: <AccountsSection />,
  inbox: <InboxSection />,
  webhooks: <WebhooksSection />,
  gateways: <GatewaysSection />,
  pinning: <PinningSection />,
  vault: <VaultSection />,
  computer: <ComputerSection />,
  appearance: <AppearanceSection />,
  shortcuts: <ShortcutsSection />,
  about: <AboutSection />,
}

/** A list of all sections in groups, and beside it the chosen one. */
export const SettingsView = ({
  section = 'accounts',
}: {
  readonly section: SettingsSection | undefined
}) => {
  const go = useNavigation((state) => state.go)
  return (
    <Page fixed title={words.title}>
      <Tabs
        value={section}
        onChange={(name) => {
          const found = sections.find((candidate) => candidate === name)
          if (found !== undefined && found !== section) go({ view: 'settings', section: found })
        }}
        orientation="vertical"
        variant="pills"
        // As the window's own list of views shows the one that is open.
        vars={() => ({
          root: { '--tabs-color': 'var(--accent-soft)', '--tabs-text-color': 'var(--accent)' },
        })}
        styles={{ tabLabel: { textAlign: 'start' } }}
        className={styles['sections']}
      >
        <Tabs.List aria-label={words.title} className={styles['list']}>
          {groups.map(([title, names]) => (
            <Box key={title} mb="sm">
              <Box px="sm" py={4} className={ui['small']}>
                {title}
              </Box>
              {names.map((name) => (
                <Tabs.Tab key={name} value={name} w="100%">
                  {words.sections[name]}
                </Tabs.Tab>
              ))}
            </Box>
          ))}
        </Tabs.List>
        <Tabs.Panel key={section} value={section} pt={0} className={styles['section']}>
          {contents[section]}
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}
