import type { ImportFormat } from '#shared/import-formats.ts'
import type { FileEntry } from '../plan/plan-types.ts'
import type { Table } from '../table/table-types.ts'

/** A folder that is to be read, and what was said about it. */
export type FormatSource = {
  /** Its path without links. */
  readonly folder: string
  /** All of its files, in natural order. */
  readonly files: readonly FileEntry[]
  /** The path of the table that was named; undefined: what the folder holds. */
  readonly named: string | undefined
  /** The pattern of the tokens' names, for files without a table. */
  readonly names: string | undefined
  /** The bytes of a table. @throws ColdpressError `invalid`, `too_large` */
  readonly bytesOf: (path: string) => Promise<Uint8Array>
  /** A CSV or a sheet as it stands, read once. @throws ColdpressError `invalid`, `too_large` */
  readonly tableAt: (path: string) => Promise<Table>
  readonly signal: AbortSignal | undefined
}

/**
 * - `sure`: no other program writes this.
 * - `likely`: it fits, and others could too.
 * - `possible`: it can be read this way if nothing else fits.
 */
export type Strength = 'sure' | 'likely' | 'possible'

/** Why a folder is taken for a format. */
export type Recognition = {
  readonly strength: Strength
  /** What was found, as the rest of a sentence that starts with "because". */
  readonly reason: string
}

export type FormatReading = {
  /** What identifies the import: the table's path, or the folder's where many files are the table. */
  readonly tablePath: string
  readonly table: Table
  /** What a file of the folder calls the collection. */
  readonly collectionName?: string | undefined
}

/** A reader of one format: the table that a folder amounts to, whatever its files look like. */
export type Format = {
  readonly name: ImportFormat
  /** Undefined: the folder is not of this format. Reads little, and never throws for bad content. */
  readonly recognise: (source: FormatSource) => Promise<Recognition | undefined>
  /** @throws ColdpressError `invalid` when it is not of this format, or broken */
  readonly read: (source: FormatSource) => Promise<FormatReading>
  /** The files that rows may name: not those that describe them. */
  readonly works: (source: FormatSource) => readonly FileEntry[]
}
