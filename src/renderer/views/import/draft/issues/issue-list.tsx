import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { IssueView } from '#contract/imports/draft-view.ts'
import { CutText } from '#renderer/ui/text-parts.tsx'
import { text } from '#renderer/text/en.ts'
import styles from './issues.module.css'
import { shortMessage } from './issue-cells.ts'
import { type IssueSource, useIssue } from './use-issues.ts'
import { SeverityMark } from './severity-mark.tsx'
import ui from '#renderer/ui/parts.module.css'
import { importRules, isIssueRule } from '#contract/imports/import-rules.ts'

const words = text.importing.draft.issues

const itemHeight = 52

/** Any number of issues; arrow keys select, and only the selected one is a tab stop. */
export const IssueList = ({
  list,
  isLoading,
  searched,
  rule,
  topic,
  total,
  chosen,
  onChoose,
  onFix,
}: {
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
        <div
          className={styles['space']}
          role="presentation"
          style={{ height: virtual.getTotalSize() }}
        >
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
                list={list}
                index={index}
                isChosen={index === chosen}
                moveFocus={(button) => {
                  if (button === null || focusAt.current !== index) return
                  focusAt.current = undefined
                  button.focus({ preventScroll: true })
                }}
                onChoose={() => onChoose(index)}
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
  list,
  index,
  isChosen,
  moveFocus,
  onChoose,
  onFix,
}: {
  readonly list: IssueSource
  readonly index: number
  readonly isChosen: boolean
  readonly moveFocus: (button: HTMLButtonElement | null) => void
  readonly onChoose: () => void
  readonly onFix: (issue: IssueView) => void
}) => {
  const issue = useIssue(list, index)
  if (issue === undefined) return <span className={ui['second']}>{words.loading}</span>
  const { severity, row, column, fix } = issue
  const place = row === null ? words.wholeTable : words.row(row)
  const tabIndex = isChosen ? 0 : -1
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
        <SeverityMark severity={severity} />
        <span className={ui['grow']}>
          <CutText isMany>{shortMessage(issue)}</CutText>
          <span className={styles['issueCell']}>
            {place}
            {column !== null && ` · ${column}`}
          </span>
        </span>
      </button>
      {fix !== undefined && (
        <button
          type="button"
          className={styles['quickFix']}
          title={fix.label}
          tabIndex={tabIndex}
          onClick={() => onFix(issue)}
        >
          {fix.label}
        </button>
      )}
    </>
  )
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
