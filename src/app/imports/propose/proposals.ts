import { randomUUID } from 'node:crypto'
import type { CallInput, CallOutput } from '#contract/window/calls.ts'
import type { ProposedColumn, ProposedToken } from '#contract/collections/calls.ts'
import { joinPieces, textOfValue } from '#contract/tokens/attribute-value.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { isField, type TokenColumn } from '../plan/column-target.ts'
import { createFileMatcher, fileStem } from '../plan/match-files.ts'
import { metadataInput, type PlannedContent } from '../plan/metadata-input.ts'
import type { FileEntry, Plan, PlanInput } from '../plan/plan-types.ts'
import { isStill } from '../plan/read-work.ts'
import type { Table } from '../table/table-types.ts'

/**
 * What an import into the proposed collection would make, with the attributes that the table asks for.
 * Rows with errors are there as far as they can be read; where no column names images, the images of
 * the folder are, named after their files.
 */
export const proposedTokens = (
  { table, files }: Pick<PlanInput, 'table' | 'files'>,
  plan: Plan,
  columns: readonly ProposedColumn[],
): ProposedTokens => {
  const hasImages = plan.columns.some(({ target }) => isField(target, 'image'))
  return {
    tokens: hasImages ? tokensOfRows(table, files, plan) : files.filter(isStill).map(tokenOfFile),
    attributes: new Set(
      columns.flatMap((column) =>
        column.kind === 'each' && column.reason === 'custom' ? [column.name] : [],
      ),
    ),
  }
}

const tokenOfFile = (file: FileEntry): PlannedContent => ({
  request: { asset_name: '', name: fileStem(file.name) },
  image: { kind: 'file', file },
  works: [],
})

const tokensOfRows = (
  { rows }: Table,
  files: readonly FileEntry[],
  { tokens, columns }: Plan,
): readonly PlannedContent[] => {
  const planned = new Map(tokens.map((token) => [token.row, token]))
  const { match } = createFileMatcher(files)
  return rows.map(({ row, cells }): PlannedContent => {
    const known = planned.get(row)
    if (known !== undefined) return known
    const cell = (index = -1): string => (cells[index] ?? '').trim()
    const fieldAt = (field: TokenColumn) =>
      columns.find(({ target }) => isField(target, field))?.index
    const image = match(cell(fieldAt('image')))
    return {
      request: {
        asset_name: cell(fieldAt('asset_name')),
        name: cell(fieldAt('name')),
        metadata_attributes: columns.flatMap(({ index, target }) =>
          target.kind === 'tag' ? [{ tag: target.name, value: cell(index) }] : [],
        ),
      },
      image: image.kind === 'found' ? { kind: 'file', file: image.file } : undefined,
      works: [],
    }
  })
}

export type ProposedTokens = {
  readonly tokens: readonly PlannedContent[]
  /** The names of those that each token has of its own. */
  readonly attributes: ReadonlySet<string>
}

/** The tokens of the last folders that a collection was proposed from, in memory only. */
export interface Proposals {
  /** @returns the id that the others take */
  readonly add: (proposed: ProposedTokens) => string
  /** @throws ColdpressError `not_found` once newer ones took its place */
  readonly page: (
    asked: CallInput<'collections.proposedTokens'>,
  ) => CallOutput<'collections.proposedTokens'>
  /** The file of a token's image. */
  readonly file: (id: string, number: number) => FileEntry | undefined
}

/** The form of a new collection shows one; a few more, for windows that are slow to let go. */
const most = 3

export const createProposals = (): Proposals => {
  const proposals = new Map<string, ProposedTokens>()
  return {
    add: (proposed) => {
      const id = randomUUID()
      proposals.set(id, proposed)
      for (const old of [...proposals.keys()].slice(0, -most)) proposals.delete(old)
      return id
    },
    page: ({ proposal, offset, limit }) => {
      const proposed = proposals.get(proposal)
      if (proposed === undefined)
        throw new ColdpressError(
          'not_found',
          'Other folders were read since. Choose this folder again to see its pictures.',
          { details: { proposal } },
        )
      const { tokens, attributes } = proposed
      return {
        tokens: tokens
          .slice(offset, offset + limit)
          .map((token, at) => describeToken(token, attributes, `${proposal}/${offset + at}`)),
        total: tokens.length,
      }
    },
    file: (id, number) => {
      const image = proposals.get(id)?.tokens[number]?.image
      return image?.kind === 'file' ? image.file : undefined
    },
  }
}

const describeToken = (
  token: PlannedContent,
  attributes: ProposedTokens['attributes'],
  place: string,
): ProposedToken => {
  const content = metadataInput(token, 'keep')
  const { description, media_type, metadata_attributes, custom_attributes } = content
  return {
    assetName: content.asset_name,
    name: content.name,
    description: description === undefined ? null : joinPieces(description),
    mediaType: media_type ?? null,
    picture: token.image?.kind === 'file' ? `/proposed/${place}` : null,
    tags: metadata_attributes.map(({ tag, value }) => ({ tag, value: textOfValue(value) })),
    attributes: Object.entries(custom_attributes)
      .filter(([name]) => attributes.has(name))
      .map(([name, value]) => ({ name, value: textOfValue(value) })),
  }
}
