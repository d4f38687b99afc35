import { Box, Group } from '@mantine/core'
import { useState } from 'react'
import type { AdoptionReport, AdoptionsView } from '#contract/adoptions/calls.ts'
import { cutMiddle } from '#values/text/format.ts'
import { change } from '#renderer/data/change.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { attempt } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { Sheet } from '#renderer/ui/page.tsx'
import ui from '#renderer/ui/parts.module.css'
import { CutText, When } from '#renderer/ui/text-parts.tsx'
import { NetworkBadge } from '#renderer/views/network-badge.tsx'
import { AdoptDialog, type AskedPolicy } from './adopt-dialog.tsx'
import { JobProgress } from '#renderer/ui/job-progress.tsx'
import { PinBadge } from './pin-badge.tsx'
import { SheetAction } from './section.tsx'

const words = text.settings.adoptions

/** Adopts existing policies in the background; how far that is, and the last run of each. */
export const AdoptionsSection = () => {
  const { data } = useCall('adoptions.state', null)
  const [asked, setAsked] = useState<AskedPolicy | 'new'>()
  if (data === undefined) return null
  const { running, failed, reports } = data
  return (
    <Sheet
      title={words.title}
      hint={words.text}
      actions={
        running === null && <SheetAction onClick={() => setAsked('new')}>{words.adopt}</SheetAction>
      }
    >
      {running !== null && <Running running={running} />}
      {running === null && failed !== null && <ErrorAlert error={failed.message} />}
      {reports.map((report) => (
        <Report
          key={`${report.network}-${report.policyId}`}
          report={report}
          canStart={running === null}
          onAgain={() => setAsked(report)}
        />
      ))}
      {asked !== undefined && (
        <AdoptDialog
          asked={asked === 'new' ? undefined : asked}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Sheet>
  )
}

const Running = ({
  running: { policyId, network, progress },
}: {
  readonly running: NonNullable<AdoptionsView['running']>
}) => {
  const { step, done, total, rate, secondsLeft } = progress
  return (
    <Box mt="md">
      <PolicyLine policyId={policyId} network={network} />
      <JobProgress
        done={done}
        total={total}
        label={words.steps[step]}
        details={[words.progress(progress), ...(secondsLeft === null ? [] : [words.rate(rate)])]}
        secondsLeft={secondsLeft}
        stop={words.stop}
        stopLabel={words.stopOf}
        onStop={() => void attempt(() => change('adoptions.stop', null))}
      />
    </Box>
  )
}

const PolicyLine = ({ policyId, network }: AskedPolicy) => (
  <Group gap="xs" wrap="nowrap">
    <CutText full={policyId}>{cutMiddle(policyId)}</CutText>
    <NetworkBadge network={network} />
  </Group>
)

/** One line for each place, and what is missing. */
const Report = ({
  report,
  canStart,
  onAgain,
}: {
  readonly report: AdoptionReport
  readonly canStart: boolean
  readonly onAgain: () => void
}) => {
  const { policyId, network, cids, files, archives, bytes, stopped, elsewhere, places } = report
  return (
    <Box mt="md">
      <PolicyLine policyId={policyId} network={network} />
      <div className={ui['stack']} role="status">
        <div>
          <PinBadge isSound={report.isWhole}>
            {report.isWhole ? words.whole : words.lacking}
          </PinBadge>{' '}
          {words.tokens(report.tokensRead, report.tokens)} {stopped}
        </div>
        {report.royalty !== null && <div>{words.royalty(report.royalty)}</div>}
        <div>{words.kept(files + archives, cids, bytes)}</div>
        {elsewhere > 0 && <div>{words.elsewhere(elsewhere)}</div>}
        {places.map((place) => (
          <div key={place.place}>
            {words.place(place, cids)} {place.error}
          </div>
        ))}
        <Named
          title={words.missing(report.missing.length)}
          lines={report.missing.map(({ cid, message }) => `${cid}: ${message}`)}
        />
        <Named
          title={words.broken(report.broken.length)}
          lines={report.broken.map((uri) => words.brokenOne(uri))}
        />
        <div className={ui['soft']}>
          {words.adopted} <When at={report.at} />
        </div>
      </div>
      <Group gap="xs" mt="md" align="flex-start">
        <SheetAction label={words.againOf(policyId)} disabled={!canStart} onClick={onAgain}>
          {words.again}
        </SheetAction>
      </Group>
    </Box>
  )
}

/** More would be a list that nobody reads; the command line names them all. */
const mostNamed = 50

const Named = ({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) =>
  lines.length === 0 ? null : (
    <details>
      <summary>{title}</summary>
      {lines.slice(0, mostNamed).map((line) => (
        <div key={line} className={ui['breakable']}>
          {line}
        </div>
      ))}
    </details>
  )
