import { describe, expect, test } from 'vitest'
import { saleRequest as schema } from '#contract/sales/sale.ts'
import { fieldOf } from '#values/errors/issues.ts'
import {
  emptyDraft,
  errorsOf,
  quantityOf,
  saleFieldNamed,
  requestOf,
} from '#renderer/views/sales/sale-draft.ts'

const draft = { ...emptyDraft(1_200), price: '12.5' }

/** The fields that the form shows an error at. */
const wrongFields = (typed: typeof draft, picked: readonly string[]) => {
  const issues = schema.safeParse(requestOf(typed, picked, undefined)).error?.issues ?? []
  return Object.keys(
    errorsOf(
      typed,
      issues.map(({ path, message }) => ({ field: fieldOf(path), message })),
      picked.length > 0,
    ),
  )
}

describe('the form of a sale', () => {
  test('of picked tokens, for as long as the collection says', () => {
    expect(schema.parse(requestOf(draft, ['a', 'b'], undefined))).toEqual({
      type: 'fixed',
      tokens: ['a', 'b'],
      price: 12_500_000,
      reservation_time: 1_200,
    })
    expect(wrongFields(draft, ['a', 'b'])).toEqual([])
  })

  test('refuses more picked tokens than one sale holds', () => {
    const ids = Array.from({ length: 21 }, (_, index) => `token ${index}`)
    expect(wrongFields(draft, ids.slice(1))).toEqual([])
    expect(wrongFields(draft, ids)).toEqual(['type'])
  })

  test('knows how many tokens are wanted, from 1 to as many as one sale holds', () => {
    expect(quantityOf({ quantity: '3' })).toBe(3)
    expect(quantityOf({ quantity: 20 })).toBe(20)
    for (const quantity of ['', '0', '21', '1.5', 'two'])
      expect(quantityOf({ quantity }), quantity).toBeUndefined()
  })

  test('of tokens drawn at random, with terms of its own', () => {
    const random = {
      ...draft,
      type: 'random',
      quantity: '20',
      reservation_time: 1440,
      confirmations: '0',
    } as const
    expect(schema.parse(requestOf(random, ['a'], undefined))).toEqual({
      type: 'random',
      quantity: 20,
      price: 12_500_000,
      reservation_time: 86_400,
      confirmations: 0,
    })
  })

  test('states a delivery time where keys elsewhere sign, and may leave it out once it is stated', () => {
    const delivery = (typed: string, stated: number | null) =>
      schema.safeParse(
        requestOf({ ...draft, delivers_within: typed }, ['a'], {
          keys_elsewhere: ['aa'],
          delivers_within: stated,
        }),
      )
    expect(delivery('48', null).data).toMatchObject({ delivers_within: 172_800 })
    expect(delivery('', null).success).toBe(false)
    expect(delivery('', 3_600).data?.delivers_within).toBeUndefined()
    expect(delivery('', 3_600).success).toBe(true)
    expect(delivery('721', 3_600).success).toBe(false)
  })

  test('names every field that is wrong, and only those', () => {
    const wrong = { ...draft, price: '0', reservation_time: '0', confirmations: '101' }
    expect(wrongFields(wrong, [])).toEqual([
      'price',
      'reservation_time',
      'confirmations',
      'quantity',
    ])
    const many = { ...draft, type: 'random', quantity: '21' } as const
    expect(wrongFields(many, [])).toEqual(['quantity'])
    expect(wrongFields({ ...draft, reservation_time: '' }, ['a'])).toEqual(['reservation_time'])
  })

  test('shows half an hour where nobody said how long, and whole minutes of what was said', () => {
    expect(emptyDraft(undefined).reservation_time).toBe(30)
    expect(emptyDraft(90).reservation_time).toBe(2)
    expect(emptyDraft(999_999).reservation_time).toBe(1440)
  })
})

test('an answer of the service is shown at the field that it names', () => {
  expect(
    ['price', 'reservation_time', 'quantity', 'tokens', 'tokens[2]'].map(saleFieldNamed),
  ).toEqual(['price', 'reservation_time', 'quantity', 'type', 'type'])
  expect(saleFieldNamed('royalty')).toBeUndefined()
})
