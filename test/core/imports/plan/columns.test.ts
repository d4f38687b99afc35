import { describe, expect, it } from 'vitest'
import { mapColumns } from '#core/imports/plan/columns.ts'
import { readTable } from '#core/imports/table/table.ts'
import { writeCsv } from '../table/write-csv.ts'

const map = (headers: readonly string[], tags: readonly string[] = []) =>
  mapColumns(readTable(writeCsv([headers, headers.map(() => 'x')])), { tags, required: tags })

const targetsOf = (headers: readonly string[], tags: readonly string[] = []) =>
  map([...required, ...headers], tags)
    .columns.slice(required.length)
    .map(({ target }) => `${target.kind} ${target.name}`)

const required = ['asset_name', 'name', 'image']

const issuesOf = (headers: readonly string[], tags: readonly string[] = []) =>
  map([...required, ...headers], tags).issues

describe('mapColumns', () => {
  it('knows the columns of a token, in any case', () => {
    const { columns, issues } = map(['Asset_Name', 'NAME', 'description', 'media_type', 'Image'])
    expect(columns.map(({ target }) => target.name)).toEqual([
      'asset_name',
      'name',
      'description',
      'media_type',
      'image',
    ])
    // Issues name the field, not the header's spelling.
    expect(columns.map(({ label }) => label)).toEqual(columns.map(({ target }) => target.name))
    expect(issues).toEqual([])
  })

  it('knows a tag with and without its brackets, in any case', () => {
    const tags = ['<color>', '<hat>', '<Eyes>']
    expect(targetsOf(['color', '<hat>', 'eyes'], tags)).toEqual([
      'tag <color>',
      'tag <hat>',
      'tag <Eyes>',
    ])
  })

  it('wants the exact spelling of tags that differ in case only', () => {
    const tags = ['<Color>', '<color>']
    expect(targetsOf(['color'], tags)).toEqual(['tag <color>'])
    expect(targetsOf(['COLOR'], tags)).toEqual(['custom COLOR'])
  })

  it('takes a bare name for the field, and its bracketed form for the tag', () => {
    expect(targetsOf(['<name>'], ['<name>'])).toEqual(['tag <name>'])
  })

  it('makes custom attributes of custom:<key> and of all other columns', () => {
    expect(targetsOf(['custom:Artist', 'Custom: Year ', 'Mood'])).toEqual([
      'custom Artist',
      'custom Year',
      'custom Mood',
    ])
  })

  it('custom_column: says what becomes of a column it does not know', () => {
    expect(issuesOf(['custom:Artist', 'Mood'])).toMatchObject([
      { rule: 'custom_column', severity: 'info', row: 1, column: 'Mood' },
    ])
  })

  it('unknown_tag: a column in brackets that is no tag of the collection', () => {
    expect(issuesOf(['color', '<hue>'], ['<color>'])).toMatchObject([
      { rule: 'unknown_tag', severity: 'error', column: '<hue>', fix: { value: 'custom:hue' } },
    ])
  })

  it('missing_column: asset_name, name and image', () => {
    const { issues } = map(['description'])
    expect(issues.map(({ rule, column }) => [rule, column])).toEqual([
      ['missing_column', 'asset_name'],
      ['missing_column', 'name'],
      ['missing_column', 'image'],
    ])
  })

  it.each([
    ['file_name', 'image'],
    ['Filename', 'image'],
    ['display_name', 'name'],
    ['Asset Name', 'asset_name'],
    ['tokenID', 'asset_name'],
  ])('missing_column: offers to rename %s to %s', (header, field) => {
    const others = required.filter((name) => name !== field)
    const { issues } = map([...others, header])
    expect(issues).toMatchObject([
      { rule: 'missing_column', column: field, fix: { kind: 'rename', value: field } },
    ])
  })

  it('missing_tag_column: a tag without a column, with the column that is meant', () => {
    expect(issuesOf(['attributes[Hat Color]'], ['<hat_color>', '<eyes>'])).toMatchObject([
      { rule: 'missing_tag_column', column: '<hat_color>', fix: { value: '<hat_color>' } },
      { rule: 'missing_tag_column', column: '<eyes>' },
    ])
    expect(issuesOf([], ['<eyes>'])[0]).not.toHaveProperty('fix')
  })

  it('similar_column: a column that looks like an optional one', () => {
    expect(issuesOf(['MIME type'])).toMatchObject([
      { rule: 'similar_column', severity: 'warning', fix: { value: 'media_type' } },
    ])
  })

  it('duplicate_header: two columns for one tag or attribute', () => {
    expect(issuesOf(['color', '<color>'], ['<color>'])).toMatchObject([
      { rule: 'duplicate_header', column: '<color>' },
    ])
    expect(issuesOf(['custom:Mood', 'Mood'])).toMatchObject([{ rule: 'duplicate_header' }])
  })

  it('duplicate_header: is told once for headers that look alike', () => {
    expect(issuesOf(['Name'])).toEqual([])
  })

  it('empty_header: custom: without a key', () => {
    expect(issuesOf(['custom: '])).toMatchObject([{ rule: 'empty_header', column: 'custom:' }])
  })
})
