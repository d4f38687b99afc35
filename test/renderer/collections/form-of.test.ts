import { describe, expect, test } from 'vitest'
import { collectionRequest } from '#contract/collections/collection.ts'
import { collectionForm } from '#contract/collections/calls.ts'
import {
  collectionFormOf,
  lockAtOf,
  lockTimeOf,
  minutesOf,
} from '#renderer/views/collections/new/form-of.ts'
import { goodDraft, policyOf } from './draft.ts'

const attributes = [
  { id: 1, name: 'Paper', text: '<paper>' },
  { id: 2, name: '', text: '' },
  { id: 3, name: 'Artist', text: 'Ada' },
]

describe('formOf', () => {
  test('is a form as the contract has it and a request as the wire has it', () => {
    const form = collectionFormOf(
      goodDraft({
        url: ' https://herbarium.example ',
        description: 'Pressed plants',
        attributes,
        hasRoyalty: true,
        royalty: { rate: '7.3', address: 'addr_test1'.padEnd(100, 'q') },
        reservation_time: '15',
      }),
    )
    expect(collectionForm.parse(form)).toEqual(form)
    const { policy, ...wire } = form
    expect(collectionRequest.omit({ policy: true }).parse(wire)).toEqual(wire)
    expect(policy).toEqual({ kind: 'generate', lockTime: null })
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
    expect(collectionFormOf(draft).royalty?.address.join('')).toBe(draft.payout_address)
  })

  test('leaves out what was not filled in', () => {
    expect(Object.keys(collectionFormOf(goodDraft())).toSorted()).toEqual([
      'metadata',
      'name',
      'payout_address',
      'policy',
    ])
    expect(collectionFormOf(goodDraft()).metadata).not.toHaveProperty('attributes')
  })

  test('leaves out a field of the token that was emptied', () => {
    const draft = goodDraft()
    const { metadata } = collectionFormOf({
      ...draft,
      metadata: { ...draft.metadata, media_type: '' },
    })
    expect(metadata).not.toHaveProperty('media_type')
    expect(metadata).toHaveProperty('name', '<name>')
  })

  test('sends a rate that cannot be read as it is, for the check to refuse', () => {
    const form = collectionFormOf(
      goodDraft({ hasRoyalty: true, royalty: { rate: 'five', address: 'x' } }),
    )
    expect(form.royalty?.rate).toBe('five')
  })

  test('names the policy of the vault', () => {
    expect(
      collectionFormOf(goodDraft({ policy: policyOf({ kind: 'vault', policyId: 'ab' }) })).policy,
    ).toEqual({
      kind: 'vault',
      policyId: 'ab',
      sendKeysTo: null,
    })
  })
})

test('a local time becomes UTC and comes back', () => {
  const time = new Date('2027-02-24T13:05:00Z')
  expect(lockTimeOf(lockAtOf(time))).toBe('2027-02-24T13:05:00.000Z')
  expect(lockTimeOf('')).toBeNull()
  expect(lockTimeOf('no time')).toBeNull()
})

test.each([
  ['15', 15],
  [' 1 ', 1],
  ['0', undefined],
  ['1.5', undefined],
  ['-3', undefined],
  ['', undefined],
])('minutesOf(%j) is %j', (text, minutes) => expect(minutesOf(text)).toBe(minutes))
