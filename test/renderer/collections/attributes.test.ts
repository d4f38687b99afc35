import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tagPattern } from '#shared/wire/fields.ts'
import { newAttribute, withTag, wordFor } from '#renderer/views/collections/new/attributes.ts'

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

test('a new row is blank and has an id of its own', () => {
  const rows = [4, 2].map((id) => ({ id, name: 'Ink', text: '' }))
  expect(newAttribute(rows)).toEqual({ id: 5, name: '', text: '' })
  expect(newAttribute([])).toEqual({ id: 1, name: '', text: '' })
})
