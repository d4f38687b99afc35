import { Box, Group, Switch } from '@mantine/core'
import { RefreshCw } from 'lucide-react'
import type { UpdateState } from '#contract/updates/calls.ts'
import { useIsOffline, useSettings } from '#renderer/data/app.ts'
import { change } from '#renderer/data/change.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { attempt } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert, Note } from '#renderer/ui/error-alert.tsx'
import { RestartOnline } from '#renderer/views/frame/offline-notice.tsx'
import { IconButton } from '#renderer/ui/icon-button.tsx'
import { DetailList, Sheet } from '#renderer/ui/page.tsx'
import styles from '../settings.module.css'
import { NewestVersion } from './newest-version.tsx'

const words = text.settings.updates

/** Whether there is a newer version, what is new in it, and how it gets here. */
export const UpdatesSection = () => {
  const state = useCall('updates.state', null).data
  if (state === undefined) return <Box mih="12rem" aria-busy="true" />
  const { newest, error } = state
  return (
    <div className={styles['stack']}>
      <Sheet title={words.title}>
        <DetailList
          entries={[
            [words.current, state.current],
            [
              words.checked,
              state.checkedAt === null ? words.never : words.checkedAt(state.checkedAt),
            ],
          ]}
        />
        {state.canCheck ? <Checking state={state} /> : <CannotCheck />}
        {error !== null && newest === null && <ErrorAlert error={error} />}
      </Sheet>
      {newest !== null && <NewestVersion state={state} newest={newest} />}
    </div>
  )
}

const CannotCheck = () => {
  const isOffline = useIsOffline()
  return (
    <Box mt="sm">
      {isOffline ? (
        <Note action={<RestartOnline size="compact-sm" />}>{words.offline}</Note>
      ) : (
        <Note>{words.unknown}</Note>
      )}
    </Box>
  )
}

const Checking = ({ state }: { readonly state: UpdateState }) => {
  const { updateCheck } = useSettings()
  const { step, newest, checkedAt, server } = state
  const isBusy = step.at === 'checking' || step.at === 'downloading'
  return (
    <>
      <Box mt="sm">
        <Switch
          label={words.automatic}
          description={words.automaticHint(server ?? '')}
          checked={updateCheck === 'yes'}
          onChange={({ currentTarget: { checked } }) =>
            void attempt(() =>
              change('app.changeSettings', { updateCheck: checked ? 'yes' : 'no' }),
            )
          }
        />
      </Box>
      <Group gap="xs" mt="md" align="flex-start">
        <IconButton
          icon={RefreshCw}
          loading={step.at === 'checking'}
          disabled={isBusy}
          onClick={() => void attempt(() => change('updates.check', null))}
        >
          {words.check}
        </IconButton>
        <p className={styles['outcome']} role="status">
          {step.at === 'checking' && words.checking}
          {!isBusy && checkedAt !== null && newest === null && words.upToDate}
        </p>
      </Group>
    </>
  )
}
