import { Button, Menu } from '@mantine/core'
import {
  ArchiveRestore,
  CalendarPlus,
  ChevronDown,
  FileInput,
  Globe,
  Plus,
  ScanSearch,
  ShieldCheck,
} from 'lucide-react'
import { call } from '#renderer/bridge.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { openPolicyDialog } from '#renderer/stores/policy-dialog.ts'
import type { PoliciesTab } from '#renderer/stores/routes.ts'
import { attempt, useNotices } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { useNow } from '#renderer/ui/use-now.ts'
import { IconButton } from '#renderer/ui/icon-button.tsx'
import { lockOrder } from './locks/lock-order.ts'

const words = text.policies

/** What can be done in each of the tabs; an empty one offers its first step itself. */
export const TabActions = ({ tab }: { readonly tab: PoliciesTab }) => {
  switch (tab) {
    case 'list':
      return <ListActions />
    case 'phrases':
      return <PhraseActions />
    case 'locks':
      return <LockActions />
    default:
      return tab satisfies never
  }
}

const ListActions = () => {
  const isEmpty = useCall('policies.list', null).data?.length === 0
  return (
    <>
      <ImportMenu />
      {!isEmpty && (
        <IconButton
          variant="filled"
          icon={Plus}
          onClick={() => openPolicyDialog({ dialog: 'generate' })}
        >
          {words.create}
        </IconButton>
      )}
    </>
  )
}

const bringIn = [
  { dialog: 'export', label: words.fromAccount, Icon: Globe },
  { dialog: 'import', label: words.importPolicy, Icon: FileInput },
  { dialog: 'restore', label: words.backup.restoreAny, Icon: ArchiveRestore },
] as const
const inspections = [
  { dialog: 'inspect', label: words.inspect, Icon: ScanSearch },
  { dialog: 'testAny', label: words.backup.testAnyBackup, Icon: ShieldCheck },
] as const

const ImportMenu = () => {
  const itemOf = ({ dialog, label, Icon }: (typeof bringIn | typeof inspections)[number]) => (
    <Menu.Item
      key={dialog}
      leftSection={<Icon size={16} aria-hidden />}
      onClick={() => openPolicyDialog({ dialog })}
    >
      {label}
    </Menu.Item>
  )
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" rightSection={<ChevronDown size={16} aria-hidden />}>
          {words.bringIn}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {bringIn.map(itemOf)}
        <Menu.Divider />
        {inspections.map(itemOf)}
      </Menu.Dropdown>
    </Menu>
  )
}

const PhraseActions = () => {
  const { data: phrases = [] } = useCall('phrases.list', null)
  if (phrases.length === 0) return null
  return (
    <>
      <Button variant="default" onClick={() => openPolicyDialog({ dialog: 'restorePhrase' })}>
        {words.phrases.restore}
      </Button>
      <IconButton
        variant="filled"
        icon={Plus}
        onClick={() => openPolicyDialog({ dialog: 'newPhrase' })}
      >
        {words.phrases.create}
      </IconButton>
    </>
  )
}

const LockActions = () => {
  const { data: policies = [] } = useCall('policies.list', null)
  const now = useNow()
  const { locking, toCome } = lockOrder(policies, now)
  const save = () =>
    attempt(async () => {
      const path = await call('backups.saveCalendar', null)
      if (path !== null) useNotices.getState().notify('good', words.calendar.saved(path))
    })
  if (locking === 0) return null
  return (
    <IconButton
      icon={CalendarPlus}
      title={toCome === 0 ? words.calendar.noneToCome : words.calendar.saveHint}
      disabled={toCome === 0}
      onClick={() => void save()}
    >
      {words.calendar.save}
    </IconButton>
  )
}
