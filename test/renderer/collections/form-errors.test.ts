import { describe, expect, test } from 'vitest'
import { attributeField, errorsOf } from '#renderer/views/collections/new/form-errors.ts'
import { draftOf, goodDraft } from './draft.ts'

const fieldsOf = (...args: Parameters<typeof errorsOf>) => [...errorsOf(...args).byField.keys()]

describe('errors that the form itself knows', () => {
  test('a complete form has none', () => {
    const errors = errorsOf(goodDraft(), [])
    expect([...errors.byField]).toEqual([])
    expect(errors.others).toEqual([])
  })

  test('an empty form lacks a name, an address and a lock date', () => {
    expect(fieldsOf(draftOf({}), [])).toEqual(['name', 'payout_address', 'policy'])
  })

  test('blank attributes are none; others need a name, a value and their own name', () => {
    const attributes = [
      { id: 1, name: 'Paper', text: '<paper>' },
      { id: 2, name: '', text: '' },
      { id: 3, name: '', text: 'x' },
      { id: 4, name: 'Ink', text: '' },
      { id: 5, name: 'Paper', text: 'y' },
    ]
    expect(fieldsOf(goodDraft({ attributes }), [])).toEqual([3, 4, 5].map(attributeField))
  })

  test('a royalty needs a rate and an address, if there is to be one', () => {
    expect(fieldsOf(goodDraft({ royaltyRate: '200' }), [])).toEqual([])
    expect(fieldsOf(goodDraft({ hasRoyalty: true, royaltyRate: '200' }), [])).toEqual([
      'royalty.rate',
      'royalty.address',
    ])
  })

  test('a policy of the vault must be picked; a reservation must be whole minutes', () => {
    expect(fieldsOf(goodDraft({ policy: 'vault' }), [])).toEqual(['policy'])
    expect(fieldsOf(goodDraft({ reservation: '1.5' }), [])).toEqual(['reservation_time'])
  })
})

describe('errors that the check found', () => {
  const attributes = [{ id: 7, name: 'right.eye[0]', text: '<a b>' }]
  const shown = (field: string) => fieldsOf(goodDraft({ attributes }), [{ field, message: 'bad' }])

  test.each([
    ['name', 'name'],
    ['payout_address', 'payout_address'],
    ['payout_address[0].addr', 'payout_address'],
    ['policy.lockTime', 'policy'],
    ['royalty.address[1]', 'royalty.address'],
    ['metadata.attributes.right.eye[0]', attributeField(7)],
    ['metadata.media_type', 'metadata.media_type'],
  ])('%s is shown at %s', (path, field) => expect(shown(path)).toEqual([field]))

  test('one without a field is told with its path', () => {
    const errors = errorsOf(goodDraft(), [{ field: 'metadata.files[0].src', message: 'missing' }])
    expect(errors.byField.size).toBe(0)
    expect(errors.others).toEqual(['metadata.files[0].src: missing'])
  })

  test('a name that only starts like another is not taken for it', () => {
    expect(shown('names')).toEqual([])
  })

  test('the form knows better than the check why a field is wrong', () => {
    const { byField } = errorsOf(goodDraft({ name: '' }), [
      { field: 'name', message: 'empty, a name is required' },
    ])
    expect(byField.get('name')).toBe('A collection needs a name.')
  })

  test('second halves of sentences become sentences', () => {
    const { byField } = errorsOf(goodDraft(), [{ field: 'url', message: 'not a URL' }])
    expect(byField.get('url')).toBe('Not a URL.')
  })
})
