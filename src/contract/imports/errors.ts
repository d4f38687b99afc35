import { z } from 'zod'
import { documentText, listOf, longText, shortText } from '#values/bounds/bounded.ts'
import type { ErrorCode } from '#values/errors/errors.ts'
import { type ErrorRules, plainRule } from '#values/errors/error-rules.ts'
import { tableEncoding } from '#values/text/text-encoding.ts'
import { importFormat } from './import-formats.ts'

const rule = <const Code extends ErrorCode, Fields extends z.ZodRawShape>(
  code: Code,
  fields: Fields,
) => ({ code, details: z.object(fields) })

const file = longText
const line = z.int()
const job = shortText

/** Errors that stop an import, or the reading of its folder, by the `rule` of their details. */
export const importErrors = {
  folder_unreadable: rule('invalid', { folder: longText }),
  folder_too_large: rule('too_large', { folder: longText }),

  /** No file is a table, or the chosen one is none. */
  table_missing: plainRule('invalid'),
  /** `previews`: what each of the first tables holds. */
  table_ambiguous: rule('invalid', {
    tables: listOf(documentText),
    previews: listOf(documentText),
  }),
  /** The file has too many bytes. */
  table_too_large: rule('too_large', { path: longText }),
  table_timeout: plainRule('invalid'),
  table_crashed: rule('invalid', { reason: longText }),
  /** The process that reads tables cannot be started. */
  table_process: rule('internal', { reason: longText }),
  /** An edit that the table cannot take. */
  table_edit: plainRule('invalid'),
  header_missing: rule('invalid', { row: z.int() }),
  missing_column: plainRule('invalid'),

  csv_empty: plainRule('invalid'),
  csv_delimiter: plainRule('invalid'),
  csv_quote: rule('invalid', { row: z.int(), column: shortText }),
  csv_not_text: rule('invalid', { line: line.optional() }),
  csv_too_large: plainRule('invalid'),
  csv_encoding: rule('invalid', { byte: z.int().optional(), line }),
  /** `encodings`: the likely ones; left out where the chosen one does not fit. */
  encoding_ambiguous: rule('invalid', {
    byte: z.int().optional(),
    line,
    encodings: listOf(tableEncoding).optional(),
  }),

  workbook: plainRule('invalid'),
  workbook_bomb: plainRule('invalid'),
  workbook_formula: plainRule('invalid'),
  workbook_locked: plainRule('invalid'),
  workbook_too_large: plainRule('invalid'),
  workbook_xml: plainRule('invalid'),
  sheet_ambiguous: rule('invalid', { sheets: listOf(documentText) }),
  sheet_missing: rule('invalid', { sheets: listOf(documentText) }),

  /** The folder has nothing of the chosen format. */
  format_mismatch: plainRule('invalid'),
  format_json: rule('invalid', {
    file: file.optional(),
    why: longText.optional(),
    files: listOf(file).optional(),
  }),
  format_asset_name: rule('invalid', { file }),
  format_too_wide: plainRule('invalid'),
  /** `otherwise`: the format that the folder can be read in all the same. */
  tokens_undescribed: rule('invalid', { files: listOf(file), otherwise: importFormat.optional() }),
  ambiguous_file: rule('invalid', { row: z.int() }),
  name_pattern: plainRule('invalid'),

  no_such_import: rule('not_found', { job }),
  /** None, or none that could go on. */
  no_import: plainRule('not_found'),
  import_cancelled: rule('conflict', { job }),
  /** `pid` and `host`: of the process that runs it, where that is known. */
  import_running: rule('conflict', {
    job,
    pid: z.int().optional(),
    host: longText.optional(),
  }),
  import_unfinished: rule('conflict', { job }),

  /** A table of changes that changes nothing. */
  no_changes: rule('conflict', { collection: shortText }),
  /** An import that changes tokens cannot be prepared again: its tokens are others by now. */
  not_reopened: rule('conflict', { job }),

  /** The collection's metadata has no files for works, and cannot get them. */
  no_files_template: plainRule('conflict'),
  works_not_taken: plainRule('invalid'),
  source_gone: rule('invalid', { file }),
  source_changed: rule('invalid', { file }),
  poster: plainRule('invalid'),

  /** The pin target cannot make folders. */
  no_folders: rule('invalid', { place: longText }),
  not_at_target: rule('not_found', { place: longText }),
  foreign_cid: rule('service_error', { cid: shortText, given: shortText }),
} satisfies ErrorRules
