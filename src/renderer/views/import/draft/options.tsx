import { Button, Group, SegmentedControl, Select, Stack, Switch } from '@mantine/core'
import { CircleCheck } from 'lucide-react'
import type { ImportDraft } from '#contract/imports/draft-view.ts'
import type { ImageSettings } from '#contract/imports/image-settings.ts'
import { serviceUpload } from '#contract/imports/service-upload.ts'
import { call } from '#renderer/bridge.ts'
import { useAccounts } from '#renderer/stores/accounts.ts'
import { editDraft } from '#renderer/stores/imports.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { Sheet } from '#renderer/ui/page.tsx'
import { StatusBadge } from '#renderer/ui/status-badge.tsx'
import styles from './draft.module.css'
import shared from '../import.module.css'
import { change } from '#renderer/data/change.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { useConnectionTest } from '#renderer/views/use-connection-test.ts'
import { DraftNextStep } from './next-step.tsx'
import { SettledNumber } from './settled-number.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.importing.draft.options

const firstLongest = 2_000
const formats = ['keep', 'png', 'webp', 'jpeg'] as const
const switches = ['square', 'withoutLocation', 'srgb', 'keepsProfile'] as const

/** Image and pin settings; each change plans again at once. */
export const Options = ({ draft }: { readonly draft: ImportDraft }) => {
  const { settings, pinner } = draft
  const replan = (settings: Partial<ImageSettings>, target?: string) =>
    editDraft((now) =>
      change('imports.replan', {
        draftId: now.id,
        settings: { ...now.settings, ...settings },
        pinner: target ?? now.pinner,
      }),
    )
  const hasQuality = settings.format === 'jpeg' || settings.format === 'webp'
  return (
    <>
      <div className={shared['scroll']}>
        <p className={ui['lead']}>{words.lead}</p>
        <Stack gap="lg" maw="60rem">
          <Sheet title={words.images}>
            <Stack gap="md">
              <Switch
                label={words.keepSize}
                checked={settings.maxPixels === null}
                onChange={(event) =>
                  void replan({ maxPixels: event.currentTarget.checked ? null : firstLongest })
                }
              />
              <div>
                <div className={shared['fieldLabel']}>{words.format}</div>
                <SegmentedControl
                  aria-label={words.format}
                  data={formats.map((value) => ({ value, label: words.formats[value] }))}
                  value={settings.format}
                  onChange={(format) => void replan({ format })}
                />
              </div>
              {switches.map((name) => (
                <Switch
                  key={name}
                  label={words.switches[name].label}
                  description={words.switches[name].hint}
                  checked={settings[name] === true}
                  onChange={(event) => void replan({ [name]: event.currentTarget.checked })}
                />
              ))}
              <div className={shared['pair']}>
                <SettledNumber
                  label={words.longest}
                  description={words.longestHint}
                  value={settings.maxPixels}
                  min={16}
                  max={16_384}
                  disabled={settings.maxPixels === null}
                  onSettle={(maxPixels) => replan({ maxPixels })}
                />
                <SettledNumber
                  label={words.quality}
                  description={words.qualityHint}
                  value={settings.quality}
                  min={1}
                  max={100}
                  disabled={!hasQuality && settings.format !== 'keep'}
                  onSettle={(quality) => replan({ quality })}
                />
              </div>
            </Stack>
          </Sheet>
          <Sheet title={words.pins}>
            <PinChoice
              pinner={pinner}
              accountId={draft.accountId}
              onChoose={(target) => void replan({}, target)}
            />
          </Sheet>
        </Stack>
      </div>
      <footer className={styles['foot']}>
        <DraftNextStep step="options" />
      </footer>
    </>
  )
}

const PinChoice = ({
  pinner,
  accountId,
  onChoose,
}: {
  readonly pinner: string
  readonly accountId: string
  readonly onChoose: (name: string) => void
}) => {
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
            if (name !== null) onChoose(name)
          }}
          w="var(--field-md)"
        />
        {pinner !== serviceUpload && <PinTest key={pinner} pinner={pinner} />}
      </Group>
      {pinner === serviceUpload && <p className={ui['lead']}>{words.withTokens}</p>}
      <div>
        <Button
          className={styles['textButton']}
          variant="subtle"
          size="compact-sm"
          onClick={() => go({ view: 'settings', section: 'pinning' })}
        >
          {words.pinSettings}
        </Button>
      </div>
    </Stack>
  )
}

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
