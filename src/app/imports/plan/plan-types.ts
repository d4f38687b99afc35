import type { Collection, MetadataTemplate } from '#contract/collections/collection.ts'
import type { RoyaltyView } from '#contract/mints/mint.ts'
import type { ScriptJson } from '#contract/policies/script.ts'
import type { TokenRequest } from '#contract/tokens/token.ts'
import type { Cid } from '#media/content/cid.ts'
import type { PolicyId } from '#cardano/ids.ts'
import type { ProtocolParameters } from '#cardano/parameters.ts'
import type { NativeScript } from '#cardano/scripts.ts'
import type { ImageCheck } from '#media/images/image-check.ts'
import type { ImageFormat } from '#contract/imports/image-settings.ts'
import type { OutputSettings } from '#media/images/image-job.ts'
import type { Issue } from '../table/issues.ts'
import type { SkippedRow } from '../table/skipped-rows.ts'
import type { Table, TableRow } from '../table/table-types.ts'
import type { MappedColumn } from './column-target.ts'

/** A file of the folder. */
export type FileEntry = {
  /** Path relative to the folder with `/` separators, as the disk spells it. */
  readonly name: string
  readonly path: string
  readonly size: number
  readonly mtimeMs: number
  /** Of the disk; known where the folder was read. */
  readonly inode?: string
  /** Hex hash of the content; without it duplicates are not detected. */
  readonly sha256?: string
  /** What decoding it showed; until then its name decides. */
  readonly check?: ImageCheck
}

/** A row's token request without its image. */
export type TokenFields = Omit<TokenRequest, 'image'>

/** What a folder holds and no import reads, by its name as in {@link FileEntry}. */
export type PassedOver = {
  readonly name: string
  /** `no_file`: a named pipe, a socket or a device. `package`: a document that is a folder on disk. */
  readonly why: 'hidden' | 'link_out' | 'link_to_folder' | 'link_broken' | 'no_file' | 'package'
}

/** What of the folder a cell names. */
export type FileMatch =
  /**
   * `differs`: the table's spelling has another case, another Unicode form, no folder, or other
   * characters that look the same or cannot be seen.
   */
  | { readonly kind: 'found'; readonly file: FileEntry; readonly differs: boolean }
  | { readonly kind: 'ambiguous'; readonly files: readonly FileEntry[] }
  /** The folder has what is named, and no import reads it. */
  | { readonly kind: 'passed_over'; readonly found: PassedOver }
  /** `similar`: a file of the same name with another extension or folder. */
  | { readonly kind: 'missing'; readonly similar: FileEntry | undefined }

export type PlannedImage =
  | { readonly kind: 'file'; readonly file: FileEntry }
  /** An already pinned image, `ipfs://<cid>` (also from the URL of a website that serves IPFS). */
  | { readonly kind: 'ipfs'; readonly uri: string }
  | { readonly kind: 'url'; readonly url: string }

/**
 * A file of the folder that goes beside the image into the token's `files`. Its address and, where
 * `typeTag` is given, its type fill tags of the collection once the import has stored it.
 */
export type PlannedWork = {
  readonly tag: string
  readonly typeTag: string | undefined
  readonly file: FileEntry
}

/**
 * - `new`: not in the collection.
 * - `done`: in the collection with the same fields and image; nothing is left to do.
 * - `compare`: in the collection with the same fields, but whether its image is the same shows
 *   only once this row's image is processed to its CID (or cannot be known: a web URL).
 * - `change`: in the collection, and the row gives it other texts, attributes or another price.
 */
export type TokenState = 'new' | 'done' | 'compare' | 'change'

export type PlannedToken = {
  readonly row: number
  readonly assetName: string
  /** Without the tags of its works. */
  readonly request: TokenFields
  readonly image: PlannedImage
  readonly works: readonly PlannedWork[]
  readonly state: TokenState
  /** Of a token that changes: what it was when the table was made. */
  readonly before?: TokenFields
}

/** A token in the collection, with its image's source from the journal. */
export type ExistingToken = {
  readonly assetName: string
  readonly fields: TokenFields
  /** `ipfs://<cid>` from the service; null without an image. */
  readonly image: string | null
  /** As the service states it; of a token of a journal it is not known. */
  readonly status?: string
  /** Where the metadata has the image in pieces, or a media type beside the token's. */
  readonly onChain?: { readonly image?: readonly string[]; readonly mediaType?: string }
  /** The image's source, if the journal has it. */
  readonly source?:
    | {
        readonly kind: 'file'
        readonly size: number
        readonly mtimeMs: number
        readonly sha256?: string
      }
    | { readonly kind: 'url'; readonly url: string }
  /** The files of its works by their tags, if the journal has them; `fields` lacks these tags then. */
  readonly works?: ReadonlyMap<string, SourceSummary>
}

