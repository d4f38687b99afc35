import type { CollectionProposal } from '#contract/collections/calls.ts'
import { type AttributeRow, type CollectionDraft, emptyCollectionDraft } from './draft.ts'

/** The attributes of a proposal, as rows of the form. */
const attributesOf = ({ columns }: CollectionProposal): AttributeRow[] =>
  columns.flatMap((column, id) =>
    column.kind === 'attribute' ? [{ id, name: column.name, text: column.text }] : [],
  )

const isSame = (rows: readonly AttributeRow[], other: readonly AttributeRow[]): boolean =>
  JSON.stringify(rows.map(({ name, text }) => [name, text])) ===
  JSON.stringify(other.map(({ name, text }) => [name, text]))

/**
 * The fields that a proposal fills: those that are empty, and those that still have what the earlier
 * proposal wrote. Null takes the earlier proposal back.
 */
export const proposedFields = (
  draft: CollectionDraft,
  proposal: CollectionProposal | null,
): Pick<CollectionDraft, 'name' | 'description' | 'attributes' | 'metadata'> => {
  const before = draft.proposal
  const textOf = (field: 'name' | 'description'): string =>
    draft[field].trim() === '' || draft[field] === before?.[field]
      ? (proposal?.[field] ?? '')
      : draft[field]
  const isUntouched =
    draft.attributes.length === 0 ||
    (before !== null && isSame(draft.attributes, attributesOf(before)))
  const usual = emptyCollectionDraft.metadata.description
  const given = draft.metadata.description
  const isGivenBefore = given === usual || given === before?.tokenDescription
  return {
    name: textOf('name'),
    description: textOf('description'),
    metadata: {
      ...draft.metadata,
      description: isGivenBefore ? (proposal?.tokenDescription ?? usual) : given,
    },
    attributes: isUntouched ? (proposal === null ? [] : attributesOf(proposal)) : draft.attributes,
  }
}
