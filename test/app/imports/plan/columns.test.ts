import { describe, expect, it } from 'vitest'
import { mapColumns } from '#app/imports/plan/columns.ts'
import { readTable } from '#app/imports/table/table.ts'
import { writeCsv } from '../table/write-csv.ts'
import { fileOf, withCell } from './plan-fixture.ts'

const map = (headers: readonly string[], tags: readonly string[] = []) =>
  mapColumns(readTable(writeCsv([headers, headers.map(() => 'x')])), { tags, required: tags })

const targetsOf = (headers: readonly string[], tags: readonly string[] = []) =>
  map([...required, ...headers], tags)
    .columns.slice(required.length)
    .map(({ target }) => `${target.kind} ${target.name}`)

const required = ['asset_name', 'name', 'image']

const noTags = { tags: [], required: [] }

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

  it('repeated_text: leaves out a column of the text that the collection gives to all tokens', () => {
    const tags = { tags: [], required: [], fixed: new Map([['Artist', 'Ada']]) }
    const of = (...cells: readonly string[]) =>
      mapColumns(
        readTable(writeCsv([['name', 'Artist'], ...cells.map((cell) => ['a', cell])])),
        tags,
      )
    const left = of('Ada', ' Ada ', '')
    expect(left.columns.map(({ target }) => target.kind)).toEqual(['field', 'ignored'])
    expect(left.issues).toContainEqual(
      expect.objectContaining({ rule: 'repeated_text', severity: 'info', column: 'Artist' }),
    )
    // another text would be lost: it stays a column, and clashes
    const kept = of('Ada', 'Eva').columns.map(({ target }) => target.kind)
    expect(kept).toEqual(['field', 'custom'])
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

  it('missing_column: says that a table whose first row is a token has no headers', () => {
    const table = readTable(writeCsv([['Bean1', 'Bean one', '1.PNG']]))
    const { issues } = mapColumns(table, { tags: [], required: [] }, [fileOf('1.png')])
    expect(issues[0]?.message).toBe(
      'Row 1 names the file "1.PNG", so it seems to be a token: the table has no headers. Add a row above it that names the columns: asset_name, name, image.',
    )
    for (const [cell, what] of [
      ['2.webp', 'file'],
      ['ipfs://QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKPbdG', 'image'],
    ] as const)
      expect(map(['Bean1', 'Bean one', cell]).issues[0]?.message).toContain(
        `Row 1 names the ${what} "${cell}", so it seems to be a token`,
      )
    expect(
      map(['nom'])
        .issues.map(({ message }) => message)
        .join(),
    ).not.toContain('no headers')
  })

  it('invisible_character: names the header that only looks like another, with a fix', () => {
    const found = map(['asset_name', 'na\u200Bme', 'image']).issues.find(
      ({ rule }) => rule === 'invisible_character',
    )
    expect(found).toMatchObject({
      row: 1,
      message:
        'The header of column B looks like "name", but holds a character that cannot be seen: it is another name.',
      fix: { kind: 'rename', column: 'B', value: 'name' },
    })
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
    ['File', 'image'],
    ['Title', 'name'],
    ['display_name', 'name'],
    ['Asset Name', 'asset_name'],
    ['tokenID', 'asset_name'],
  ])('guessed_column: takes %s as %s, says so and offers to undo it', (header, field) => {
    const others = required.filter((name) => name !== field)
    const { columns, issues } = map([...others, header])
    expect(columns.at(-1)).toMatchObject({ label: field, target: { kind: 'field', name: field } })
    expect(issues).toMatchObject([
      {
        rule: 'guessed_column',
        severity: 'info',
        column: header,
        fix: { kind: 'rename', value: `custom:${header}` },
      },
    ])
  })

  it.each([
    ['Titel', 'name'],
    ['Label', 'name'],
    ['título', 'name'],
    ['TITULO', 'name'],
    ['Titre de l’œuvre', 'name'],
    ['Titolo', 'name'],
    ['titlu', 'name'],
    ['Název', 'name'],
    ['Tytuł', 'name'],
    ['naam', 'name'],
    ['标题', 'name'],
    ['タイトル', 'name'],
    ['제목', 'name'],
    ['Название', 'name'],
    ['Beschreibung', 'description'],
    ['説明', 'description'],
    ['Titel (englisch)', 'name'],
    ['Title (EN)', 'name'],
    ['title_en', 'name'],
    ['Name DE', 'name'],
    ['English title', 'name'],
    ['Title / Titre', 'name'],
    ['标题 中文', 'name'],
    ['description_fr', 'description'],
    ['Beschreibung / Description', 'description'],
  ])('guessed_column: takes %s as %s in its language', (header, field) => {
    const { columns } = mapColumns(readTable(writeCsv([[header], ['x']])), noTags)
    expect(columns.map(({ target }) => target)).toEqual([{ kind: 'field', name: field }])
  })

  it('guessed_column: takes the plainest word of several, and asks where none is plainer', () => {
    const targetsOfAll = (...headers: readonly string[]) => {
      const { columns, issues } = mapColumns(
        readTable(writeCsv([headers, headers.map(() => 'x')])),
        noTags,
      )
      return {
        names: columns.flatMap(({ label, target }) => (target.name === 'name' ? [label] : [])),
        missing: issues.find(({ column }) => column === 'name')?.message,
        taken: issues.find(({ rule }) => rule === 'guessed_column')?.message,
      }
    }
    const plain = targetsOfAll('Artwork title', 'subtitle', 'Title')
    expect(plain.names).toEqual(['name'])
    expect(plain.taken).toBe('"Title" is taken as name. If it is something else, rename it.')
    const asked = targetsOfAll('Titel', 'Titre')
    expect(asked.names).toEqual([])
    expect(asked.missing).toContain('It may be "Titel" or "Titre"')
  })

  it('guessed_column: takes the first of several languages, and no language by itself', () => {
    const targetsOfAll = (...headers: readonly string[]) =>
      mapColumns(readTable(writeCsv([headers, headers.map(() => 'x')])), noTags).columns.map(
        ({ target }) => `${target.kind} ${target.name}`,
      )
    expect(targetsOfAll('Title (FR)', 'Title (EN)')).toEqual(['field name', 'custom Title (EN)'])
    expect(targetsOfAll('Titel (englisch)', 'Titel')).toEqual([
      'custom Titel (englisch)',
      'field name',
    ])
    expect(targetsOfAll('Title_de', 'Title / Titre')).toEqual(['custom Title_de', 'field name'])
    for (const header of ['en', 'English', 'Title / Year', 'Title of', 'Number EN'])
      expect(targetsOfAll(header)).toEqual([`custom ${header}`])
    expect(targetsOfAll('price_de')).toEqual(['custom price_de'])
  })

  it('guessed_column: also an optional column and a tag in other words', () => {
    expect(targetsOf(['MIME type', 'attributes[Hat Color]'], ['<hat_color>'])).toEqual([
      'field media_type',
      'tag <hat_color>',
    ])
  })

  it('guessed_column: is nothing that another column fills already', () => {
    expect(targetsOf(['Title', 'File'])).toEqual(['custom Title', 'custom File'])
  })

  it('missing_column: names the columns where several are meant', () => {
    const { columns, issues } = map(['asset_name', 'name', 'File', 'Picture'])
    expect(columns.slice(2).map(({ target }) => target.kind)).toEqual(['custom', 'custom'])
    expect(issues[0]).toMatchObject({ rule: 'missing_column', column: 'image' })
    expect(issues[0]?.message).toContain('"File" or "Picture"')
  })

  it('missing_tag_column: a tag without a column', () => {
    expect(issuesOf([], ['<eyes>'])).toMatchObject([
      { rule: 'missing_tag_column', column: '<eyes>' },
    ])
  })

  describe('with the files of the folder', () => {
    const files = ['1.png', 'art/2.png'].map((name) => fileOf(name))
    const imageIn = (rows: readonly (readonly string[])[]) =>
      mapColumns(readTable(writeCsv(rows)), { tags: [], required: [] }, files).columns.find(
        ({ target }) => target.name === 'image',
      )?.index

    it('takes the column whose cells all name a file as the image', () => {
      const header = ['asset_name', 'name', 'Mood', 'Print']
      const second = ['b', 'B', 'calm', '2.PNG']
      expect(imageIn([header, ['a', 'A', 'calm', '1.png'], second])).toBe(3)
      expect(imageIn([header, ['a', 'A', 'calm', 'lost.png'], second])).toBeUndefined()
    })

    it('decides by values between two fitting names, and not between two such columns', () => {
      const row = ['a', 'A', '1.png', 'x']
      expect(imageIn([['asset_name', 'name', 'File', 'Picture'], row])).toBe(2)
      const both = ['a', 'A', '1.png', '2.png']
      expect(imageIn([['asset_name', 'name', 'One', 'Two'], both])).toBeUndefined()
    })
  })

  it('ignore:<key> leaves a column out, also twice', () => {
    expect(targetsOf(['ignore:Shelf', 'Ignore:Shelf'])).toEqual(['ignored Shelf', 'ignored Shelf'])
    expect(issuesOf(['ignore:Shelf', 'Ignore:Shelf'])).toEqual([])
  })

  it('price_column: says that a price column is the price now', () => {
    expect(targetsOf(['Price', 'custom:price'])).toEqual(['field price', 'custom price'])
    expect(withCell('Price', '5').issues).toMatchObject([
      { rule: 'price_column', severity: 'info', fix: { value: 'custom:Price' } },
    ])
  })

  it('duplicate_header: two columns for one tag or attribute', () => {
    expect(issuesOf(['color', '<color>'], ['<color>'])).toMatchObject([
      { rule: 'duplicate_header', column: '<color>' },
    ])
    expect(issuesOf(['custom:Mood', 'Mood'])).toMatchObject([{ rule: 'duplicate_header' }])
  })

  it('duplicate_header: is reported once for headers that look alike', () => {
    expect(issuesOf(['Name'])).toEqual([])
  })

  it('empty_header: custom: without a key', () => {
    expect(issuesOf(['custom: '])).toMatchObject([{ rule: 'empty_header', column: 'custom:' }])
  })
})