/** Whether the royalty token, which has to be the first of its policy, is minted. */
export type RoyaltyStatus = RoyaltyView['status']
/** What tells whether a file is still the one that was imported. */
export type SourceSummary = Pick<FileEntry, 'size' | 'mtimeMs' | 'sha256'>

/** Hex SHA-256 of the bytes of contents, by their CIDs. */
export type KnownContents = ReadonlyMap<Cid, string>

/** A row that an earlier run could not add. */
export type FailedRow = {
  readonly assetName: string
  readonly request: TokenFields
  readonly image: PlannedImage
  readonly works?: readonly Pick<PlannedWork, 'tag' | 'file'>[]
  /** Whether the image was the reason, as far as the journal says. */
  readonly isAboutImage: boolean
  readonly message: string
}

/** The planned import. It may run only without error issues. */
export type Plan = {
  readonly collectionId: string
  readonly collectionName: string
  readonly policyId: PolicyId
  readonly template: MetadataTemplate | undefined
  /** The policy's script, where the service says it. */
  readonly script?: NativeScript | undefined
  /** The network's, where a gateway was at hand. */
  readonly parameters?: ProtocolParameters | undefined
  /** How long the one payout address is, which most mints go to. */
  readonly receiverBytes?: number | undefined
  /** Target format of images. */
  readonly format: ImageFormat
  /** What each column of the table fills. */
  readonly columns: readonly MappedColumn[]
  /** In table order, without rows that have errors. */
  readonly tokens: readonly PlannedToken[]
  /** The files that rows name, also rows that have errors. */
  readonly namedFiles: readonly FileEntry[]
  /** In the order of `sortIssues`. */
  readonly issues: readonly Issue[]
  /**
   * The rows with an error, which an import can skip. Undefined when the table as a whole has an
   * error, so that no row can be imported.
   */
  readonly invalidRows: readonly SkippedRow[] | undefined
  /** The rows that make no token yet, by their numbers. */
  readonly faulty: ReadonlyMap<number, FaultyRow>
  readonly counts: {
    readonly rows: number
    readonly new: number
    readonly done: number
    readonly compare: number
    readonly change: number
    /** Tokens that get a price. */
    readonly priced: number
    readonly errors: number
    readonly warnings: number
  }
}

/** What is known of a row with an error, or of any where the table has one. */
export type FaultyRow = {
  readonly assetName: string
  readonly name: string
  readonly image: PlannedImage | undefined
}

export type PlanInput = {
  readonly table: Table
  /**
   * Set where the table changes tokens of the collection: what they were when it was made. A row is
   * compared with this, so that what somebody else changes meanwhile is not changed back.
   */
  readonly opened?: readonly ExistingToken[] | undefined
  readonly files: readonly FileEntry[]
  /** Named in the issue of a row that names one. */
  readonly passedOver?: readonly PassedOver[]
  readonly collection: PlanCollection
  /** The collection's tokens, in any order. */
  readonly existing?: readonly ExistingToken[]
  /** Contents of the collection's tokens, which a folder that was exported has as files. */
  readonly contents?: KnownContents | undefined
  /** The rows that an earlier run of the same job could not add. */
  readonly failed?: readonly FailedRow[]
  /** Whether an earlier job made the collection's tokens with other image settings. */
  readonly otherSettings?: boolean
  /** What is done to images; by default they stay as they are. */
  readonly settings?: OutputSettings
  /** Of a collection with a royalty, where its service says it. */
  readonly royalty?: RoyaltyStatus | undefined
  /** The name of the hosted service that has the collection; undefined for a Local studio. */
  readonly hostedBy?: string | undefined
  /** The network's, where a gateway is at hand: what minting will cost follows from them. */
  readonly parameters?: ProtocolParameters | undefined
  /** Rows that somebody has removed from the table. */
  readonly leftOut?: readonly TableRow[]
}

/** The collection fields that planning needs; the wire's `Collection` has them. */
export type PlanCollection = {
  readonly id: string
  readonly name: string
  readonly policy: { readonly policy_id: string; readonly script?: ScriptJson }
  readonly metadata?: MetadataTemplate | null | undefined
  /** Absent where the service does not say it. */
  readonly network?: Collection['network']
  readonly royalty?: Collection['royalty']
  readonly payout_address?: Collection['payout_address']
}
