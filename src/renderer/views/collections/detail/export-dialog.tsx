import { Button, Checkbox, Select, Stack } from '@mantine/core'
import { useState } from 'react'
import {
  exportFormat,
  type ExportFormat,
  exportFormats,
  takesFiles,
} from '#contract/imports/export-formats.ts'
import { call } from '#renderer/bridge.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { useEvent } from '#renderer/data/use-event.ts'
import { attempt, useNotices } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { Dialog, DialogButtons } from '#renderer/ui/dialog.tsx'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import ui from '#renderer/ui/parts.module.css'
import { TimedProgressBar } from '#renderer/ui/timed-progress.tsx'
import { useSubmit } from '#renderer/views/use-submit.ts'

const words = text.collections.exporting

/** Writes all tokens of a collection in a format that the user chooses. */
export const ExportTokensDialog = ({
  collectionRef,
  onClose,
}: {
  readonly collectionRef: CollectionRef
  readonly onClose: () => void
}) => {
  const [format, setFormat] = useState<ExportFormat>('csv')
  const [wantsFiles, setWantsFiles] = useState(false)
  const [safeCells, setSafeCells] = useState(false)
  const asked = { ...collectionRef, format, withFiles: wantsFiles && takesFiles(format), safeCells }
  const { data: details, error } = useCall('tokens.exportSummary', asked, { keepsPrevious: true })
  const submit = useSubmit(async () => {
    const path = await call('tokens.export', asked)
    if (path === null) return
    useNotices.getState().notify('good', words.saved(path))
    onClose()
  })
  const failure = submit.error ?? error
  const close = () => {
    if (submit.isBusy) void attempt(() => call('tokens.stopExport', null))
    else onClose()
  }
  return (
    <Dialog onClose={close} title={words.title}>
      <Stack gap="md">
        <Select
          label={words.format}
          description={words.formats[format].hint}
          data={exportFormats.map((value) => ({ value, label: words.formats[value].label }))}
          value={format}
          allowDeselect={false}
          disabled={submit.isBusy}
          onChange={(value) => setFormat(exportFormat.parse(value))}
          data-autofocus
        />
        <Checkbox
          label={words.withFiles}
          description={takesFiles(format) ? words.withFilesHint : words.noFiles}
          checked={asked.withFiles}
          disabled={!takesFiles(format) || submit.isBusy}
          onChange={(event) => setWantsFiles(event.currentTarget.checked)}
        />
        {details === undefined && failure === null && <p className={ui['soft']}>{words.reading}</p>}
        {details !== undefined && (
          <div role="status">
            <p>{words.details(details)}</p>
            {details.notHeld.map((sentence) => (
              <p key={sentence} className={ui['soft']}>
                {sentence}
              </p>
            ))}
          </div>
        )}
        {(safeCells || (details?.formulas ?? null) !== null) && (
          <Checkbox
            label={words.safeCells}
            description={details?.formulas ?? words.safeCellsHint}
            checked={safeCells}
            disabled={submit.isBusy}
            onChange={(event) => setSafeCells(event.currentTarget.checked)}
          />
        )}
        {submit.isBusy && asked.withFiles && <Copying />}
        {failure !== null && <ErrorAlert error={failure} />}
        <DialogButtons>
          <Button variant="default" onClick={close}>
            {submit.isBusy ? words.stop : text.common.cancel}
          </Button>
          <Button
            loading={submit.isBusy}
            disabled={details === undefined || details.tokens === 0}
            onClick={() => void submit.send()}
          >
            {words.submit}
          </Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  )
}

/** How far the files are, with the time left. */
const Copying = () => {
  const progress = useEvent('tokens.exported')
  if (progress === undefined) return null
  const { done, total, secondsLeft } = progress
  return (
    <TimedProgressBar
      done={done}
      total={total}
      label={words.copying}
      details={[words.progress(done, total)]}
      secondsLeft={secondsLeft}
    />
  )
}
