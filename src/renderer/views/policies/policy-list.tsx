import { Button, Group } from '@mantine/core'
import { useHasWidth } from '#renderer/ui/use-window-size.ts'
import { KeyRound } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { lacksTestedBackup, type PolicyView } from '#contract/policies/policy-view.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { withMenu } from '#renderer/stores/context-menu.ts'
import { policyEntries } from '#renderer/stores/menu-entries.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { openPolicyDialog } from '#renderer/stores/policy-dialog.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { Empty } from '#renderer/ui/page.tsx'
import { useNow } from '#renderer/ui/use-now.ts'
import { VirtualTable } from '#renderer/ui/virtual.tsx'
import { Waiting } from '#renderer/ui/waiting.tsx'
import { BackupReminder } from './backup/backup-reminder.tsx'
import { policyColumns } from './policy-columns.tsx'
import { searchPolicies } from './policy-search.ts'
import ui from '#renderer/ui/parts.module.css'
import { SearchField } from '#renderer/ui/search-field.tsx'

const words = text.policies

export const PolicyList = () => {
  const { data: policies, error, refetch } = useCall('policies.list', null)
  return (
    <>
      {error !== null && (
        <ErrorAlert error={error} onRetry={() => void refetch()} isWhole={policies === undefined} />
      )}
      {policies === undefined && error === null && <Waiting />}
      {policies?.length === 0 && (
        <Empty
          icon={<KeyRound size={32} aria-hidden />}
          title={words.emptyTitle}
          action={
            <Button onClick={() => openPolicyDialog({ dialog: 'generate' })}>{words.create}</Button>
          }
        >
          {words.emptyText}
        </Empty>
      )}
      {policies !== undefined && policies.length > 0 && <SearchedList policies={policies} />}
    </>
  )
}

const SearchedList = ({ policies }: { readonly policies: readonly PolicyView[] }) => {
  const go = useNavigation((state) => state.go)
  const now = useNow()
  const [search, setSearch] = useState('')
  const [isOnly, setIsOnly] = useState(false)
  const wanted = useDeferredValue(search)
  const lacking = useMemo(() => policies.filter(lacksTestedBackup), [policies])
  const showsLacking = isOnly && lacking.length > 1
  const shown = useMemo(
    () => searchPolicies(showsLacking ? lacking : policies, wanted),
    [policies, lacking, showsLacking, wanted],
  )
  // In the smallest window at 125%, the policy's page says it.
  const hasNetwork = useHasWidth('50.01rem')
  const columns = useMemo(() => policyColumns(now, hasNetwork), [now, hasNetwork])
  return (
    <>
      <BackupReminder lacking={lacking} isOnly={showsLacking} onOnly={setIsOnly} />
      <Group gap="md" pb="sm" wrap="nowrap">
        <SearchField
          className={ui['search']}
          aria-label={words.search}
          placeholder={words.searchHint}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <span className={ui['soft']} role="status">
          {words.counted(shown.length, policies.length)}
        </span>
      </Group>
      {shown.length === 0 ? (
        <Empty
          title={words.notFound(wanted.trim())}
          action={
            <Button variant="default" onClick={() => setSearch('')}>
              {words.clearSearch}
            </Button>
          }
        />
      ) : (
        <VirtualTable
          rows={shown}
          columns={columns}
          rowKey={({ policyId }) => policyId}
          label={words.title}
          rowHeight={64}
          onOpen={({ policyId }) => go({ view: 'policies', policyId })}
          menuOf={(policy) => withMenu(policy.name ?? policy.policyId, () => policyEntries(policy))}
        />
      )}
    </>
  )
}
