import type { ImportFormat } from '#contract/imports/import-formats.ts'
import type { FileEntry, PassedOver } from '../plan/plan-types.ts'
import type { Table } from '../table/table-types.ts'
import type { NameSeed } from './asset-names.ts'

/** A folder that is to be read, and what was said about it. */
export type FormatSource = {
  /** Its path without links. */
  readonly folder: string
  /** All of its files, in natural order. */
  readonly files: readonly FileEntry[]
  /** What else it holds, which is no file or is not to be published. */
  readonly passedOver: readonly PassedOver[]
  /** The path of the table that was named; undefined: what the folder holds. */
  readonly named: string | undefined
  /** The pattern of the tokens' names, for files without a table. */
  readonly names: string | undefined
  /** The bytes of a table. @throws ColdpressError `invalid`, `too_large` */
  readonly bytesOf: (path: string) => Promise<Uint8Array>
  /** A CSV or a sheet as it stands, read once. @throws ColdpressError `invalid`, `too_large` */
  readonly tableAt: (path: string) => Promise<Table>
  /** The tables of the folder, of several kinds those that are read first. */
  readonly tables: () => Promise<readonly FileEntry[]>
  /**
   * Whether files of every kind may be opened to see what they hold. Of a folder that nobody picked,
   * only those of `isReadUnpicked` are.
   */
  readonly opensAll: boolean
  readonly signal: AbortSignal | undefined
}

/**
 * - `sure`: no other program writes this.
 * - `likely`: it fits, and others could too.
 * - `possible`: it can be read this way if nothing else fits.
 */
export type Strength = 'sure' | 'likely' | 'possible'

/** Why a folder is taken for a format. */
export type Recognised = {
  readonly strength: Strength
  /** What was found, as the rest of a sentence that starts with "because". */
  readonly reason: string
}

/** A file that may describe tokens, and why it is not read, as a sentence. */
export type UnreadFile = { readonly name: string; readonly why: string }

/** It looks like this format, and none of these files can be read: nothing less may be made of it. */
type Unreadable = { readonly unreadable: readonly UnreadFile[] }

export type Recognition = Recognised | Unreadable

/** What the asset names of a format without any are made of. */
export type MadeNames = {
  /** One for each row. */
  readonly seeds: readonly NameSeed[]
  /** The pattern that makes the same names, where there is one. */
  readonly pattern?: string | undefined
}

export type FormatReading = {
  /** What identifies the import: the table's path, or the folder's where many files are the table. */
  readonly tablePath: string
  readonly table: Table
  /** Undefined: the table has what asset names its files give. */
  readonly made?: MadeNames | undefined
  /** What a file of the folder calls the collection. */
  readonly collectionName?: string | undefined
  /** Files that look as if they described tokens, and why they were left out. */
  readonly unread?: readonly UnreadFile[] | undefined
}

/** A reader of one format: the table that a folder amounts to, whatever its files look like. */
export type Format = {
  readonly name: ImportFormat
  /** Undefined: the folder is not of this format. Reads little, and never throws for bad content. */
  readonly recognise: (source: FormatSource) => Promise<Recognition | undefined>
  /** @throws ColdpressError `invalid` when it is not of this format, or broken */
  readonly read: (source: FormatSource) => Promise<FormatReading>
  /** The files that describe the tokens. */
  readonly describes: (source: FormatSource) => readonly FileEntry[] | Promise<readonly FileEntry[]>
  /** The files that rows may name: not those that describe them. */
  readonly works: (source: FormatSource) => readonly FileEntry[] | Promise<readonly FileEntry[]>
}
