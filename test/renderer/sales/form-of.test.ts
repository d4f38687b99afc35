import { beforeEach, describe, expect, test } from 'vitest'
import { type SaleDraft, useSaleForm } from '#renderer/stores/sales-form.ts'
import { formOf, minutesOf, submitErrorOf } from '#renderer/views/sales/form-of.ts'

const draft: SaleDraft = {
  which: 'picked',
  quantity: '1',
  price: '12.5',
  minutes: undefined,
  confirmations: '',
}

describe('the form of a sale', () => {
  test('of picked tokens, for as long as the collection says', () => {
    expect(formOf(draft, ['a', 'b'], 1_200)).toEqual({
      form: { tokens: ['a', 'b'], price: '12500000', reservationTime: 1_200, confirmations: null },
      errors: new Set(),
    })
  })

  test('of tokens drawn at random, with terms of its own', () => {
    const random = {
      ...draft,
      which: 'random',
      quantity: '20',
      minutes: '1440',
      confirmations: '0',
    } as const
    expect(formOf(random, ['a'], null).form).toEqual({
      tokens: 20,
      price: '12500000',
      reservationTime: 86_400,
      confirmations: 0,
    })
  })

  test('names every field that is wrong, and only those', () => {
    const wrong = { ...draft, price: '0', minutes: '0', confirmations: '101' }
    expect(formOf(wrong, [], null)).toEqual({
      errors: new Set(['tokens', 'price', 'minutes', 'confirmations']),
    })
    const many = { ...draft, which: 'random', quantity: '21' } as const
    expect(formOf(many, [], null)).toEqual({ errors: new Set(['quantity']) })
  })

  test('shows half an hour where nobody said how long, and whole minutes of what was said', () => {
    expect(minutesOf(draft, undefined)).toBe('30')
    expect(minutesOf(draft, 90)).toBe('2')
    expect(minutesOf(draft, 999_999)).toBe('1440')
    expect(minutesOf({ ...draft, minutes: '' }, 90)).toBe('')
  })
})

describe('an error of the service', () => {
  test('stands at the field that it names, without the words around it', () => {
    expect(
      submitErrorOf('The service answered createSale with 400: price: 5 lovelace is too little.'),
    ).toEqual({ field: 'price', message: '5 lovelace is too little.' })
    expect(
      submitErrorOf('The service answered createSale with 400: tokens[2]: it is not for sale'),
    ).toEqual({ field: 'tokens', message: 'it is not for sale' })
  })

  test('of anything else stays whole', () => {
    const message = 'The service answered createSale with 409: royalty: not minted yet'
    expect(submitErrorOf(message)).toEqual({ field: undefined, message })
  })
})

describe('picking tokens to sell', () => {
  beforeEach(() => useSaleForm.setState(useSaleForm.getInitialState(), true))

  test('takes no more than one sale holds, and lets go of what is clicked again', () => {
    const { toggle } = useSaleForm.getState()
    for (let token = 0; token < 25; token += 1) toggle(`token ${token}`)
    expect(useSaleForm.getState().picked).toHaveLength(20)
    toggle('token 3')
    expect(useSaleForm.getState().picked).not.toContain('token 3')
    toggle('token 24')
    expect(useSaleForm.getState().picked.at(-1)).toBe('token 24')
  })

  test('starts again for another collection, and is kept for the same one', () => {
    const { open, pick, toggle } = useSaleForm.getState()
    open({ accountId: 'local', collectionId: 'one' })
    pick(true)
    toggle('a')
    open({ accountId: 'local', collectionId: 'one' })
    expect(useSaleForm.getState()).toMatchObject({ isPicking: true, picked: ['a'] })
    open({ accountId: 'local', collectionId: 'two' })
    expect(useSaleForm.getState()).toMatchObject({ isPicking: false, picked: [] })
  })
})
