import { Box, Button, Switch } from '@mantine/core'
import { useAccounts } from '#renderer/stores/accounts.ts'
import { useSettings } from '#renderer/data/app.ts'
import { change } from '#renderer/data/change.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { attempt } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert, Note } from '#renderer/ui/error-alert.tsx'
import { Sheet } from '#renderer/ui/page.tsx'
import { Section } from '../section.tsx'
import { InboxSheet } from './inbox-sheet.tsx'

const words = text.settings.inbox

/** How events of sales arrive: from the Local studio directly, from other services in inboxes. */
export const InboxSection = () => {
  const { data: known, error, refetch } = useCall('inboxes.list', null)
  const { accounts } = useAccounts()
  const go = useNavigation((store) => store.go)
  return (
    <Section intro={words.text}>
      {error !== null && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {known === undefined && error === null && <Box mih="12rem" aria-busy="true" />}
      <LocalSheet />
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
    </Section>
  )
}

const LocalSheet = () => <Sheet title={words.local} hint={words.localText} />

const NotifySheet = () => {
  const isOn = useSettings()
  return (
    <Sheet title={words.notify} hint={words.notifyHint}>
      {(['notifyPaid', 'notifyFailures'] as const).map((setting) => (
        <Switch
          key={setting}
          mb="xs"
          label={words.notifyLabels[setting]}
          checked={isOn[setting]}
          onChange={(event) => {
            const isWanted = event.currentTarget.checked
            void attempt(() => change('app.changeSettings', { [setting]: isWanted }))
          }}
        />
      ))}
    </Sheet>
  )
}
