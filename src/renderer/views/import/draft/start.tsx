import { Button, Checkbox, Stack } from '@mantine/core'
import { Play, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { ImportDraft } from '#contract/imports/draft-view.ts'
import { bytesText, durationText, numberText } from '#values/text/format.ts'
import { pricedText } from '#contract/mints/mint-rehearsal.ts'
import { attempt } from '#renderer/stores/notices.ts'
import { startImport, useDraftStep } from '#renderer/stores/imports.ts'
import { text } from '#renderer/text/en.ts'
import { type AmountEntry, AmountList } from '#renderer/ui/amounts.tsx'
import { Note } from '#renderer/ui/error-alert.tsx'
import { DetailList, Sheet } from '#renderer/ui/page.tsx'
import { IconButton } from '#renderer/ui/icon-button.tsx'
import styles from '../import.module.css'
import draftStyles from './draft.module.css'
import { useIssueFilter } from '#renderer/stores/issue-filter.ts'
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
export const Start = ({ draft }: { readonly draft: ImportDraft }) => {
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
        {counts.errors === 0 && work === 0 && <Note>{words.nothing}</Note>}
        <div className={styles['pair']}>
          <Sheet title={words.lead}>
            <Tokens draft={draft} />
          </Sheet>
          <Sheet title={words.takes}>
            <Costs draft={draft} />
          </Sheet>
        </div>
        <LocalImages images={images} acceptProps={acceptProps} />
        {mayNotPrice && (
          <div className={ui['warning']} role="note">
            <TriangleAlert size={18} aria-hidden />
            <div className={ui['stack']}>
              <div>{pricedText(counts.priced)}</div>
              <Checkbox label={words.skipRehearsal} {...skipProps} />
            </div>
          </div>
        )}
      </Stack>
      {work > 0 && (
        <footer className={draftStyles['foot']}>
          <IconButton
            size="sm"
            variant="filled"
            icon={Play}
            disabled={
              (errors > 0 && !canSkip) ||
              (images > 0 && !acceptsLocalImages) ||
              (mayNotPrice && !skipsRehearsal)
            }
            loading={busy}
            onClick={() => void start()}
          >
            {canSkip ? words.startSkipping(invalidRows) : words.start(work)}
          </IconButton>
        </footer>
      )}
    </>
  )
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
  <p className={styles['hint']}>{children}</p>
)

const Blocked = ({ draft }: { readonly draft: ImportDraft }) => (
  <div role="status">
    <Note action={<ToIssues draft={draft} severity="error" label={words.toErrors} />}>
      {blockedText(draft.counts)}
    </Note>
  </div>
)

const blockedText = ({ errors, invalidRows }: ImportDraft['counts']): string =>
  invalidRows === null ? words.blocked(errors) : words.blockedRows(errors, invalidRows)

const Warned = ({ draft }: { readonly draft: ImportDraft }) => (
  <Note action={<ToIssues draft={draft} severity="warning" label={words.toWarnings} />}>
    {words.warnings(draft.counts.warnings)}
  </Note>
)

const ToIssues = ({
  draft,
  severity,
  label,
}: {
  readonly draft: ImportDraft
  readonly severity: 'error' | 'warning'
  readonly label: string
}) => {
  const go = useDraftStep((store) => store.go)
  return (
    <Button
      size="compact-sm"
      variant="default"
      onClick={() => {
        useIssueFilter.getState().newImport(draft)
        useIssueFilter.getState().show(severity)
        go('issues')
      }}
    >
      {label}
    </Button>
  )
}
