import { describe, expect, test } from 'vitest'
import { proposedFields } from '#renderer/views/collections/new/apply-proposal.ts'
import { emptyCollectionDraft, type FolderProposal } from '#renderer/views/collections/new/draft.ts'

const proposal: FolderProposal = {
  id: 'p-1',
  source: { format: 'csv', reason: 'A table.' },
  name: 'Moths',
  description: '',
  tokenDescription: '<description>',
  tokens: 2,
  columns: [
    { kind: 'each', name: 'Wing Colour', reason: 'blanks' },
    { kind: 'attribute', name: 'Artist', text: 'Ada' },
    { kind: 'attribute', name: 'Paper', text: '<Paper>' },
  ],
  files: [],
  longDescriptions: 0,
  noticed: [],
  unlisted: 0,
  open: null,
}
const other: FolderProposal = { ...proposal, name: 'Bees', columns: [] }

const rowsOf = ({ attributes }: ReturnType<typeof proposedFields>) =>
  attributes.map(({ name, text }) => `${name}=${text}`)

describe('a proposal', () => {
  test('fills an empty form, each row with an id of its own', () => {
    const filled = proposedFields(emptyCollectionDraft, proposal)
    expect(filled.name).toBe('Moths')
    expect(rowsOf(filled)).toEqual(['Artist=Ada', 'Paper=<Paper>'])
    expect(new Set(filled.attributes.map(({ id }) => id)).size).toBe(2)
  })

  test('keeps what the user typed', () => {
    const attributes = [{ id: 7, name: 'Mine', text: 'x' }]
    const filled = proposedFields(
      { ...emptyCollectionDraft, name: 'My moths', attributes },
      proposal,
    )
    const { metadata } = emptyCollectionDraft
    expect(filled).toEqual({ name: 'My moths', description: '', metadata, attributes })
  })

  test('replaces the fields of an earlier proposal that nobody changed, and can be undone', () => {
    const draft = {
      ...emptyCollectionDraft,
      ...proposedFields(emptyCollectionDraft, proposal),
      proposal,
    }
    const { metadata } = emptyCollectionDraft
    const empty = { name: '', description: '', metadata, attributes: [] }
    expect(proposedFields(draft, other)).toEqual({ ...empty, name: 'Bees' })
    expect(proposedFields(draft, null)).toEqual(empty)
    const changed = { ...draft, name: 'Moths of the North' }
    expect(proposedFields(changed, null).name).toBe('Moths of the North')
  })

  test('gives all tokens the description that is too long for one, unless the user wrote another', () => {
    const long = 'Sixteen moths, drawn by lamplight in May'
    const worded = { ...proposal, description: long, tokenDescription: long }
    const draft = {
      ...emptyCollectionDraft,
      ...proposedFields(emptyCollectionDraft, worded),
      proposal: worded,
    }
    expect(draft.metadata.description).toBe(long)
    expect(proposedFields(draft, null).metadata).toEqual(emptyCollectionDraft.metadata)
    const metadata = { ...draft.metadata, description: 'Moths' }
    expect(proposedFields({ ...draft, metadata }, other).metadata.description).toBe('Moths')
  })
})
