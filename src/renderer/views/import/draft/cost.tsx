import { Box, Button, Checkbox, Stack } from '@mantine/core'
import { Play } from 'lucide-react'
import { useState } from 'react'
import type { ImportDraft } from '#contract/imports/draft-view.ts'
import { bytesText, durationText, numberText } from '#values/text/format.ts'
import { pricedText } from '#contract/mints/mint-rehearsal.ts'
import { attempt } from '#renderer/stores/notices.ts'
import { startImport, useDraftStep } from '#renderer/stores/imports.ts'
import { text } from '#renderer/text/en.ts'
import { type AmountEntry, AmountList } from '#renderer/ui/amounts.tsx'
import { Note, Warning } from '#renderer/ui/error-alert.tsx'
import { DetailList, Sheet } from '#renderer/ui/page.tsx'
import { IconButton } from '#renderer/ui/icon-button.tsx'
import styles from '../import.module.css'
import { useIssueFilter } from '#renderer/stores/issue-filter.ts'
import { PinChoice } from './pin-choice.tsx'
import { StepFoot } from './step-foot.tsx'
import { workLeft } from './steps.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { LocalImages } from '#renderer/views/local-images.tsx'
import { useSkippableRehearsal } from '#renderer/views/mint-rehearsal.tsx'
import { useCheckbox } from '#renderer/views/use-checkbox.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.importing.draft.start

/** Those of an import are rehearsed after it. */
const noTokens: string[] = []

/** What the import will do, in numbers; and its beginning. */
export const Cost = ({ draft }: { readonly draft: ImportDraft }) => {
  const { counts, accountId, collectionId } = draft
  const [busy, setBusy] = useState(false)
  const acceptProps = useCheckbox()
  const acceptsLocalImages = acceptProps.checked
  const collectionRef = { accountId, collectionId }
  const { rehearsal, skipsRehearsal, skipProps } = useSkippableRehearsal(collectionRef, noTokens)
  const mayNotPrice = counts.priced > 0 && rehearsal.state !== null
  const { data: local } = useCall('imports.localImages', { draftId: draft.id })
  const images = local?.images ?? 0
  const work = workLeft(counts)
  const { errors, invalidRows } = counts
  const canSkip = errors > 0 && invalidRows !== null
  const reason = reasonOf({
    counts,
    needsAccepting: images > 0 && !acceptsLocalImages,
    needsRehearsal: mayNotPrice && !skipsRehearsal,
  })
  const start = async () => {
    setBusy(true)
    const accepted = { acceptsLocalImages, skipsRehearsal }
    await attempt(() => startImport(draft.id, { skipInvalid: canSkip, ...accepted }))
    setBusy(false)
  }
  return (
    <>
      <Stack className={styles['scroll']} gap="lg">
        {counts.errors > 0 && <Blocked draft={draft} />}
        {counts.errors === 0 && counts.warnings > 0 && <Warned draft={draft} />}
        <div className={ui['pair']}>
          <Sheet title={words.lead}>
            <Tokens draft={draft} />
          </Sheet>
          <Sheet title={words.takes}>
            <Costs draft={draft} />
          </Sheet>
        </div>
        <Sheet title={text.importing.draft.options.pins}>
          <PinChoice draft={draft} />
        </Sheet>
        <LocalImages images={images} acceptProps={acceptProps} />
        {mayNotPrice && (
          <Warning>
            <div className={ui['stack']}>
              <div>{pricedText(counts.priced)}</div>
              <Checkbox label={words.skipRehearsal} {...skipProps} />
            </div>
          </Warning>
        )}
      </Stack>
      <StepFoot
        next={
          <IconButton
            variant="filled"
            icon={Play}
            disabled={reason !== undefined}
            loading={busy}
            onClick={() => void start()}
          >
            {canSkip ? words.startSkipping(invalidRows) : startText(work)}
          </IconButton>
        }
      >
        <span role="status">{reason}</span>
      </StepFoot>
    </>
  )
}

const startText = (work: number): string => (work === 0 ? words.startNone : words.start(work))

/** Why the import cannot start yet; undefined: it can. */
const reasonOf = ({
  counts,
  needsAccepting,
  needsRehearsal,
}: {
  readonly counts: ImportDraft['counts']
  readonly needsAccepting: boolean
  readonly needsRehearsal: boolean
}): string | undefined => {
  const { errors, invalidRows } = counts
  if (errors > 0 && invalidRows === null) return text.importing.draft.steps.blocked
  if (workLeft(counts) === 0) return words.nothing
  if (needsAccepting) return words.acceptFirst
  return needsRehearsal ? words.rehearseFirst : undefined
}

const Tokens = ({ draft: { counts, rules } }: { readonly draft: ImportDraft }) => (
  <>
    <DetailList
      entries={[
        [words.new, numberText(counts.new)],
        ...(counts.priced === 0 ? [] : [[words.priced, numberText(counts.priced)] as const]),
        [words.done, numberText(counts.done)],
        ...(counts.compare === 0 ? [] : [[words.compare, numberText(counts.compare)] as const]),
        [words.unused, numberText(rules.find(({ rule }) => rule === 'unused_file')?.count ?? 0)],
      ]}
    />
    {counts.compare > 0 && <Hint>{words.compareHint}</Hint>}
  </>
)

const Costs = ({ draft: { counts, estimate, pinner } }: { readonly draft: ImportDraft }) => (
  <>
    <DetailList
      entries={[
        [words.images, words.filesAndSize(counts.files, bytesText(estimate.bytes))],
        [words.pinned, text.common.pinTarget(pinner)],
        [words.time, words.about(durationText(estimate.seconds))],
        ...(counts.new === 0
          ? []
          : ([
              [words.transactions, numberText(estimate.transactions)],
              [
                words.mint,
                <AmountList key="mint" rounding="up" entries={mintCostEntries(estimate)} />,
              ],
            ] as const)),
      ]}
    />
    <Hint>{counts.new === 0 ? words.mintHint : `${words.mintHint} ${estimate.assumptions}`}</Hint>
  </>
)

/** What minting the new tokens later costs. */
export const mintCostEntries = ({
  mintLovelace,
  feesLovelace,
  withTokensLovelace,
}: Pick<
  ImportDraft['estimate'],
  'mintLovelace' | 'feesLovelace' | 'withTokensLovelace'
>): readonly AmountEntry[] => [
  { term: words.total, lovelace: mintLovelace, isTotal: true },
  { term: words.withTokens, lovelace: withTokensLovelace },
  { term: words.fees, lovelace: feesLovelace },
]

const Hint = ({ children }: { readonly children: string }) => (
  <Box component="p" mt="sm" className={ui['soft']}>
    {children}
  </Box>
)

const Blocked = ({ draft }: { readonly draft: ImportDraft }) => (
  <div role="status">
    <Note action={<ToIssues label={words.toErrors} />}>{blockedText(draft.counts)}</Note>
  </div>
)

const blockedText = ({ errors, invalidRows }: ImportDraft['counts']): string =>
  invalidRows === null ? words.blocked(errors) : words.blockedRows(errors, invalidRows)

const Warned = ({ draft }: { readonly draft: ImportDraft }) => (
  <Note action={<ToIssues label={words.toWarnings} />}>
    {words.warnings(draft.counts.warnings)}
  </Note>
)

const ToIssues = ({ label }: { readonly label: string }) => {
  const go = useDraftStep((store) => store.go)
  return (
    <Button
      size="compact-sm"
      variant="default"
      onClick={() => {
        useIssueFilter.getState().pickRule(null)
        go('check')
      }}
    >
      {label}
    </Button>
  )
}
