import { Tabs } from '@mantine/core'
import { useCallback, useState } from 'react'
import { useNavigation } from '#renderer/stores/navigation.ts'
import type { PoliciesTab } from '#renderer/stores/routes.ts'
import { text } from '#renderer/text/en.ts'
import { Page } from '#renderer/ui/page.tsx'
import { LocksTab } from './locks/locks-tab.tsx'
import { PhrasesTab } from './phrases/phrases-tab.tsx'
import styles from './policies.module.css'
import { type OpenPolicyDialog, PolicyDialogs, type PolicyDialogName } from './policy-dialogs.tsx'
import { PolicyList } from './policy-list.tsx'
import { TabActions } from './tab-actions.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.policies
const tabs = ['list', 'phrases', 'locks'] as const satisfies readonly PoliciesTab[]

type Opened = { readonly name: PolicyDialogName; readonly phrase: string | undefined }

/** Policies, the phrases that make their keys, and when they lock. */
export const PoliciesHome = ({ tab }: { readonly tab: PoliciesTab }) => {
  const go = useNavigation((state) => state.go)
  const [dialog, setDialog] = useState<Opened>()
  const onOpen = useCallback<OpenPolicyDialog>((name, phrase) => setDialog({ name, phrase }), [])
  const open = (name: string | null) => {
    const found = tabs.find((one) => one === name)
    if (found !== undefined && found !== tab) go({ view: 'policies', tab: found })
  }
  return (
    <Page
      fixed
      title={words.title}
      lead={words.lead}
      actions={<TabActions tab={tab} onOpen={onOpen} />}
    >
      <Tabs
        value={tab}
        onChange={open}
        keepMounted={false}
        className={`${ui['fill']} ${styles['tabs']}`}
      >
        <Tabs.List aria-label={words.title}>
          {tabs.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {words.tabs[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="list" className={ui['tabPanelFixed']}>
          <PolicyList onOpen={onOpen} />
        </Tabs.Panel>
        <Tabs.Panel value="phrases" className={ui['tabPanel']}>
          <PhrasesTab onOpen={onOpen} />
        </Tabs.Panel>
        <Tabs.Panel value="locks" className={ui['tabPanelFixed']}>
          <LocksTab />
        </Tabs.Panel>
      </Tabs>
      <PolicyDialogs
        name={dialog?.name}
        phrase={dialog?.phrase}
        onClose={() => setDialog(undefined)}
      />
    </Page>
  )
}
