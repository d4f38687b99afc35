import { beforeEach, describe, expect, test } from 'vitest'
import { usePicking } from '#renderer/stores/picking.ts'

const listed = ['a', 'b', 'c', 'd', 'e']
const state = () => usePicking.getState()
const picked = () => [...state().picked].toSorted()

describe('picking tokens', () => {
  beforeEach(() => state().pick(false))

  test('starts with the first token that is picked, and drops one that is picked again', () => {
    state().toggle('b')
    expect(state().isPicking).toBe(true)
    state().toggle('d')
    state().toggle('b')
    expect(picked()).toEqual(['d'])
  })

  test('goes on from the token picked last to another one, in either direction', () => {
    state().toggle('d')
    state().extend('b', listed)
    expect(picked()).toEqual(['b', 'c', 'd'])
    state().extend('e', listed)
    expect(picked()).toEqual(['b', 'c', 'd', 'e'])
  })

  test('picks one alone where the range has no start, or its start is no longer listed', () => {
    state().extend('c', listed)
    expect(picked()).toEqual(['c'])
    state().extend('a', ['a', 'b'])
    expect(picked()).toEqual(['a', 'c'])
  })

  test('any number of tokens can be picked', () => {
    state().pickAll(Array.from({ length: 3000 }, (_, index) => `token ${index}`))
    expect(state().picked.size).toBe(3000)
    state().dropAll()
    expect(state()).toMatchObject({ isPicking: true, picked: new Set() })
  })

  test('is over with another collection', () => {
    state().open({ accountId: 'local', collectionId: 'one' })
    state().toggle('a')
    state().open({ accountId: 'local', collectionId: 'one' })
    expect(picked()).toEqual(['a'])
    state().open({ accountId: 'local', collectionId: 'two' })
    expect(state()).toMatchObject({ isPicking: false, picked: new Set() })
  })
})
