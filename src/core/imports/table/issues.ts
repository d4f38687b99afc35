/**
 * Every rule that an import checks, with its severity: an error stops the run before anything
 * is changed, a warning is worth a look, an info says what was understood.
 */
export const issueRules = {
  // The table as a whole.
  format_note: 'info',
  no_rows: 'error',
  empty_header: 'error',
  duplicate_header: 'error',
  missing_column: 'error',
  missing_tag_column: 'error',
  unknown_tag: 'error',
  forbidden_name: 'error',
  guessed_column: 'info',
  price_column: 'info',
  custom_column: 'info',
  repeated_text: 'info',
  empty_column: 'info',
  // A row's shape and its cells.
  row_too_long: 'error',
  row_too_short: 'warning',
  surrounding_whitespace: 'warning',
  invisible_character: 'warning',
  replacement_character: 'warning',
  spreadsheet_error: 'warning',
  // The fields of a token (interface, "Limits").
  missing_value: 'error',
  text_too_short: 'error',
  text_too_long: 'error',
  text_too_many_bytes: 'error',
  invalid_text: 'error',
  invalid_media_type: 'error',
  invalid_price: 'error',
  /** Of a token that the collection has already: an import changes no price. */
  price_differs: 'warning',
  /** The interface allows 64 bytes, the ledger 32: such a token could be uploaded, never minted. */
  asset_name_over_ledger_limit: 'error',
  duplicate_asset_name: 'error',
  asset_name_case: 'warning',
  asset_name_taken: 'error',
  /** The row would be sent again as it was. */
  failed_before: 'warning',
  // Images and files.
  invalid_image: 'error',
  file_not_found: 'error',
  ambiguous_file: 'error',
  empty_file: 'error',
  file_not_supported: 'error',
  file_name_differs: 'info',
  duplicate_file: 'warning',
  duplicate_content: 'warning',
  unused_file: 'warning',
  media_type_mismatch: 'warning',
  media_not_image: 'warning',
  // The content of images, once they were decoded.
  image_damaged: 'error',
  image_too_large: 'error',
  content_not_supported: 'error',
  unreadable_file: 'error',
  name_differs_from_content: 'warning',
  // Attributes and the metadata they make.
  missing_tag_value: 'error',
  unresolved_tag: 'error',
  clashing_attribute: 'error',
  attribute_too_long: 'error',
  metadata_too_large: 'error',
} as const satisfies Record<string, Severity>

/** Found last, while a person may already be reading the others: their place is the end. */
const contentRules: ReadonlySet<IssueRule> = new Set([
  'image_damaged',
  'image_too_large',
  'content_not_supported',
  'unreadable_file',
  'name_differs_from_content',
])

/**
 * The issues of the table and the folder first, then by row, with those of the images' content at
 * the end. Those of one row keep their order.
 */
export const sortIssues = (issues: readonly Issue[]): readonly Issue[] =>
  issues.toSorted(
    (a, b) =>
      Number(contentRules.has(a.rule)) - Number(contentRules.has(b.rule)) ||
      (a.row ?? 0) - (b.row ?? 0),
  )

export type Severity = 'error' | 'warning' | 'info'
export type IssueRule = keyof typeof issueRules

/**
 * What would make an issue go away, for a person to agree to. `value` is the cell's new text
 * (`trim`, `set_value`), a file's name (`pick_file`), a header (`rename`), or empty (`remove_row`,
 * `fit_row`).
 */
export type Fix = {
  readonly kind: 'trim' | 'rename' | 'pick_file' | 'set_value' | 'remove_row' | 'fit_row'
  readonly value: string
  readonly label: string
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
}

type CellRef = {
  readonly row?: number
  readonly column?: string
  readonly value?: string
  readonly fix?: Fix
}

/** An issue with the severity of its rule. */
export const issueOf = (rule: IssueRule, message: string, cellRef: CellRef = {}): Issue => ({
  severity: issueRules[rule],
  rule,
  row: cellRef.row ?? null,
  column: cellRef.column ?? null,
  message: readable(message, longestMessage),
  ...(cellRef.value === undefined ? {} : { value: readable(cellRef.value) }),
  ...(cellRef.fix === undefined ? {} : { fix: cellRef.fix }),
})

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
    .map(([rule, count]) => ({ rule, severity: issueRules[rule], count }))
    .sort(
      (a, b) =>
        severityOrder[a.severity] - severityOrder[b.severity] ||
        Number(contentRules.has(a.rule)) - Number(contentRules.has(b.rule)) ||
        b.count - a.count ||
        a.rule.localeCompare(b.rule, 'en'),
    )
}

/** The issues as a table of their own (RFC 4180, CRLF), safe to open in a spreadsheet. */
export const issuesCsv = (issues: readonly Issue[]): string => {
  const header = ['severity', 'rule', 'row', 'column', 'value', 'message', 'fix']
  const rows = issues.map((found) => [
    found.severity,
    found.rule,
    found.row === null ? '' : String(found.row),
    found.column ?? '',
    found.value ?? '',
    found.message,
    found.fix?.label ?? '',
  ])
  return [header, ...rows].map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')
}

/** A spreadsheet runs a cell that starts like a formula; an apostrophe before it makes it text. */
const csvCell = (value: string): string => {
  const harmless = /^[=+\-@\t\r]/u.test(value) ? `'${value}` : value
  return /[",\r\n]/u.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
