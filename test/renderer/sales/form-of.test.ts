import { describe, expect, test } from 'vitest'
import { salesCalls } from '#contract/sales/calls.ts'
import { fieldOf } from '#values/errors/issues.ts'
import { emptyDraft, errorsOf, fieldNamed, formOf } from '#renderer/views/sales/form-of.ts'

const schema = salesCalls['sales.create'].input.shape.form
const draft = { ...emptyDraft(1_200), price: '12.5' }

/** The fields that the form shows an error at. */
const wrongFields = (typed: typeof draft, picked: readonly string[]) => {
  const issues = schema.safeParse(formOf(typed, picked, undefined)).error?.issues ?? []
  return Object.keys(
    errorsOf(
      typed,
      issues.map(({ path, message }) => ({ field: fieldOf(path), message })),
    ),
  )
}

describe('the form of a sale', () => {
  test('of picked tokens, for as long as the collection says', () => {
    expect(schema.parse(formOf(draft, ['a', 'b'], undefined))).toEqual({
      tokens: ['a', 'b'],
      price: '12500000',
      reservationTime: 1_200,
      confirmations: null,
      deliversWithin: null,
    })
    expect(wrongFields(draft, ['a', 'b'])).toEqual([])
  })

  test('refuses more picked tokens than one sale holds', () => {
    const ids = Array.from({ length: 21 }, (_, index) => `token ${index}`)
    expect(wrongFields(draft, ids.slice(1))).toEqual([])
    expect(wrongFields(draft, ids)).toEqual(['which'])
  })

  test('of tokens drawn at random, with terms of its own', () => {
    const random = {
      ...draft,
      which: 'random',
      quantity: '20',
      minutes: 1440,
      confirmations: '0',
    } as const
    expect(schema.parse(formOf(random, ['a'], undefined))).toEqual({
      tokens: 20,
      price: '12500000',
      reservationTime: 86_400,
      confirmations: 0,
      deliversWithin: null,
    })
  })

  test('states a delivery time where keys elsewhere sign, and may leave it out once it is stated', () => {
    const keysElsewhere = ['aa']
    const delivery = (deliveryHours: string, deliversWithin: number | null) =>
      formOf({ ...draft, deliveryHours }, ['a'], { keysElsewhere, deliversWithin }).deliversWithin
    expect(delivery('48', null)).toBe(172_800)
    expect(delivery('', null)).toBeUndefined()
    expect(delivery('', 3_600)).toBeNull()
    expect(delivery('721', 3_600)).toBeUndefined()
  })

  test('names every field that is wrong, and only those', () => {
    const wrong = { ...draft, price: '0', minutes: '0', confirmations: '101' }
    expect(wrongFields(wrong, [])).toEqual(['which', 'price', 'minutes', 'confirmations'])
    const many = { ...draft, which: 'random', quantity: '21' } as const
    expect(wrongFields(many, [])).toEqual(['quantity'])
    expect(wrongFields({ ...draft, minutes: '' }, ['a'])).toEqual(['minutes'])
  })

  test('shows half an hour where nobody said how long, and whole minutes of what was said', () => {
    expect(emptyDraft(undefined).minutes).toBe(30)
    expect(emptyDraft(90).minutes).toBe(2)
    expect(emptyDraft(999_999).minutes).toBe(1440)
  })
})

test('an answer of the service is shown at the field that it names', () => {
  expect(['price', 'reservation_time', 'quantity', 'tokens', 'tokens[2]'].map(fieldNamed)).toEqual([
    'price',
    'minutes',
    'quantity',
    'which',
    'which',
  ])
  expect(fieldNamed('royalty')).toBeUndefined()
})
