import { Button, Group, NumberInput, SegmentedControl, Select, Stack, Switch } from '@mantine/core'
import { CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ImportDraft, ImageSettingsForm } from '#shared/calls/imports.ts'
import { call, errorInfoOf } from '#renderer/bridge.ts'
import { useImports } from '#renderer/stores/imports.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { Sheet } from '#renderer/ui/page.tsx'
import { StatusBadge } from '#renderer/ui/status-badge.tsx'
import styles from './draft.module.css'
import shared from '../import.module.css'
import { useCall } from '#renderer/data/use-call.ts'
import { NextStep } from './next-step.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.importing.draft.options

const firstLongest = 2_000
const formats = ['keep', 'png', 'webp', 'jpeg'] as const

/** Image and pin settings; each change plans again at once. */
export const Options = ({ draft }: { readonly draft: ImportDraft }) => {
  const { settings, pinner } = draft
  const replan = (change: Partial<ImageSettingsForm>, target?: string) =>
    void useImports.getState().change((draftId) => {
      // An earlier change may still be waiting.
      const now = useImports.getState().draft ?? draft
      return call('imports.replan', {
        draftId,
        settings: { ...now.settings, ...change },
        pinner: target ?? now.pinner,
      })
    })
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
                  replan({ maxPixels: event.currentTarget.checked ? null : firstLongest })
                }
              />
              <div>
                <div className={shared['fieldLabel']}>{words.format}</div>
                <SegmentedControl
                  aria-label={words.format}
                  data={formats.map((value) => ({ value, label: words.formats[value] }))}
                  value={settings.format}
                  onChange={(format) => replan({ format })}
                />
              </div>
              <div className={shared['pair']}>
                <Settled
                  label={words.longest}
                  description={words.longestHint}
                  value={settings.maxPixels}
                  min={16}
                  max={16_384}
                  disabled={settings.maxPixels === null}
                  onSettle={(maxPixels) => replan({ maxPixels })}
                />
                <Settled
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
            <PinChoice pinner={pinner} onChoose={(target) => replan({}, target)} />
          </Sheet>
        </Stack>
      </div>
      <footer className={styles['foot']}>
        <span />
        <NextStep step="options" />
      </footer>
    </>
  )
}

/** A number that takes effect when the user leaves the field or presses Enter. */
const Settled = ({
  label,
  description,
  value,
  min,
  max,
  disabled,
  onSettle,
}: {
  readonly label: string
  readonly description: string
  readonly value: number | null
  readonly min: number
  readonly max: number
  readonly disabled: boolean
  readonly onSettle: (value: number) => void
}) => {
  const [typed, setTyped] = useState<number | string>(value ?? '')
  useEffect(() => setTyped(value ?? ''), [value])
  const settle = () => {
    const whole = Math.round(Number(typed))
    if (typed === '' || !Number.isFinite(whole)) return setTyped(value ?? '')
    const allowed = Math.min(max, Math.max(min, whole))
    setTyped(allowed)
    if (allowed !== value) onSettle(allowed)
  }
  return (
    <NumberInput
      label={label}
      description={description}
      value={typed}
      onChange={setTyped}
      onBlur={settle}
      onKeyDown={(event) => {
        if (event.key === 'Enter') settle()
      }}
      min={min}
      max={max}
      thousandSeparator=","
      disabled={disabled}
    />
  )
}

type Test = { readonly busy: boolean; readonly works?: boolean; readonly error?: string }

const PinChoice = ({
  pinner,
  onChoose,
}: {
  readonly pinner: string
  readonly onChoose: (name: string) => void
}) => {
  const go = useNavigation((store) => store.go)
  const { data: targets = [], error, refetch } = useCall('pins.list', null)
  const [test, setTest] = useState<Test>({ busy: false })
  useEffect(() => setTest({ busy: false }), [pinner])
  const tryTarget = async () => {
    setTest({ busy: true })
    setTest(
      await call('pins.test', { name: pinner }).then(
        () => ({ busy: false, works: true }),
        (error: unknown) => ({ busy: false, error: errorInfoOf(error).message }),
      ),
    )
  }
  if (error !== null) return <ErrorAlert message={error.message} onRetry={() => void refetch()} />
  return (
    <Stack gap="md">
      <Group align="flex-end" gap="sm">
        <Select
          label={words.pinTarget}
          data={targets.map(({ name, url }) => ({
            value: name,
            label: `${name} · ${url ?? words.pinBuiltIn}`,
          }))}
          value={pinner}
          onChange={(name) => {
            if (name !== null) onChoose(name)
          }}
          allowDeselect={false}
          w="22rem"
        />
        <Button variant="default" loading={test.busy} onClick={() => void tryTarget()}>
          {words.pinTest}
        </Button>
        <span role="status">
          {test.works === true && (
            <StatusBadge tone="good" icon={<CircleCheck size={12} aria-hidden />}>
              {words.pinWorks(pinner)}
            </StatusBadge>
          )}
        </span>
      </Group>
      {test.error !== undefined && <ErrorAlert message={test.error} />}
      <div>
        <Button
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
