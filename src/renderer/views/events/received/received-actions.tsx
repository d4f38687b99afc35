import { Button, Menu } from '@mantine/core'
import { CheckCheck, ChevronDown, FileDown, FileUp, Inbox, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { call } from '#renderer/bridge.ts'
import { useAccounts } from '#renderer/stores/accounts.ts'
import { useIsOffline } from '#renderer/data/app.ts'
import { change } from '#renderer/data/change.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { useEvents } from '#renderer/stores/events.ts'
import { filterOf } from '#renderer/stores/events-filter.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { attempt, useNotices } from '#renderer/stores/notices.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { useAction } from '#renderer/views/use-submit.ts'
import { ImportEventsDialog } from './import-dialog.tsx'

const words = text.events.received

/** What can be done with the events as a whole. */
export const ReceivedActions = () => {
  const [isImporting, setIsImporting] = useState(false)
  return (
    <>
      <CatchUp />
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" rightSection={<ChevronDown size={16} aria-hidden />}>
            {words.act}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Items onImport={() => setIsImporting(true)} />
        </Menu.Dropdown>
      </Menu>
      {isImporting && <ImportEventsDialog onClose={() => setIsImporting(false)} />}
    </>
  )
}

const Items = ({ onImport }: { readonly onImport: () => void }) => {
  const go = useNavigation((store) => store.go)
  const { form } = useEvents()
  const { unread, arrival } = useCall('events.unread', null).data ?? { unread: 0, arrival: 0 }
  const save = (as: 'csv' | 'ndjson') =>
    attempt(async () => {
      const saved = await call('events.export', { filter: filterOf(form, new Date()), as })
      if (saved !== null)
        useNotices.getState().notify('good', words.exported(saved.events, saved.path))
    })
  return (
    <>
      <Menu.Item leftSection={<FileDown size={16} aria-hidden />} onClick={() => void save('csv')}>
        {words.exportCsv}
      </Menu.Item>
      <Menu.Item
        leftSection={<FileDown size={16} aria-hidden />}
        onClick={() => void save('ndjson')}
      >
        {words.exportNdjson}
      </Menu.Item>
      <Menu.Item leftSection={<FileUp size={16} aria-hidden />} onClick={onImport}>
        {words.import}
      </Menu.Item>
      <Menu.Item
        leftSection={<CheckCheck size={16} aria-hidden />}
        disabled={unread === 0}
        onClick={() => void attempt(() => change('events.markRead', { arrival }))}
      >
        {words.markRead}
      </Menu.Item>
      <Menu.Item
        leftSection={<Inbox size={16} aria-hidden />}
        onClick={() => go({ view: 'settings', section: 'inbox' })}
      >
        {words.inbox}
      </Menu.Item>
    </>
  )
}

/** Fetches from one account's service; with several the user picks one. */
const CatchUp = () => {
  const { accounts } = useAccounts()
  const isOffline = useIsOffline()
  const { isBusy, run } = useAction(async (accountId: string, name: string) => {
    const { added, known } = await withVault(words.vaultReason, () =>
      call('events.catchUp', { accountId }),
    )
    useNotices.getState().notify('good', words.caughtUp(name, added, known))
  })
  const icon = <RefreshCw size={16} aria-hidden />
  const [only, ...more] = accounts
  if (only !== undefined && more.length === 0) {
    return (
      <Button
        variant="default"
        leftSection={icon}
        loading={isBusy}
        disabled={isOffline}
        onClick={() => void run(only.id, only.name)}
      >
        {words.catchUp}
      </Button>
    )
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={icon} loading={isBusy} disabled={isOffline}>
          {words.catchUp}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {accounts.map(({ id, name }) => (
          <Menu.Item key={id} onClick={() => void run(id, name)}>
            {words.catchUpOf(name)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
