import type { MetadataTemplate } from '#shared/wire/collection.ts'
import type { TokenRequest } from '#shared/wire/token.ts'
import type { PolicyId } from '#core/cardano/ids.ts'
import type { ImageFormat } from '#core/images/image-job.ts'
import type { Issue } from '../table/issues.ts'
import type { Table } from '../table/table-types.ts'

/** A file of the folder. */
export type FileEntry = {
  /** Relative to the folder, with `/` between its parts, as the disk spells it. */
  readonly name: string
  readonly path: string
  readonly size: number
  readonly mtimeMs: number
  /** Hex of the content's hash, where it is known; without it equal content is not noticed. */
  readonly sha256?: string
}

/** A token request without its image: what the table's row says. */
export type TokenFields = Omit<TokenRequest, 'image'>

export type PlannedImage =
  | { readonly kind: 'file'; readonly file: FileEntry }
  /** An already pinned image, `ipfs://<cid>` (also from a gateway URL). */
  | { readonly kind: 'ipfs'; readonly uri: string }
  | { readonly kind: 'url'; readonly url: string }

/**
 * - `new`: not in the collection.
 * - `done`: in the collection with the same fields and image; nothing is left to do.
 * - `compare`: in the collection with the same fields, but whether its image is the same shows
 *   only once this row's image is processed to its CID (or cannot be known: a web URL).
 */
export type TokenState = 'new' | 'done' | 'compare'

export type PlannedToken = {
  readonly row: number
  readonly assetName: string
  readonly request: TokenFields
  readonly image: PlannedImage
  readonly state: TokenState
}

/** A token that the collection already holds, with what the journal knows of its image's source. */
export type ExistingToken = {
  readonly assetName: string
  readonly fields: TokenFields
  /** `ipfs://<cid>` as the service answers it, or null while it has none. */
  readonly image: string | null
  /** Where this import took the image from, when the journal holds it. */
  readonly source?:
    | {
        readonly kind: 'file'
        readonly size: number
        readonly mtimeMs: number
        readonly sha256?: string
      }
    | { readonly kind: 'url'; readonly url: string }
}

/** What an import would do. It may run only when no issue is an error. */
export type Plan = {
  readonly collectionId: string
  readonly policyId: PolicyId
  readonly template: MetadataTemplate | undefined
  /** What images will be pinned as. */
  readonly format: ImageFormat
  /** In the table's order; rows with an error are not among them. */
  readonly tokens: readonly PlannedToken[]
  /** In the order of rows, those of the whole table and folder first. */
  readonly issues: readonly Issue[]
  readonly counts: {
    readonly rows: number
    readonly new: number
    readonly done: number
    readonly compare: number
    readonly errors: number
    readonly warnings: number
  }
}

export type PlanInput = {
  readonly table: Table
  readonly files: readonly FileEntry[]
  readonly collection: PlanCollection
  /** Tokens that the collection holds, in any order. */
  readonly existing?: readonly ExistingToken[]
  /** By default images keep their format. */
  readonly format?: ImageFormat
}

/** What planning needs of a collection; the wire's `Collection` is one. */
export type PlanCollection = {
  readonly id: string
  readonly policy: { readonly policy_id: string }
  readonly metadata?: MetadataTemplate | null | undefined
}
