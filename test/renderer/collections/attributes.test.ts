import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tagFor } from '#contract/imports/tag-for.ts'
import { newAttribute, withTag } from '#renderer/views/collections/new/attributes.ts'

describe('tagFor', () => {
  test.each([
    ['Paper', '<Paper>'],
    [' Background ', '<Background>'],
    ['Größe', '<Größe>'],
    ['Right Eye', undefined],
    ['a<b>c', undefined],
    ['', undefined],
  ])('the tag of the attribute %j is %j', (name, tag) => expect(tagFor(name)).toBe(tag))

  test('makes a tag in the spelling of every name of one word', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[^<>\s]+$/u), (name) => {
        expect(tagFor(name)).toBe(`<${name}>`)
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
