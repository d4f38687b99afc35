import { Button, Menu, TextInput } from '@mantine/core'
import { ChevronDown, FileInput, Globe, KeyRound, Plus, ScanSearch, Search } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import type { PolicyFacts } from '../../../shared/calls/facts.ts'
import { useNavigation } from '../../stores/navigation.ts'
import { text } from '../../text/en.ts'
import { Fault } from '../../ui/fault.tsx'
import { Empty, Page } from '../../ui/page.tsx'
import { VirtualTable } from '../../ui/virtual.tsx'
import { ExportDialog } from './export-dialog.tsx'
import { GenerateDialog } from './generate-dialog.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { InspectDialog } from './inspect-dialog.tsx'
import styles from './policies.module.css'
import { policyColumns } from './policy-columns.tsx'
import { searchPolicies } from './policy-search.ts'
import { useLoadedPolicies } from './use-policies.ts'
import { useNow } from '../../ui/use-now.ts'
import { Waiting } from '../../ui/waiting.tsx'

const words = text.policies

type DialogName = 'generate' | 'export' | 'import' | 'inspect'

export const PolicyList = () => {
  const { policies, fault, reload } = useLoadedPolicies()
  const [dialog, setDialog] = useState<DialogName>()
  return (
    <Page
      fixed
      title={words.title}
      lead={words.lead}
      actions={<Actions hasCreate={policies?.length !== 0} onOpen={setDialog} />}
    >
      {fault !== undefined && <Fault message={fault} onRetry={reload} />}
      {policies === undefined && fault === undefined && <Waiting />}
      {policies?.length === 0 && (
        <Empty
          icon={<KeyRound size={32} aria-hidden />}
          title={words.emptyTitle}
          action={<Button onClick={() => setDialog('generate')}>{words.create}</Button>}
        >
          {words.emptyText}
        </Empty>
      )}
      {policies !== undefined && policies.length > 0 && <SearchedList policies={policies} />}
      <Dialogs name={dialog} onClose={() => setDialog(undefined)} />
    </Page>
  )
}

const Actions = ({
  hasCreate,
  onOpen,
}: {
  /** An empty list offers that itself. */
  readonly hasCreate: boolean
  readonly onOpen: (name: DialogName) => void
}) => (
  <>
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" rightSection={<ChevronDown size={16} aria-hidden />}>
          {words.bringIn}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Globe size={16} aria-hidden />} onClick={() => onOpen('export')}>
          {words.fromAccount}
        </Menu.Item>
        <Menu.Item
          leftSection={<FileInput size={16} aria-hidden />}
          onClick={() => onOpen('import')}
        >
          {words.importPolicy}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          leftSection={<ScanSearch size={16} aria-hidden />}
          onClick={() => onOpen('inspect')}
        >
          {words.inspect}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
    {hasCreate && (
      <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => onOpen('generate')}>
        {words.create}
      </Button>
    )}
  </>
)

const Dialogs = ({
  name,
  onClose,
}: {
  readonly name: DialogName | undefined
  readonly onClose: () => void
}) => {
  const go = useNavigation((state) => state.go)
  const open = ({ policyId }: PolicyFacts) => {
    onClose()
    go({ view: 'policies', policyId })
  }
  switch (name) {
    case 'generate':
      return <GenerateDialog onClose={onClose} onDone={open} />
    case 'export':
      return <ExportDialog onClose={onClose} onDone={open} />
    case 'import':
      return <ImportDialog onClose={onClose} onDone={open} />
    case 'inspect':
      return <InspectDialog onClose={onClose} />
    case undefined:
      return null
    default:
      return name satisfies never
  }
}

const SearchedList = ({ policies }: { readonly policies: readonly PolicyFacts[] }) => {
  const go = useNavigation((state) => state.go)
  const now = useNow()
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search)
  const shown = useMemo(() => searchPolicies(policies, wanted), [policies, wanted])
  const columns = useMemo(() => policyColumns(now), [now])
  return (
    <>
      <div className={styles['tools']}>
        <TextInput
          className={styles['search']}
          aria-label={words.search}
          placeholder={words.searchHint}
          leftSection={<Search size={16} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <span className={styles['counted']} role="status">
          {words.counted(shown.length, policies.length)}
        </span>
      </div>
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
        />
      )}
    </>
  )
}
