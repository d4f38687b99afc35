import { describe, expect, test } from 'vitest'
import { attributePath, collectionErrorsOf } from '#renderer/views/collections/new/form-errors.ts'
import { collectionFormOf } from '#renderer/views/collections/new/form-of.ts'
import type { CollectionDraft } from '#renderer/views/collections/new/draft.ts'
import { collectionForm } from '#contract/collections/calls.ts'
import { fieldIssues } from '#values/errors/issues.ts'
import { draftOf, goodDraft, policyOf } from './draft.ts'

const fieldsOf = (...args: Parameters<typeof collectionErrorsOf>) =>
  Object.keys(collectionErrorsOf(...args)).filter(Boolean)

/** With what the schema of the request refuses. */
const errorsOf = (draft: CollectionDraft) =>
  collectionErrorsOf(
    draft,
    fieldIssues(collectionForm.safeParse(collectionFormOf(draft)).error?.issues ?? []),
  )
const wrongIn = (draft: CollectionDraft) => Object.keys(errorsOf(draft)).toSorted()

describe('errors that the form itself knows', () => {
  test('a complete form has none', () => {
    expect(errorsOf(goodDraft())).toEqual({})
  })

  test('an empty form lacks a name, an address and a lock date', () => {
    expect(wrongIn(draftOf({}))).toEqual(['name', 'payout_address', 'policy.lockAt'])
  })

  test('blank attributes are none; others need a name, a value and their own name', () => {
    const attributes = [
      { id: 1, name: 'Paper', text: '<paper>' },
      { id: 2, name: '', text: '' },
      { id: 3, name: '', text: 'x' },
      { id: 4, name: 'Ink', text: '' },
      { id: 5, name: 'Paper', text: 'y' },
    ]
    expect(wrongIn(goodDraft({ attributes }))).toEqual([2, 3, 4].map(attributePath))
  })

  test('a royalty needs a rate and an address, if there is to be one', () => {
    const royalty = { rate: '200', address: '' }
    expect(wrongIn(goodDraft({ royalty }))).toEqual([])
    expect(wrongIn(goodDraft({ hasRoyalty: true, royalty }))).toEqual([
      'royalty.address',
      'royalty.rate',
    ])
  })

  test('a royalty that goes to the payout address needs no other, and its errors stand there', () => {
    const draft = goodDraft({
      hasRoyalty: true,
      royaltyToPayout: true,
      royalty: { rate: '5', address: '' },
    })
    expect(errorsOf(draft)).toEqual({})
    expect(fieldsOf(draft, [{ field: 'royalty.address[0]', message: 'bad' }])).toEqual([
      'payout_address',
    ])
  })

  test('a policy of the vault must be picked; a reservation must be whole minutes', () => {
    expect(wrongIn(goodDraft({ policy: policyOf({ kind: 'vault' }) }))).toEqual(['policy.policyId'])
    expect(wrongIn(goodDraft({ reservation_time: '1.5' }))).toEqual(['reservation_time'])
  })
})

describe('errors that the check found', () => {
  const attributes = [{ id: 7, name: 'right.eye[0]', text: '<a b>' }]
  const shown = (field: string) => fieldsOf(goodDraft({ attributes }), [{ field, message: 'bad' }])

  test.each([
    ['name', 'name'],
    ['payout_address', 'payout_address'],
    ['payout_address[0].addr', 'payout_address'],
    ['policy.lockTime', 'policy.lockAt'],
    ['royalty.address[1]', 'royalty.address'],
    ['metadata.attributes.right.eye[0]', attributePath(0)],
    ['metadata.media_type', 'metadata.media_type'],
  ])('the error at %s is shown at the field %s', (path, field) =>
    expect(shown(path)).toEqual([field]),
  )

  test('one without a field is shown with its path', () => {
    const errors = collectionErrorsOf(goodDraft(), [
      { field: 'metadata.files[0].src', message: 'missing' },
    ])
    expect(errors).toEqual({ '': 'metadata.files[0].src: missing' })
  })

  test('a name that only starts like another is not taken for it', () => {
    expect(shown('names')).toEqual([])
  })

  test('the form knows better than the check why a field is wrong', () => {
    const errors = collectionErrorsOf(goodDraft({ name: '' }), [
      { field: 'name', message: 'empty, a name is required' },
    ])
    expect(errors['name']).toBe('Enter a name.')
  })

  test('second halves of sentences become sentences', () => {
    const errors = collectionErrorsOf(goodDraft(), [{ field: 'url', message: 'not a URL' }])
    expect(errors['url']).toBe('Not a URL.')
  })
})
