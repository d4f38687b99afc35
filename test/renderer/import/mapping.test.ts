import { describe, expect, it } from 'vitest'
import type { MappedColumnView } from '#contract/imports/draft-view.ts'
import {
  choiceOf,
  columnName,
  customChoice,
  fieldEdits,
  ignoreChoice,
  isMadeBy,
  leftOut,
  mappingEdits,
  type ChoosableTarget,
  unfilled,
} from '#renderer/views/import/draft/details/mapping.ts'
import { emptyDraft } from '../empty-draft.ts'

const column = (
  letter: string,
  header: string,
  target: MappedColumnView['target'],
): MappedColumnView => ({
  letter,
  header,
  target,
  samples: [],
  isNumber: false,
  fixed: null,
  isMade: false,
})

const name = column('A', 'name', { kind: 'field', name: 'name' })
const title = column('B', 'Title', { kind: 'custom', name: 'Title' })
const mood = column('C', '<mood>', null)
const columns = [name, title, mood]
const targets: ChoosableTarget[] = [
  { kind: 'field', name: 'name', header: 'name', required: true },
  { kind: 'field', name: 'image', header: 'image', required: true },
  { kind: 'field', name: 'description', header: 'description', required: false },
  { kind: 'tag', name: '<ink>', header: '<ink>', required: true },
]

describe('what a column fills', () => {
  it('stands as one of the choices', () => {
    expect(columns.map(choiceOf)).toEqual(['field:name', customChoice, null])
  })

  it('is reported as missing where it is required and nothing fills it', () => {
    expect(unfilled(columns, targets).map(({ header }) => header)).toEqual(['image', '<ink>'])
  })

  it('is nothing where the column is left out, and can be chosen again', () => {
    const shelf = column('D', 'ignore:Shelf', { kind: 'ignored', name: 'Shelf' })
    expect(choiceOf(shelf)).toBe(ignoreChoice)
    expect(leftOut([...columns, shelf])).toEqual([shelf])
    expect(mappingEdits({ columns, targets }, shelf, customChoice)).toEqual([
      { kind: 'rename', column: 'D', to: 'custom:Shelf' },
    ])
  })

  it('is changed by giving the column the target’s header', () => {
    expect(mappingEdits({ columns, targets }, title, 'field:image')).toEqual([
      { kind: 'rename', column: 'B', to: 'image' },
    ])
    expect(mappingEdits({ columns, targets }, mood, 'tag:<ink>')).toEqual([
      { kind: 'rename', column: 'C', to: '<ink>' },
    ])
  })

  it('is taken from the column that filled it before, which becomes a custom attribute', () => {
    const picture = column('D', 'Picture', { kind: 'field', name: 'image' })
    expect(mappingEdits({ columns: [...columns, picture], targets }, title, 'field:image')).toEqual(
      [
        { kind: 'rename', column: 'D', to: 'custom:Picture' },
        { kind: 'rename', column: 'B', to: 'image' },
      ],
    )
  })

  it('is taken from a column of the field’s own name, which no attribute may have', () => {
    expect(mappingEdits({ columns, targets }, title, 'field:name')).toEqual([
      { kind: 'rename', column: 'A', to: 'ignore:name' },
      { kind: 'rename', column: 'B', to: 'name' },
    ])
  })

  it('may be a custom attribute or nothing', () => {
    expect(mappingEdits({ columns, targets }, mood, customChoice)).toEqual([
      { kind: 'rename', column: 'C', to: 'custom:mood' },
    ])
    expect(mappingEdits({ columns, targets }, mood, ignoreChoice)).toEqual([
      { kind: 'rename', column: 'C', to: 'ignore:mood' },
    ])
  })

  it('stays where it also fills another field, by a copy of the column', () => {
    const [, , description] = targets
    if (description === undefined) throw new Error('no target')
    expect(fieldEdits({ columns, targets }, name, description)).toEqual([
      { kind: 'fill_column', header: 'description', pattern: '{name}' },
    ])
    // A column that fills nothing yet is renamed, and one that fills the field already stays.
    expect(fieldEdits({ columns, targets }, title, description)).toEqual([
      { kind: 'rename', column: 'B', to: 'description' },
    ])
    const [own] = targets
    expect(own && fieldEdits({ columns, targets }, name, own)).toEqual([])
  })

  it('is a pattern only where that made the column, not one of the user’s own', () => {
    const { source } = emptyDraft
    const made = { ...name, isMade: true }
    expect(isMadeBy('{title}', { source }, made)).toBe(true)
    expect(isMadeBy('{title}', { source }, name)).toBe(false)
    expect(isMadeBy(null, { source }, made)).toBe(false)
    expect(isMadeBy(null, { source: { ...source, format: 'folder' } }, name)).toBe(true)
  })

  it('costs no edit where nothing changes', () => {
    expect(mappingEdits({ columns, targets }, name, 'field:name')).toEqual([])
    expect(mappingEdits({ columns, targets }, name, 'field:unknown')).toEqual([])
  })

  it('is named after the header as a custom attribute, and after the letter without one', () => {
    expect(columnName(column('D', 'Custom: Edition', null))).toBe('Edition')
    expect(columnName(column('D', '', null))).toBe('Column D')
  })
})
