import { Button, Group, Select, Stack } from '@mantine/core'
import { CircleCheck } from 'lucide-react'
import type { ImportDraft } from '#contract/imports/draft-view.ts'
import { serviceUpload } from '#contract/imports/service-upload.ts'
import { call } from '#renderer/bridge.ts'
import { change } from '#renderer/data/change.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { useAccounts } from '#renderer/stores/accounts.ts'
import { editDraft } from '#renderer/stores/imports.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import ui from '#renderer/ui/parts.module.css'
import { StatusBadge } from '#renderer/ui/status-badge.tsx'
import { useConnectionTest } from '#renderer/views/use-connection-test.ts'

const words = text.importing.draft.options

/** Where the import pins the images. */
export const PinChoice = ({ draft: { pinner, accountId } }: { readonly draft: ImportDraft }) => {
  const go = useNavigation((store) => store.go)
  const { data: targets = [], error, refetch } = useCall('pins.list', null)
  const account = useAccounts().accounts.find(({ id }) => id === accountId)
  const withTokens =
    account?.kind === 'hosted' ? [{ name: serviceUpload, url: account.baseUrl }] : []
  if (error !== null) return <ErrorAlert error={error} onRetry={() => void refetch()} />
  return (
    <Stack gap="md">
      <Group align="flex-end" gap="sm">
        <Select
          label={words.pinTarget}
          data={[...targets, ...withTokens].map(({ name, url }) => ({
            value: name,
            label: [text.common.pinTarget(name), url].filter((part) => part !== null).join(' · '),
          }))}
          value={pinner}
          onChange={(name) => {
            if (name !== null) choosePinner(name)
          }}
          w="var(--field-sm)"
        />
        {pinner !== serviceUpload && <PinTest key={pinner} pinner={pinner} />}
        <Button variant="subtle" onClick={() => go({ view: 'settings', section: 'pinning' })}>
          {words.pinSettings}
        </Button>
      </Group>
      {pinner === serviceUpload && <p className={ui['lead']}>{words.withTokens}</p>}
    </Stack>
  )
}

const choosePinner = (pinner: string): void =>
  void editDraft(({ id: draftId, settings }) =>
    change('imports.replan', { draftId, settings, pinner }),
  )

const PinTest = ({ pinner }: { readonly pinner: string }) => {
  const { test, start } = useConnectionTest(async () => {
    await call('pins.test', { name: pinner })
    return words.pinWorks(text.common.pinTarget(pinner))
  })
  return (
    <>
      <Button variant="default" loading={test.isRunning} onClick={start}>
        {words.pinTest}
      </Button>
      <span role="status">
        {test.result !== undefined && (
          <StatusBadge tone="good" icon={CircleCheck}>
            {test.result}
          </StatusBadge>
        )}
      </span>
      {test.error !== undefined && (
        <div style={{ flexBasis: '100%' }}>
          <ErrorAlert error={test.error.message} />
        </div>
      )}
    </>
  )
}
