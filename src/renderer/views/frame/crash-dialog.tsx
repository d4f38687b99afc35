import { Button, Stack } from '@mantine/core'
import { change } from '#renderer/data/change.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { call } from '#renderer/bridge.ts'
import { copy } from '#renderer/stores/copy.ts'
import { attempt, useNotices } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { Dialog, DialogButtons } from '#renderer/ui/dialog.tsx'
import { LongText } from '#renderer/ui/long-text.tsx'

const words = text.frame.crashes

/** What crashed before this start. Nothing is sent: the user decides what becomes of a report. */
export const CrashDialog = () => {
  const reports = useCall('app.crashReports', null).data ?? []
  const [newest] = reports
  if (newest === undefined) return null
  const dismiss = (): void => void attempt(() => change('app.dismissCrashReports', null))
  const copyAll = async (): Promise<void> => {
    if (await copy(reports.map((report) => report.text).join('\n\n')))
      useNotices.getState().notify('good', words.copied)
  }
  return (
    <Dialog onClose={dismiss} title={words.title} size="lg">
      <Stack gap="md">
        <div>{words.text(reports.length)}</div>
        <LongText label={words.report} value={newest.text} rows={10} />
        <DialogButtons>
          <Button
            variant="default"
            onClick={() =>
              void attempt(() => call('app.showInFolder', { path: newest.file, how: 'reveal' }))
            }
          >
            {words.openFolder}
          </Button>
          <Button variant="default" onClick={() => void copyAll()}>
            {words.copy}
          </Button>
          <Button onClick={dismiss} data-autofocus>
            {words.dismiss}
          </Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  )
}
