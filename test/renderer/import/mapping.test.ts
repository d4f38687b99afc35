import { describe, expect, it } from 'vitest'
import type { MappedColumnFacts } from '#shared/calls/imports.ts'
import {
  choiceOf,
  customChoice,
  customKeyOf,
  ignoreChoice,
  mappingEdits,
  type Target,
  unchosen,
  unfilled,
} from '#renderer/views/import/draft/columns/mapping.ts'

const column = (
  letter: string,
  header: string,
  target: MappedColumnFacts['target'],
): MappedColumnFacts => ({ letter, header, target, samples: [] })

const name = column('A', 'name', { kind: 'field', name: 'name' })
const title = column('B', 'Title', { kind: 'custom', name: 'Title' })
const mood = column('C', '<mood>', null)
const columns = [name, title, mood]
const targets: Target[] = [
  { kind: 'field', name: 'name', header: 'name', required: true },
  { kind: 'field', name: 'image', header: 'image', required: true },
  { kind: 'field', name: 'description', header: 'description', required: false },
  { kind: 'tag', name: '<ink>', header: '<ink>', required: true },
]

describe('what a column fills', () => {
  it('stands as one of the choices', () => {
    expect(columns.map(choiceOf)).toEqual(['field:name', customChoice, null])
  })

  it('is told to be missing where it is required and nothing fills it', () => {
    expect(unfilled(columns, targets).map(({ header }) => header)).toEqual(['image', '<ink>'])
  })

  it('is an attribute that nobody chose where only its header is unknown', () => {
    const artist = column('D', 'custom:Artist', { kind: 'custom', name: 'Artist' })
    expect(unchosen([...columns, artist])).toEqual([title])
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
    expect(mappingEdits({ columns, targets }, title, 'field:name')).toEqual([
      { kind: 'rename', column: 'A', to: 'custom:name' },
      { kind: 'rename', column: 'B', to: 'name' },
    ])
  })

  it('may be a custom attribute or nothing', () => {
    expect(mappingEdits({ columns, targets }, mood, customChoice)).toEqual([
      { kind: 'rename', column: 'C', to: 'custom:mood' },
    ])
    expect(mappingEdits({ columns, targets }, mood, ignoreChoice)).toEqual([
      { kind: 'remove_column', column: 'C' },
    ])
  })

  it('costs no edit where nothing changes', () => {
    expect(mappingEdits({ columns, targets }, name, 'field:name')).toEqual([])
    expect(mappingEdits({ columns, targets }, name, 'field:unknown')).toEqual([])
  })

  it('is named after the header as a custom attribute, and after the letter without one', () => {
    expect(customKeyOf(column('D', 'Custom: Edition', null))).toBe('Edition')
    expect(customKeyOf(column('D', '', null))).toBe('Column D')
  })
})
