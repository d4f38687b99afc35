import { useNavigation } from '#renderer/stores/navigation.ts'
import { usePolicyDialog } from '#renderer/stores/policy-dialog.ts'
import type { PoliciesTab } from '#renderer/stores/routes.ts'
import { text } from '#renderer/text/en.ts'
import { TabbedPage } from '#renderer/ui/tabbed-page.tsx'
import { LocksTab } from './locks/locks-tab.tsx'
import { PhrasesTab } from './phrases/phrases-tab.tsx'
import { PolicyDialogs } from './policy-dialogs.tsx'
import { PolicyList } from './policy-list.tsx'
import { PolicyPage } from './policy-page.tsx'
import { TabActions } from './tab-actions.tsx'

const words = text.policies

/** Everything in the vault, or one policy of it. */
export const PoliciesView = ({
  policyId,
  tab = 'list',
}: {
  readonly policyId: string | undefined
  readonly tab: PoliciesTab | undefined
}) =>
  policyId === undefined ? (
    <PoliciesHome tab={tab} />
  ) : (
    <PolicyPage key={policyId} policyId={policyId} />
  )

/** Policies, the phrases that make their keys, and when they lock. */
const PoliciesHome = ({ tab }: { readonly tab: PoliciesTab }) => {
  const go = useNavigation((state) => state.go)
  const { opened, close } = usePolicyDialog()
  const { tabs } = words
  return (
    <TabbedPage
      title={words.title}
      lead={words.lead}
      actions={<TabActions tab={tab} />}
      tabs={[
        { name: 'list', label: tabs.list, fixed: true, content: <PolicyList /> },
        { name: 'phrases', label: tabs.phrases, content: <PhrasesTab /> },
        { name: 'locks', label: tabs.locks, fixed: true, content: <LocksTab /> },
      ]}
      tab={tab}
      onOpen={(name) => go({ view: 'policies', tab: name })}
    >
      {opened !== undefined && opened.policyId === undefined && (
        <PolicyDialogs name={opened.dialog} phrase={opened.phrase} onClose={close} />
      )}
    </TabbedPage>
  )
}
