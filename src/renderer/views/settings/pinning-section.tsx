import { Select } from '@mantine/core'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { PinTargetView } from '#contract/pins/pin-target.ts'
import type { ProviderView } from '#contract/providers/providers.ts'
import { call } from '#renderer/bridge.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { DetailList, Sheet } from '#renderer/ui/page.tsx'
import { AdoptionsSection } from './adoptions.tsx'
import { PinCheckPanel } from './pin-check.tsx'
import { PinDialog } from './pin-dialog.tsx'
import { ImageGateway, RoutingEndpoint } from './pin-addresses.tsx'
import { Section, SheetAction } from './section.tsx'
import { ConnectionTestResult } from './connection-test-result.tsx'
import { useConnectionTest } from '#renderer/views/use-connection-test.ts'
import { IconButton } from '#renderer/ui/icon-button.tsx'
import { settings } from '#contract/settings/settings.ts'
import { useSettings } from '#renderer/data/app.ts'
import { change } from '#renderer/data/change.ts'
import { attempt } from '#renderer/stores/notices.ts'

const words = text.settings.pinning

export const PinningSection = () => {
  const { data: targets, error, refetch } = useCall('pins.list', null)
  const { data: providers } = useCall('pins.providers', null)
  const [editing, setEditing] = useState<PinTargetView | 'new'>()
  const close = () => setEditing(undefined)
  return (
    <Section
      intro={words.text}
      action={
        <IconButton variant="filled" icon={Plus} onClick={() => setEditing('new')}>
          {words.add}
        </IconButton>
      }
    >
      {error !== null && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {providers !== undefined &&
        targets?.map((target) => (
          <ConfigSheet
            key={target.name}
            target={target}
            provider={providers.find(({ kind }) => kind === target.kind)}
            onChange={() => setEditing(target)}
          />
        ))}
      {targets?.some(({ isDefault, isBuiltIn }) => !isDefault && !isBuiltIn) === true && (
        <PinSchedule />
      )}
      <ImageGateway />
      <RoutingEndpoint />
      <AdoptionsSection />
      {editing !== undefined && (
        <PinDialog
          target={editing === 'new' ? undefined : editing}
          providers={providers ?? []}
          onClose={close}
        />
      )}
    </Section>
  )
}

const ConfigSheet = ({
  target,
  provider,
  onChange,
}: {
  readonly target: PinTargetView
  /** Undefined for a target that cannot be set up here. */
  readonly provider: ProviderView | undefined
  readonly onChange: () => void
}) => {
  const { name, settings, isDefault, isBuiltIn } = target
  const title = text.common.pinTarget(name)
  const { test, start } = useConnectionTest(async () => {
    await withVault(words.reason, () => call('pins.test', { name }))
    return words.works
  })
  return (
    <Sheet
      title={title}
      hint={
        isBuiltIn
          ? words.localText
          : isDefault && provider !== undefined
            ? words.defaultText(provider.label)
            : undefined
      }
      actions={
        <>
          <SheetAction label={words.testOf(title)} isBusy={test.isRunning} onClick={start}>
            {words.test}
          </SheetAction>
          {provider !== undefined && (
            <SheetAction label={words.changeOf(name)} onClick={onChange}>
              {words.change}
            </SheetAction>
          )}
        </>
      }
    >
      {provider !== undefined && (
        <DetailList
          entries={provider.fields.flatMap(({ name: field, label }) =>
            settings[field] === undefined ? [] : [[label, settings[field]]],
          )}
        />
      )}
      <ConnectionTestResult test={test} />
      {!isDefault && <PinCheckPanel name={name} title={title} />}
    </Sheet>
  )
}

const scheduleWords = text.settings.pinChecks
const intervals = settings.shape.pinCheck

/** How often Coldpress checks by itself what was pinned. */
const PinSchedule = () => {
  const { pinCheck } = useSettings()
  return (
    <Sheet
      title={scheduleWords.schedule}
      hint={scheduleWords.scheduleText}
      actions={
        <Select
          aria-label={scheduleWords.schedule}
          data={intervals.options.map((value) => ({
            value,
            label: scheduleWords.intervals[value],
          }))}
          w="var(--field-xs)"
          value={pinCheck}
          onChange={(value) =>
            void attempt(() => change('app.changeSettings', { pinCheck: intervals.parse(value) }))
          }
        />
      }
    />
  )
}
