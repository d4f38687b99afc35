import { Box, Button } from '@mantine/core'
import type { ImportDraft } from '#contract/imports/draft-view.ts'
import { bytesText, numberText } from '#values/text/format.ts'
import { useDraftStep } from '#renderer/stores/imports.ts'
import { text } from '#renderer/text/en.ts'
import { type AmountEntry, AmountList } from '#renderer/ui/amounts.tsx'
import { Note } from '#renderer/ui/error-alert.tsx'
import { DetailList, Sheet } from '#renderer/ui/page.tsx'
import { useIssueFilter } from '#renderer/stores/issue-filter.ts'
import { PinChoice } from './pin-choice.tsx'
import { StartStep } from './start-step.tsx'
import { workLeft } from './steps.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.importing.draft.start
const changeWords = text.importing.draft.change

/** What the import will do, in numbers; and its beginning. */
export const Cost = ({ draft }: { readonly draft: ImportDraft }) => {
  const { counts } = draft
  return (
    <StartStep
      draft={draft}
      work={workLeft(counts)}
      label={startText(counts)}
      nothing={words.nothing}
    >
      {counts.errors > 0 && <Blocked draft={draft} />}
      {counts.errors === 0 && counts.warnings > 0 && <Warned draft={draft} />}
      <div className={counts.new > 0 ? ui['pair'] : undefined}>
        <Sheet title={words.lead}>
          <Summary draft={draft} />
        </Sheet>
        {counts.new > 0 && (
          <Sheet title={words.mint}>
            <AmountList rounding="up" entries={mintCostEntries(draft.estimate)} />
            <Hint>{words.mintHint(draft.estimate)}</Hint>
          </Sheet>
        )}
      </div>
      <Sheet title={text.importing.draft.options.pins}>
        <PinChoice draft={draft} />
      </Sheet>
    </StartStep>
  )
}

const startText = (counts: ImportDraft['counts']): string => {
  const { errors, invalidRows } = counts
  if (errors > 0 && invalidRows !== null) return words.startSkipping(invalidRows)
  const work = workLeft(counts)
  return work === 0 ? words.startNone : words.start(work)
}

/** A line of the summary, unless it counts none. */
const someOf = (term: string, count: number): readonly (readonly [string, string])[] =>
  count === 0 ? [] : [[term, numberText(count)]]

const Summary = ({
  draft: { counts, rules, estimate, pinner },
}: {
  readonly draft: ImportDraft
}) => (
  <>
    <DetailList
      entries={[
        [words.new, numberText(counts.new)],
        ...someOf(words.priced, counts.priced),
        ...someOf(words.done, counts.done),
        ...someOf(words.compare, counts.compare),
        ...someOf(words.skipped, counts.errors === 0 ? 0 : (counts.invalidRows ?? 0)),
        ...someOf(words.unused, rules.find(({ rule }) => rule === 'unused_file')?.count ?? 0),
        [words.images, words.filesAndSize(counts.files, bytesText(estimate.bytes))],
        [words.pinned, text.common.pinTarget(pinner)],
        [words.time, words.about(estimate.seconds)],
      ]}
    />
    {counts.compare > 0 && <Hint>{words.compareHint}</Hint>}
    <Hint>{words.free}</Hint>
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

/** What a start changes, in numbers; and its beginning. */
export const Changes = ({ draft }: { readonly draft: ImportDraft }) => {
  const { change, done, priced } = draft.counts
  return (
    <StartStep
      draft={draft}
      work={change}
      label={changeText(draft.counts)}
      nothing={changeWords.nothing}
    >
      <Sheet title={changeWords.summary}>
        <DetailList
          entries={[
            [changeWords.changed, numberText(change)],
            ...someOf(changeWords.priced, priced),
            [changeWords.same, numberText(done)],
          ]}
        />
        <Hint>{changeWords.time}</Hint>
      </Sheet>
    </StartStep>
  )
}

const changeText = ({ change, errors, invalidRows }: ImportDraft['counts']): string => {
  if (change === 0) return changeWords.startNone
  const skipped = errors > 0 ? (invalidRows ?? 0) : 0
  return skipped > 0 ? changeWords.startSkipping(skipped) : changeWords.start(change)
}
