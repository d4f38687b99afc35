import { describe, expect, test } from 'vitest'
import { collectionForm } from '#contract/collections/calls.ts'
import { fieldTimeOf } from '#renderer/data/lock.ts'
import { lockTimeOf, collectionFormOf } from '#renderer/views/collections/new/form-of.ts'
import type { CollectionDraft } from '#renderer/views/collections/new/draft.ts'
import { goodDraft, policyOf } from './draft.ts'

const formOf = (draft: CollectionDraft) => collectionForm.parse(collectionFormOf(draft))

const attributes = [
  { id: 1, name: 'Paper', text: '<paper>' },
  { id: 2, name: '', text: '' },
  { id: 3, name: 'Artist', text: 'Ada' },
]

describe('formOf', () => {
  test('is a form as the contract has it and a request as the wire has it', () => {
    const draft = goodDraft({
      url: ' https://herbarium.example ',
      description: 'Pressed plants',
      attributes,
      hasRoyalty: true,
      royalty: { rate: '7.3', address: 'addr_test1'.padEnd(100, 'q') },
      reservation_time: '15',
    })
    const form = formOf(draft)
    expect(collectionFormOf(draft)).toEqual(form)
    expect(form.policy).toEqual({ kind: 'generate', lockTime: null })
    expect(form).toMatchObject({
      name: 'Herbarium',
      url: 'https://herbarium.example',
      reservation_time: 900,
      royalty: { rate: 0.073 },
    })
    expect(form.royalty?.address.map((piece) => piece.length)).toEqual([64, 36])
    expect(Object.entries(form.metadata?.attributes ?? {})).toEqual([
      ['Paper', '<paper>'],
      ['Artist', 'Ada'],
    ])
  })

  test('sends the payout address as the royalty address where the two are the same', () => {
    const draft = goodDraft({
      hasRoyalty: true,
      royaltyToPayout: true,
      royalty: { rate: '5', address: 'typed before' },
    })
    expect(formOf(draft).royalty?.address.join('')).toBe(draft.payout_address)
  })

  test('leaves out what was not filled in', () => {
    const blank = goodDraft({ name: ' Herbarium ', url: ' ', description: '  ' })
    const { name, ...form } = formOf(blank)
    expect(name).toBe('Herbarium')
    expect(Object.keys(form).toSorted()).toEqual(['metadata', 'payout_address', 'policy'])
    expect(form.metadata).not.toHaveProperty('attributes')
  })

  test('leaves out a field of the token that was emptied', () => {
    const draft = goodDraft()
    const { metadata } = formOf({
      ...draft,
      metadata: { ...draft.metadata, media_type: '' },
    })
    expect(metadata).not.toHaveProperty('media_type')
    expect(metadata).toHaveProperty('name', '<name>')
  })

  test.each(['five', '150', '0.5,5', ''])(
    'sends the rate %j, which cannot be read, as one that the schema refuses',
    (rate) => {
      const draft = goodDraft({ hasRoyalty: true, royalty: { rate, address: 'x' } })
      const { error } = collectionForm.safeParse(collectionFormOf(draft))
      expect(error?.issues.map(({ path }) => path)).toEqual([['royalty', 'rate']])
    },
  )

  test('names the policy of the vault', () => {
    expect(
      formOf(goodDraft({ policy: policyOf({ kind: 'vault', policyId: 'ab' }) })).policy,
    ).toEqual({
      kind: 'vault',
      policyId: 'ab',
      sendKeysTo: null,
    })
  })
})

test('a local time becomes UTC and comes back', () => {
  const time = new Date('2027-02-24T13:05:00Z')
  expect(lockTimeOf(fieldTimeOf(time))).toBe('2027-02-24T13:05:00.000Z')
  expect(lockTimeOf('')).toBeNull()
  expect(lockTimeOf('no time')).toBeNull()
})

test.each([
  ['15', 900],
  [' 1 ', 60],
  ['', undefined],
])('a reservation of %j minutes is %j seconds', (minutes, seconds) =>
  expect(formOf(goodDraft({ reservation_time: minutes })).reservation_time).toBe(seconds),
)

test.each(['0', '1.5', '-3', 'ten'])('a reservation of %j minutes is refused', (minutes) => {
  const { error } = collectionForm.safeParse(
    collectionFormOf(goodDraft({ reservation_time: minutes })),
  )
  expect(error?.issues.map(({ path }) => path)).toEqual([['reservation_time']])
})
