import { describe, expect, it } from 'vitest'
import { Database } from '#platform/db/database.ts'
import { importsSchema } from '#app/imports/journal/journal-schema.ts'
import { createMappings } from '#app/imports/journal/mappings.ts'
import { rememberedEdits } from '#app/imports/plan/remembered-mapping.ts'
import { tableOfCells } from '#app/imports/table/shape-table.ts'

const herbs = { accountId: 'local', collectionId: 'herbs' }
const titles = { header: 'Title', to: 'name' }
const notes = { header: 'Notes', to: 'ignore:Notes' }

const open = () => createMappings(new Database(':memory:', [importsSchema]), () => new Date(0))

describe('what was chosen for a collection', () => {
  it('is known to it alone, and a later choice replaces an earlier one', () => {
    const mappings = open()
    expect(mappings.of(herbs)).toBeUndefined()
    mappings.remember(herbs, { columns: [titles, notes] })
    mappings.remember(herbs, { columns: [{ header: ' NOTES', to: 'custom:Notes' }] })
    mappings.remember(herbs, { reading: { guessed: 'opensea', format: 'csv' }, names: '{stem}' })
    expect(mappings.of(herbs)).toEqual({
      columns: [titles, { header: ' NOTES', to: 'custom:Notes' }],
      readings: [{ guessed: 'opensea', format: 'csv' }],
      assetNames: null,
      names: '{stem}',
    })
    expect(mappings.of({ ...herbs, collectionId: 'beans' })).toBeUndefined()
    expect(mappings.of({ ...herbs, accountId: 'shop' })).toBeUndefined()
  })

  it('is forgotten where a column has its own meaning again, one by one, or all of it', () => {
    const mappings = open()
    mappings.remember(herbs, { columns: [titles, notes], names: '{stem}' })
    mappings.remember(herbs, { columns: [{ header: 'Title', to: 'Title' }] })
    expect(mappings.of(herbs)?.columns).toEqual([notes])
    mappings.forget(herbs, 'notes')
    expect(mappings.of(herbs)).toEqual({
      columns: [],
      readings: [],
      names: '{stem}',
      assetNames: null,
    })
    mappings.forget(herbs)
    expect(mappings.of(herbs)).toBeUndefined()
  })
})

describe('a table of a collection whose columns were mapped before', () => {
  const edits = (...header: readonly string[]) =>
    rememberedEdits(tableOfCells(header, [header]), [titles, notes])

  it('has them renamed, whatever their case and place', () => {
    expect(edits('notes', 'image', 'TITLE')).toEqual([
      { kind: 'rename', column: 'A', to: 'ignore:Notes' },
      { kind: 'rename', column: 'C', to: 'name' },
    ])
  })

  it('keeps a column whose new name another one has', () => {
    expect(edits('Title', 'name')).toEqual([])
  })
})
