import { describe, expect, test } from 'vitest'
import type { TokenView } from '#contract/collections/calls.ts'
import { tokenEdit } from '#contract/collections/calls.ts'
import { fieldOf } from '#values/errors/issues.ts'
import {
  draftOf,
  editOf,
  tokenErrorsOf,
  tokenFieldNamed,
  type TokenFormDraft,
} from '#renderer/views/collections/detail/token-form.ts'

const token: TokenView = {
  id: 't1',
  asset_name: 'Fern01',
  name: 'Fern No. 01',
  status: 'FOR_SALE',
  description: null,
  metadata_attributes: [{ tag: '<paper>', name: 'Paper', value: 'Rice' }],
  custom_attributes: { edition: '1' },
  attributes: [],
  cid: null,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
}
const draft: TokenFormDraft = draftOf(token)

const errorsIn = (values: TokenFormDraft) => {
  const { error } = tokenEdit.safeParse(editOf(values))
  const issues = error?.issues ?? []
  return tokenErrorsOf(
    values,
    issues.map(({ path, message }) => ({ field: fieldOf(path), message })),
  )
}

describe('the form of a token', () => {
  test('that nobody changed sends the token as it is', () => {
    expect(editOf(draft)).toEqual({
      name: 'Fern No. 01',
      asset_name: 'Fern01',
      description: null,
      metadata_attributes: [{ tag: '<paper>', value: 'Rice' }],
      custom_attributes: { edition: '1' },
    })
    expect(errorsIn(draft)).toEqual({})
  })

  test('keeps numbers and lists whose text nobody changed', () => {
    const sent = draftOf({
      ...token,
      description: ['In two ', 'pieces'],
      metadata_attributes: [{ tag: '<paper>', name: 'Paper', value: -7 }],
      custom_attributes: { edition: 0.5, film: ['red', 'blue'] },
    })
    expect(sent).toMatchObject({
      description: 'In two pieces',
      tags: [{ value: '-7' }],
      custom: [{ value: '0.5' }, { value: 'red, blue' }],
    })
    expect(editOf(sent)).toMatchObject({
      description: ['In two ', 'pieces'],
      metadata_attributes: [{ value: -7 }],
      custom_attributes: { edition: 0.5, film: ['red', 'blue'] },
    })
    const tags = sent.tags.map((tag) => ({ ...tag, value: '7' }))
    expect(editOf({ ...sent, tags, description: 'One text' })).toMatchObject({
      description: 'One text',
      metadata_attributes: [{ value: '7' }],
    })
  })

  test('leaves out a row that was added and stays empty', () => {
    const custom = [...draft.custom, { id: 1, name: ' ', value: '' }]
    expect(editOf({ ...draft, custom }).custom_attributes).toEqual({ edition: '1' })
  })

  test('shows an error of the schema at its field', () => {
    expect(Object.keys(errorsIn({ ...draft, name: 'x'.repeat(33), description: 'y' }))).toEqual([
      'name',
      'description',
    ])
  })

  test('refuses an attribute without a name or with a name that is given twice', () => {
    const custom = [
      ...draft.custom,
      { id: 1, name: 'edition', value: '2' },
      { id: 2, name: '', value: 'lonely' },
    ]
    expect(Object.keys(errorsIn({ ...draft, custom }))).toEqual(['custom.1', 'custom.2'])
  })

  test.each([
    ['asset_name', 'asset_name'],
    ['metadata_attributes[0].value', 'tags.0.value'],
    ['custom_attributes.edition', 'custom.0'],
    ['image', undefined],
  ])('shows an answer about %s at its field', (named, field) => {
    expect(tokenFieldNamed(named, draft)).toBe(field)
  })
})
