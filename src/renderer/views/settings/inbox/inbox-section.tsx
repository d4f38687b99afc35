import { Button, Switch } from '@mantine/core'
import { CircleCheck, CircleDashed, Repeat } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import type { CallOutput } from '../../../../shared/calls/contract.ts'
import type { LocalFeedFacts } from '../../../../shared/calls/inboxes.ts'
import { call, failureOf, listen } from '../../../bridge.ts'
import { useAccounts } from '../../../stores/accounts.ts'
import { useApp } from '../../../stores/app.ts'
import { useNavigation } from '../../../stores/navigation.ts'
import { attempt } from '../../../stores/notices.ts'
import { text } from '../../../text/en.ts'
import { Fault, Note } from '../../../ui/fault.tsx'
import { Sheet } from '../../../ui/page.tsx'
import { State } from '../../../ui/state.tsx'
import styles from '../settings.module.css'
import { InboxSheet } from './inbox-sheet.tsx'

const words = text.settings.inbox

type Inboxes = CallOutput<'inboxes.list'>

/** How events of sales come here: from the Local studio by itself, from others to inboxes. */
export const InboxSection = () => {
  const { known, fault, load } = useInboxes()
  const accounts = useAccounts((store) => store.accounts)
  const go = useNavigation((store) => store.go)
  return (
    <div className={styles['stack']}>
      <div className={styles['intro']}>
        <span>{words.text}</span>
      </div>
      {fault !== undefined && <Fault message={fault} onRetry={load} />}
      {known === undefined && fault === undefined && (
        <div className={styles['waiting']} aria-busy="true" />
      )}
      {known !== undefined && <LocalSheet local={known.local} />}
      {known?.inboxes.map((inbox) => (
        <InboxSheet
          key={inbox.accountId}
          inbox={inbox}
          name={accounts.find(({ id }) => id === inbox.accountId)?.name ?? inbox.accountId}
        />
      ))}
      {known?.inboxes.length === 0 && (
        <Note
          action={
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => go({ view: 'settings', section: 'accounts' })}
            >
              {words.toAccounts}
            </Button>
          }
        >
          {words.none}
        </Note>
      )}
      <NotifySheet />
    </div>
  )
}

/** Listening first: what changes between the two is told at least once. */
const useInboxes = () => {
  const [known, setKnown] = useState<Inboxes>()
  const [fault, setFault] = useState<string>()
  const load = useCallback(() => {
    setFault(undefined)
    call('inboxes.list', null).then(setKnown, (error: unknown) =>
      setFault(failureOf(error).message),
    )
  }, [])
  useEffect(() => {
    const end = listen('inboxes.changed', setKnown)
    load()
    return end
  }, [load])
  return { known, fault, load }
}

const localLooks = {
  off: { tone: 'plain', icon: <CircleDashed size={12} aria-hidden /> },
  deliveries: { tone: 'good', icon: <CircleCheck size={12} aria-hidden /> },
  list: { tone: 'accent', icon: <Repeat size={12} aria-hidden /> },
} as const

const LocalSheet = ({ local: { mode, message } }: { readonly local: LocalFeedFacts }) => (
  <Sheet title={words.local}>
    <div className={styles['outcome']}>
      <State {...localLooks[mode]}>{words.localModes[mode]}</State>
      <span className={styles['resultText']}>{message ?? words.localText[mode]}</span>
    </div>
  </Sheet>
)

const NotifySheet = () => {
  const isOn = useApp(({ settings }) => settings.notifyFailures)
  const change = useApp((store) => store.change)
  return (
    <Sheet title={words.notify}>
      <Switch
        label={words.notifyLabel}
        description={words.notifyHint}
        checked={isOn}
        onChange={(event) => {
          const notifyFailures = event.currentTarget.checked
          void attempt(() => change({ notifyFailures }))
        }}
      />
    </Sheet>
  )
}
