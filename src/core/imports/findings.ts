/**
 * Every rule that an import checks, with its severity: an error stops the run before anything
 * is changed, a warning is worth a look, an info says what was understood.
 */
export const findingRules = {
  // The table as a whole.
  no_rows: 'error',
  empty_header: 'error',
  duplicate_header: 'error',
  missing_column: 'error',
  missing_tag_column: 'error',
  unknown_tag: 'error',
  similar_column: 'warning',
  custom_column: 'info',
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
  /** The interface allows 64 bytes, the ledger 32: such a token could be uploaded, never minted. */
  asset_name_over_ledger_limit: 'error',
  duplicate_asset_name: 'error',
  asset_name_case: 'warning',
  asset_name_taken: 'error',
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
  // Attributes and the metadata they make.
  missing_tag_value: 'error',
  unresolved_tag: 'error',
  clashing_attribute: 'error',
  attribute_too_long: 'error',
  metadata_too_large: 'error',
} as const satisfies Record<string, Severity>

export type Severity = 'error' | 'warning' | 'info'
export type FindingRule = keyof typeof findingRules

/**
 * What would make a finding go away, for a person to agree to. `value` is the cell's new text
 * (`trim`, `set_value`), a file's name (`pick_file`), a header (`rename`), or empty (`remove_row`).
 */
export type Mend = {
  readonly kind: 'trim' | 'rename' | 'pick_file' | 'set_value' | 'remove_row'
  readonly value: string
  readonly label: string
}

/** One fault of one row, or of the whole table or folder when `row` is null. */
export type Finding = {
  readonly severity: Severity
  readonly rule: FindingRule
  /** As a spreadsheet shows it: the header is row 1. */
  readonly row: number | null
  /** The header as written, or the column's letter when it has none. */
  readonly column: string | null
  /** What was found there, cut to a readable length. */
  readonly value?: string
  /** A whole sentence: what is wrong, what the rule is, what to do. */
  readonly message: string
  readonly mend?: Mend
}
