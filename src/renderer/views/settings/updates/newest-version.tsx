import { Box, Button, Group, Progress, Stack, Switch } from '@mantine/core'
import { Download, ShieldCheck } from 'lucide-react'
import type { UpdateState } from '#contract/updates/calls.ts'
import { change } from '#renderer/data/change.ts'
import { copy } from '#renderer/stores/copy.ts'
import { attempt } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { IconButton } from '#renderer/ui/icon-button.tsx'
import { Sheet } from '#renderer/ui/page.tsx'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { StatusBadge } from '#renderer/ui/status-badge.tsx'
import { CopyButton } from '#renderer/ui/text-parts.tsx'
import ui from '#renderer/ui/parts.module.css'
import { ReleaseNotes } from './release-notes.tsx'

const words = text.settings.updates

type Newest = NonNullable<UpdateState['newest']>
type Step<At extends UpdateState['step']['at']> = Extract<UpdateState['step'], { readonly at: At }>

/** A newer version: its notes, and the way from there to here. */
export const NewestVersion = ({
  state,
  newest,
}: {
  readonly state: UpdateState
  readonly newest: Newest
}) => (
  <Sheet title={words.newest(newest.version)}>
    <p className={ui['soft']}>{words.publishedAt(newest.publishedAt)}</p>
    <Box component="h3" mt="md" className={ui['heading']}>
      {words.notes}
    </Box>
    <ReleaseNotes notes={newest.notes} />
    {state.error !== null && <ErrorAlert error={state.error} />}
    <Box mt="md">
      <NextStep state={state} bytes={newest.bytes} />
    </Box>
  </Sheet>
)

const NextStep = ({
  state: { step, installation },
  bytes,
}: {
  readonly state: UpdateState
  readonly bytes: number | null
}) => {
  if (bytes === null) return <p>{installation === 'checkout' ? words.checkout : words.noFile}</p>
  if (step.at === 'downloading') return <Downloading step={step} />
  if (step.at === 'ready') return <Ready step={step} />
  return (
    <IconButton
      icon={Download}
      variant="filled"
      disabled={step.at === 'checking'}
      onClick={() => void attempt(() => change('updates.download', null))}
    >
      {words.download(bytes)}
    </IconButton>
  )
}

const Downloading = ({
  step: { bytes, total, secondsLeft },
}: {
  readonly step: Step<'downloading'>
}) => (
  <Stack gap="sm" className={ui['breakable']}>
    <Progress value={(bytes * 100) / Math.max(1, total)} aria-label={words.progress} />
    <p className={ui['soft']}>{words.progressText(bytes, total, secondsLeft)}</p>
    <div>
      <Button variant="default" onClick={() => void attempt(() => change('updates.cancel', null))}>
        {words.cancel}
      </Button>
    </div>
  </Stack>
)

const Ready = ({ step: { path, command, installsOnQuit } }: { readonly step: Step<'ready'> }) => (
  <Stack gap="sm" className={ui['breakable']}>
    <div>
      <StatusBadge tone="good" icon={ShieldCheck}>
        {words.verified}
      </StatusBadge>
    </div>
    {command === null ? (
      <Switch
        label={words.install}
        description={words.installHint}
        checked={installsOnQuit}
        onChange={({ currentTarget: { checked } }) =>
          void attempt(() => change('updates.installOnQuit', { on: checked }))
        }
      />
    ) : (
      <>
        <p>{words.command}</p>
        <Group gap="xs" px="sm" py="xs" wrap="nowrap" className={`${ui['box']} ${ui['breakable']}`}>
          <code className={ui['grow']}>{command}</code>
          <CopyButton what={words.copyCommand} onCopy={() => copy(command)} />
        </Group>
      </>
    )}
    <p className={ui['soft']}>
      {words.file}: {path}
    </p>
  </Stack>
)
