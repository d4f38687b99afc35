import { useCallback, useState } from 'react'
import { useNavigation } from '#renderer/stores/navigation.ts'
import type { PoliciesTab } from '#renderer/stores/routes.ts'
import { text } from '#renderer/text/en.ts'
import { TabbedPage } from '#renderer/ui/tabbed-page.tsx'
import { LocksTab } from './locks/locks-tab.tsx'
import { PhrasesTab } from './phrases/phrases-tab.tsx'
import { type OpenPolicyDialog, PolicyDialogs, type PolicyDialogName } from './policy-dialogs.tsx'
import { PolicyList } from './policy-list.tsx'
import { TabActions } from './tab-actions.tsx'

const words = text.policies

type Opened = { readonly name: PolicyDialogName; readonly phrase: string | undefined }

/** Policies, the phrases that make their keys, and when they lock. */
export const PoliciesHome = ({ tab }: { readonly tab: PoliciesTab }) => {
  const go = useNavigation((state) => state.go)
  const [dialog, setDialog] = useState<Opened>()
  const onOpen = useCallback<OpenPolicyDialog>((name, phrase) => setDialog({ name, phrase }), [])
  const { tabs } = words
  return (
    <TabbedPage
      title={words.title}
      lead={words.lead}
      actions={<TabActions tab={tab} onOpen={onOpen} />}
      tabs={[
        { name: 'list', label: tabs.list, fixed: true, content: <PolicyList onOpen={onOpen} /> },
        { name: 'phrases', label: tabs.phrases, content: <PhrasesTab onOpen={onOpen} /> },
        { name: 'locks', label: tabs.locks, fixed: true, content: <LocksTab /> },
      ]}
      tab={tab}
      onOpen={(name) => go({ view: 'policies', tab: name })}
    >
      <PolicyDialogs
        name={dialog?.name}
        phrase={dialog?.phrase}
        onClose={() => setDialog(undefined)}
      />
    </TabbedPage>
  )
}
