import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { ImportDraft, IssueView } from '#contract/imports/draft-view.ts'
import { settingsFix } from '#contract/imports/settings-fixes.ts'
import { text } from '#renderer/text/en.ts'
import styles from './check.module.css'
import { isOfFiles } from '../steps.ts'
import { changeImages } from './change-images.ts'
import { shortMessage } from './issue-cells.ts'
import { IssuePicture } from './issue-picture.tsx'
import { type IssueSource, useIssue } from './use-issues.ts'
import { SeverityMark, SeverityShape } from './severity-mark.tsx'
import ui from '#renderer/ui/parts.module.css'
import { importRules, isIssueRule } from '#contract/imports/import-rules.ts'

const words = text.importing.draft.issues

/** Two lines of a message, and where it is. */
const itemHeight = 60

/** Any number of issues; arrow keys select, and only the selected one is a tab stop. */
export const IssueList = ({
  draft,
  list,
  isLoading,
  searched,
  rule,
  topic,
  total,
  chosen,
  onChoose,
  onOpen,
  onFix,
}: {
  readonly draft: ImportDraft
  readonly list: IssueSource
  readonly isLoading: boolean
  /** Progress of a search; undefined without one. */
  readonly searched: { readonly loaded: number; readonly total: number } | undefined
  /** The only rule whose issues are listed; null: of all. */
  readonly rule: string | null
  /** The list's subject; a change scrolls to the top. */
  readonly topic: string
  readonly total: number
  readonly chosen: number
  readonly onChoose: (index: number) => void
  /** Lists all issues of a rule that are one line. */
  readonly onOpen: (rule: string) => void
  readonly onFix: (issue: IssueView) => void
}) => {
  const scroller = useRef<HTMLDivElement>(null)
  const focusAt = useRef<number>(undefined)
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => itemHeight,
    overscan: 6,
  })
  const items = virtual.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0

  useEffect(() => {
    virtual.scrollToOffset(0)
    if (focusAt.current !== undefined) focusAt.current = 0
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [topic])

  const move = (to: number) => {
    const next = Math.max(0, Math.min(total - 1, to))
    focusAt.current = next
    onChoose(next)
    virtual.scrollToIndex(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / itemHeight) - 1)
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: chosen + 1,
      ArrowUp: chosen - 1,
      PageDown: chosen + page,
      PageUp: chosen - page,
      Home: 0,
      End: total - 1,
    }
    const to = steps[event.key]
    if (to === undefined) return
    event.preventDefault()
    move(to)
  }
  const isChosenShown = chosen >= first && chosen <= last && total > 0
  return (
    <div className={styles['listFrame']} aria-busy={isLoading}>
      {rule !== null && <RuleDetails rule={rule} />}
      {searched !== undefined && searched.loaded < searched.total && (
        <div className={styles['listHead']} role="status">
          {words.searching(searched.loaded, searched.total)}
        </div>
      )}
      {total === 0 && !isLoading && (
        <div className={styles['listHead']} role="status">
          {words.noneHere}
        </div>
      )}
      <div
        ref={scroller}
        className={styles['scroller']}
        role="list"
        aria-label={words.list}
        tabIndex={isChosenShown ? -1 : 0}
        onKeyDown={onKeyDown}
      >
        <div className={ui['space']} role="presentation" style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, start, size }) => (
            <div
              key={index}
              role="listitem"
              aria-posinset={index + 1}
              aria-setsize={total}
              className={styles['issue']}
              data-chosen={index === chosen}
              style={{ height: size, transform: `translateY(${start}px)` }}
            >
              <IssueItem
                draft={draft}
                list={list}
                index={index}
                isChosen={index === chosen}
                moveFocus={(button) => {
                  if (button === null || focusAt.current !== index) return
                  focusAt.current = undefined
                  button.focus({ preventScroll: true })
                }}
                onChoose={() => onChoose(index)}
                onOpen={onOpen}
                onFix={(issue) => {
                  // The next issue that moves up to this position.
                  focusAt.current = index
                  onChoose(index)
                  onFix(issue)
                }}
              />
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}

const IssueItem = ({
  draft,
  list,
  index,
  isChosen,
  moveFocus,
  onChoose,
  onOpen,
  onFix,
}: {
  readonly draft: ImportDraft
  readonly list: IssueSource
  readonly index: number
  readonly isChosen: boolean
  readonly moveFocus: (button: HTMLButtonElement | null) => void
  readonly onChoose: () => void
  readonly onOpen: (rule: string) => void
  readonly onFix: (issue: IssueView) => void
}) => {
  const issue = useIssue(list, index)
  if (issue === undefined) return <span className={ui['soft']}>{words.loading}</span>
  const { severity, fix, count, rule } = issue
  const tabIndex = isChosen ? 0 : -1
  const quick = quickFixOf(issue)
  const title = count === undefined ? shortMessage(issue) : words.many(words.ruleName(rule), count)
  return (
    <>
      <button
        ref={moveFocus}
        type="button"
        className={styles['issueMain']}
        aria-current={isChosen || undefined}
        tabIndex={tabIndex}
        onClick={onChoose}
      >
        <IssuePicture draft={draft} issue={issue} />
        <SeverityShape severity={severity} />
        <span className={ui['grow']}>
          <span className={styles['message']} title={title}>
            {title}
          </span>
          <span className={`${ui['small']} ${ui['cut']}`}>
            {count === undefined ? placeOf(draft, issue) : words.firstOf(shortMessage(issue))}
          </span>
        </span>
      </button>
      {count !== undefined && (
        <button
          type="button"
          className={styles['quickFix']}
          tabIndex={tabIndex}
          onClick={() => onOpen(rule)}
        >
          {words.showAll(count)}
        </button>
      )}
      {quick !== undefined && (
        <button
          type="button"
          className={styles['quickFix']}
          title={quick}
          tabIndex={tabIndex}
          onClick={() => (fix === undefined ? changeImages(rule) : onFix(issue))}
        >
          <span className={styles['message']}>{quick}</span>
        </button>
      )}
    </>
  )
}

/** Of files without a table nobody knows rows. */
const placeOf = (draft: ImportDraft, { row, column, rule }: IssueView): string => {
  if (isOfFiles(draft)) return words.ruleName(rule)
  const place = row === null ? words.wholeTable : words.row(row)
  return column === null ? place : `${place} · ${column}`
}

/** The words of the button beside an issue; undefined: none. */
const quickFixOf = ({ fix, rule, count }: IssueView): string | undefined => {
  if (fix === undefined) return settingsFix(rule)?.label
  if (count !== undefined) return words.fixAll
  return fix.kind === 'remove_row' ? words.skipRow : fix.label
}

/** What a rule asks for, who asks, and what to do. */
const RuleDetails = ({ rule }: { readonly rule: string }) => {
  if (!isIssueRule(rule)) return null
  const { severity, title, source, advice } = importRules[rule]
  return (
    <section className={styles['ruleDetails']} aria-label={words.ruleDetails}>
      <h2 className={styles['ruleTitle']}>
        <SeverityMark severity={severity} />
        {title}
      </h2>
      <p>
        <b>{words.advice}</b> {advice}
      </p>
      <p className={ui['small']}>
        {words.source} {source}
      </p>
    </section>
  )
}
