import { describe, expect, it } from 'vitest'
import { droppedFolder, inFolder, nameOf, readDrop } from '#renderer/views/import/new/dropped.ts'

describe('what was dropped', () => {
  it('is a folder, or a table with the folder it is in', () => {
    expect(readDrop([{ path: '/art/prints', isFolder: true }])).toEqual({
      folder: '/art/prints',
      csv: null,
    })
    expect(readDrop([{ path: 'C:\\art\\tokens.CSV', isFolder: false }])).toEqual({
      folder: 'C:\\art',
      csv: 'C:\\art\\tokens.CSV',
    })
  })

  it('is refused where it is neither, several, or without a path', () => {
    const folder = { path: '/art', isFolder: true }
    expect(readDrop([{ path: '/art/fern.png', isFolder: false }])).toEqual({ error: 'notTable' })
    expect(readDrop([folder, folder])).toEqual({ error: 'oneFolder' })
    expect(readDrop([])).toEqual({ error: 'oneFolder' })
    expect(readDrop([{ path: '', isFolder: true }])).toEqual({ error: 'noPath' })
  })
})

describe('paths', () => {
  it('come apart and together on each system', () => {
    expect(droppedFolder('/tokens.csv')).toBe('/')
    expect(droppedFolder('C:\\tokens.csv')).toBe('C:\\')
    expect(nameOf('/art/prints/')).toBe('prints')
    expect(nameOf('C:\\art\\prints')).toBe('prints')
    expect(inFolder('/art/', 'tokens.csv')).toBe('/art/tokens.csv')
    expect(inFolder('C:\\art', 'tokens.csv')).toBe('C:\\art\\tokens.csv')
  })
})
