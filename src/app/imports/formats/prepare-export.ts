import { type ExportFormat, takesFiles } from '#contract/imports/export-formats.ts'
import type { Collection } from '#contract/collections/collection.ts'
import type { Token } from '#contract/tokens/token.ts'
import type { ContentStore } from '#media/content/store.ts'
import { existingTokenIssue } from '../plan/existing.ts'
import { type ExportFiles, filesOfTokens, noFiles } from './export-files.ts'
import { type ExportedTokens, exportTokens, formulaNote, unheldFields } from './export-tokens.ts'

/** An export before anything is written. */
export type PreparedExport = {
  readonly exported: ExportedTokens
  readonly files: ExportFiles
  /** Of these files. */
  readonly bytes: number
  /** What the format leaves out, as sentences. */
  readonly notHeld: readonly string[]
  /** What a spreadsheet would run; undefined where it is made text, and where nothing is. */
  readonly formulas: string | undefined
}

export const prepareExport = (
  {
    format,
    withFiles,
    safeCells = false,
  }: {
    readonly format: ExportFormat
    readonly withFiles: boolean
    readonly safeCells?: boolean | undefined
  },
  collection: Collection,
  tokens: readonly Token[],
  store: Pick<ContentStore, 'get'>,
): PreparedExport => {
  const existing = tokens.map(existingTokenIssue)
  const hasFiles = withFiles && takesFiles(format)
  const files = hasFiles
    ? filesOfTokens(format, collection.metadata ?? undefined, existing, store)
    : noFiles
  return {
    exported: exportTokens(format, collection, existing, files.names, safeCells),
    files,
    bytes: files.files.reduce((sum, file) => sum + file.bytes, 0),
    notHeld: unheldFields(format, collection, existing, hasFiles),
    formulas: safeCells ? undefined : formulaNote(format, collection, existing),
  }
}
