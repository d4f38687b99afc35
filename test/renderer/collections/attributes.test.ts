import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tagPattern } from '#shared/wire/fields.ts'
import {
  added,
  changed,
  moved,
  withTag,
  wordFor,
} from '#renderer/views/collections/new/attributes.ts'

const rows = ['paper', 'ink', 'plant'].map((name, id) => ({ id, name, text: '' }))
const names = (list: typeof rows | readonly { name: string }[]) => list.map(({ name }) => name)

describe('wordFor', () => {
  test.each([
    ['Paper', 'paper'],
    [' Right  Eye ', 'right_eye'],
    ['a<b>c', 'abc'],
    ['', 'value'],
    ['<>', 'value'],
    ['Größe', 'größe'],
  ])('%j gives %j', (name, word) => expect(wordFor(name)).toBe(word))

  test('always makes a tag that the interface knows as one', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        expect(`<${wordFor(name)}>`).toMatch(tagPattern)
      }),
    )
  })
})

describe('withTag', () => {
  test('becomes the lone tag in an empty text', () => {
    expect(withTag('', '<paper>', 0)).toBe('<paper>')
  })
  test('goes to where the caret stands', () => {
    expect(withTag('Plate # of 24', '<number>', 7)).toBe('Plate #<number> of 24')
    expect(withTag('No. ', '<number>', 4)).toBe('No. <number>')
  })
})

describe('rows', () => {
  test('move by one place and stay within the list', () => {
    expect(names(moved(rows, 0, 1))).toEqual(['ink', 'paper', 'plant'])
    expect(names(moved(rows, 2, -1))).toEqual(['paper', 'plant', 'ink'])
    expect(moved(rows, 0, -1)).toBe(rows)
    expect(moved(rows, 2, 1)).toBe(rows)
  })
  test('change one by its id', () => {
    expect(changed(rows, 1, { text: '<ink>' })[1]).toEqual({ id: 1, name: 'ink', text: '<ink>' })
    expect(changed(rows, 1, { text: '<ink>' })[0]).toBe(rows[0])
  })
  test('grow by a blank one with an id of its own', () => {
    const ids = added(added(rows)).map(({ id }) => id)
    expect(new Set(ids).size).toBe(5)
  })
})
