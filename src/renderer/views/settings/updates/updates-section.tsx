import { Box, Switch } from '@mantine/core'
import type { UpdateState } from '#contract/updates/calls.ts'
import { useIsOffline, useSettings } from '#renderer/data/app.ts'
import { change } from '#renderer/data/change.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { attempt } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert, Note } from '#renderer/ui/error-alert.tsx'
import { RestartOnline } from '#renderer/views/frame/offline-notice.tsx'
import { DetailList, Sheet } from '#renderer/ui/page.tsx'
import { SheetAction } from '../section.tsx'
import { NewestVersion } from './newest-version.tsx'

const words = text.settings.updates

/** Whether there is a newer version, what is new in it, and how it gets here. */
export const UpdatesSection = () => {
  const state = useCall('updates.state', null).data
  if (state === undefined) return <Box mih="12rem" aria-busy="true" />
  const { newest, error } = state
  return (
    <>
      <Sheet title={words.title} actions={state.canCheck && <CheckNow state={state} />}>
        <DetailList
          entries={[
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
    </>
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

const isBusy = ({ step }: UpdateState): boolean =>
  step.at === 'checking' || step.at === 'downloading'

const CheckNow = ({ state }: { readonly state: UpdateState }) => (
  <SheetAction
    isBusy={state.step.at === 'checking'}
    disabled={isBusy(state)}
    onClick={() => void attempt(() => change('updates.check', null))}
  >
    {words.check}
  </SheetAction>
)

const Checking = ({ state }: { readonly state: UpdateState }) => {
  const { updateCheck } = useSettings()
  const { step, newest, checkedAt, server } = state
  return (
    <>
      <p role="status">
        {step.at === 'checking' && words.checking}
        {!isBusy(state) && checkedAt !== null && newest === null && words.upToDate}
      </p>
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
    </>
  )
}
