import {
  type FixKind,
  importRules,
  type IssueRule,
  type Severity,
} from '#contract/imports/import-rules.ts'
import { type Pieces, sortInPieces } from './pieces.ts'

/** Found last, while a person may already be reading the others: their place is the end. */
const contentRules: ReadonlySet<IssueRule> = new Set([
  'image_damaged',
  'image_too_large',
  'content_not_supported',
  'unreadable_file',
  'name_differs_from_content',
  'image_not_square',
  'similar_image',
  'work_needs_others',
  'image_location',
  'image_not_changed',
  'image_inks',
  'image_colours',
])

/** Found while the folder was read: they stay when the table is edited or gets other headers. */
const readingRules: ReadonlySet<IssueRule> = new Set([
  'format_note',
  'file_not_read',
  'value_not_read',
  'value_reshaped',
  'made_names',
  'several_pictures',
  'guessed_encoding',
  'header_row',
  'index_column',
  'left_out_rows',
  'spreadsheet_text',
  'table_changed',
])

/** What reading found of a table that still has the rows. */
export const readingIssues = ({
  issues,
  rows,
  headerRow,
}: {
  readonly issues: readonly Issue[]
  readonly rows: readonly { readonly row: number }[]
  readonly headerRow: number
}): readonly Issue[] => {
  const found = issues.filter(({ rule }) => readingRules.has(rule))
  if (found.length === 0) return []
  const left = new Set([headerRow, ...rows.map(({ row }) => row)])
  return found.filter(({ row }) => row === null || left.has(row))
}

/**
 * The issues of the table and the folder first, then by row, with those of the images' content at
 * the end. Those of one row keep their order.
 */
export const sortIssues = (issues: readonly Issue[]): Pieces<readonly Issue[]> =>
  sortInPieces(
    issues,
    (a, b) =>
      Number(contentRules.has(a.rule)) - Number(contentRules.has(b.rule)) ||
      (a.row ?? 0) - (b.row ?? 0),
  )

/**
 * What would make an issue go away, for a person to agree to. `value` is the cell's new text
 * (`trim`, `set_value`, `shorten`), a file's name (`pick_file`), a header (`rename`), or empty (`remove_row`,
 * `fit_row`, `join_row`).
 */
export type Fix = {
  readonly kind: FixKind
  readonly value: string
  readonly label: string
  /** Header of the column that keeps the whole text (`shorten`). */
  readonly to?: string
  /** Letter of the column that is meant, where that is not the issue's own (`rename`). */
  readonly column?: string
}

/** One issue of one row, or of the whole table or folder when `row` is null. */
export type Issue = {
  readonly severity: Severity
  readonly rule: IssueRule
  /** As a spreadsheet shows it: the header is row 1. */
  readonly row: number | null
  /**
   * A token's own field by its name (`asset_name`, whatever the header's case), any other column by
   * its header as written, or by its letter when it has none.
   */
  readonly column: string | null
  /** What was found there, cut to a readable length. */
  readonly value?: string
  /** A whole sentence: what is wrong, what the rule is, what to do. */
  readonly message: string
  readonly fix?: Fix
  /** The video of the row whose still image is missing, where the folder has none of its name. */
  readonly video?: string
}

type CellRef = {
  readonly row?: number
  readonly column?: string
  readonly value?: string
  readonly fix?: Fix
  readonly video?: string | undefined
}

/** An issue with the severity of its rule. */
export const issueOf = (rule: IssueRule, message: string, cellRef: CellRef = {}): Issue => ({
  severity: importRules[rule].severity,
  rule,
  row: cellRef.row ?? null,
  column: cellRef.column ?? null,
  message: readable(message, longestMessage),
  ...(cellRef.value === undefined ? {} : { value: readable(cellRef.value) }),
  ...(cellRef.fix === undefined ? {} : { fix: cellRef.fix }),
  ...(cellRef.video === undefined ? {} : { video: cellRef.video }),
})

export const isError = ({ severity }: Issue): boolean => severity === 'error'

const longestValue = 80
const longestMessage = 500

/** Bounded, so that ten thousand issues about a huge cell stay small. */
export const readable = (text: string, longest: number = longestValue): string => {
  if (text.length <= longest) return text
  // Code points have at most two code units: this holds one more than wanted if there is one.
  const points = Array.from(text.slice(0, (longest + 1) * 2))
  return points.length <= longest ? text : `${points.slice(0, longest - 1).join('')}…`
}

const severityOrder: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 }

export type RuleCount = {
  readonly rule: IssueRule
  readonly severity: Severity
  readonly count: number
}

/** How often each rule was broken: errors first, those of the images' content last, then by number. */
export const countByRule = (issues: readonly Issue[]): readonly RuleCount[] => {
  const counts = new Map<IssueRule, number>()
  for (const { rule } of issues) counts.set(rule, (counts.get(rule) ?? 0) + 1)
  return [...counts]
    .map(([rule, count]) => ({ rule, severity: importRules[rule].severity, count }))
    .sort(
      (a, b) =>
        severityOrder[a.severity] - severityOrder[b.severity] ||
        Number(contentRules.has(a.rule)) - Number(contentRules.has(b.rule)) ||
        b.count - a.count ||
        a.rule.localeCompare(b.rule, 'en'),
    )
}
