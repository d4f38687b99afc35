import { ColdpressError } from '#values/errors/errors.ts'
import { detailsOf, errorBy } from '#values/errors/error-rules.ts'
import { importErrors } from '#contract/imports/errors.ts'
import {
  type Collection,
  type MetadataTemplate,
  metadataTemplate,
} from '#contract/collections/collection.ts'
import type { MintingClient } from '../../api/client.ts'
import type { Table } from '../table/table-types.ts'
import { collectionTags } from './collection-tags.ts'
import { mapColumns } from './columns.ts'
import { createFileMatcher } from './match-files.ts'
import type { FileEntry } from './plan-types.ts'
import { fileOfWork, worksWithoutPlace } from './work-columns.ts'

/**
 * Adds a file to the collection's metadata for each column of works that has none.
 * @param beforeChange called when something is missing; what it throws ends it before anything is sent
 * @returns the headers of these columns; none: nothing was missing, and nothing was sent
 * @throws ColdpressError `conflict` for a collection with tokens, `service_error` where the service
 * does not keep the files, and what it answers
 */
export const placeWorks = async (
  { table, files, collection }: PlacedInputs,
  service: Pick<MintingClient, 'updateCollection'>,
  {
    beforeChange,
    signal,
  }: { readonly beforeChange: () => void; readonly signal?: AbortSignal | undefined },
): Promise<readonly string[]> => {
  const template = collection.metadata ?? undefined
  const { columns } = mapColumns(table, collectionTags(template), files)
  const missing = [...worksWithoutPlace(table, columns, createFileMatcher(files))].toSorted(
    ([a], [b]) => a - b,
  )
  if (missing.length === 0) return []
  if (collection.token_count > 0) throw hasTokens(collection)
  beforeChange()
  const metadata = withFiles(
    metadataTemplate.parse(template ?? {}),
    missing.map(([number]) => number),
  )
  const changed = await service.updateCollection(collection.id, { metadata }, { signal })
  const kept = new Set((changed.metadata?.files ?? []).map(({ src }) => src))
  if (missing.some(([number]) => !kept.has(fileOfWork(number).src))) throw notKept(collection)
  return missing.map(([, { label }]) => label)
}

type PlacedInputs = {
  readonly table: Table
  readonly files: readonly FileEntry[]
  readonly collection: Collection
}

const withFiles = (template: MetadataTemplate, numbers: readonly number[]): MetadataTemplate => ({
  ...template,
  files: [...(template.files ?? []), ...numbers.map(fileOfWork)],
})

const hasTokens = ({ name }: Collection): ColdpressError =>
  errorBy(
    importErrors,
    'no_files_template',
    {},
    `The collection ${name} has tokens, so its metadata stays as it is. Make a new collection whose metadata has files for the works, and import into that.`,
  )

const notKept = ({ name }: Collection): ColdpressError =>
  new ColdpressError(
    'service_error',
    `The service did not keep the files of works in the metadata of ${name}. Ask the service whether it supports them, or use a collection of the Local studio.`,
    { details: detailsOf(importErrors, 'no_files_template', {}) },
  )
