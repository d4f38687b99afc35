import { describe, expect, it } from 'vitest'
import { tagsOf, templateErrors } from '#cardano/template.ts'

describe('the tags of a template', () => {
  it('are none without a template, or with lone tags in its own fields only', () => {
    expect(tagsOf(undefined)).toEqual([])
    expect(
      tagsOf({ name: '<title>', image: '<picture>', media_type: '<mime>', description: '<text>' }),
    ).toEqual([])
  })

  it('are those of attributes, of text with tags inside and of files', () => {
    const tags = tagsOf({
      name: 'Face #<number>',
      attributes: { Colour: '<color>', Edition: '<number> of <total>', artist: 'Ada' },
      files: [{ src: 'ipfs://<folder>/<number>.png', name: '<label>', media_type: 'image/png' }],
    })
    expect(tags).toEqual([
      { tag: '<color>', name: 'Colour' },
      { tag: '<number>', name: 'Edition' },
      { tag: '<total>', name: 'Edition' },
      { tag: '<label>', name: 'label' },
      { tag: '<folder>', name: 'folder' },
    ])
  })

  it('are named by the attribute that is the tag alone, wherever it stands', () => {
    const attributes = { Line: 'No <number>', Number: '<number>' }
    expect(tagsOf({ attributes })).toEqual([{ tag: '<number>', name: 'Number' }])
  })

  it('are not those whose word stands alone in an own field: it means that field', () => {
    const files = [{ src: '<picture>', media_type: '<mime_type>', name: '<label>' }]
    const template = { media_type: '<mime_type>', image: '<picture>', name: '<title>', files }
    const attributes = { Title: '<title>', Line: 'a <title>', Mood: '<mood>' }
    expect(tagsOf({ ...template, attributes })).toEqual([
      { tag: '<mood>', name: 'Mood' },
      { tag: '<label>', name: 'label' },
    ])
  })

  it('may have a blank between words where nothing else stands beside them', () => {
    const attributes = { Eyes: '<eye color>', Line: 'eyes of <eye color>', Odd: '<eye  color>' }
    expect(tagsOf({ name: '<full name>', attributes })).toEqual([
      { tag: '<eye color>', name: 'Eyes' },
    ])
  })

  it('are not those that name a field of the token', () => {
    const files = [{ src: '<image>', name: '<name>', media_type: '<media_type>' }]
    expect(tagsOf({ files, description: 'This is <name>' })).toEqual([])
  })

  it('are words in angle brackets, not other brackets', () => {
    expect(
      tagsOf({ attributes: { a: '<>', b: '< x >', c: '1 < 2 > 0', d: '<x', e: 'I <3 it' } }),
    ).toEqual([])
    expect(tagsOf({ attributes: { a: '<<x>>' } })).toEqual([{ tag: '<x>', name: 'a' }])
  })
})

describe('the errors of a template', () => {
  it('are none for what the interface shows', () => {
    expect(templateErrors(undefined)).toEqual([])
    const template = {
      asset_name: '<asset_name>',
      name: '<name>',
      image: '<image>',
      media_type: '<mime_type>',
      description: '<description>',
      attributes: { Face: '<face>', artist: 'Ada', site: 'https://example.org' },
      version: '1.0',
    }
    expect(templateErrors(template)).toEqual([])
  })

  it.each(['name', 'image', 'mediaType', 'description', 'files'])(
    'a template cannot have an attribute "%s"',
    (key) => {
      const message = `goes on chain as "${key}", which is the token's own field; choose another name`
      const fixed = templateErrors({ attributes: { [key]: 'x' } })
      expect(fixed).toEqual([{ path: `attributes.${key}`, message }])
      const lone = templateErrors({ attributes: { Other: `<${key}>` } })
      expect(lone).toEqual([{ path: 'attributes.Other', message }])
      expect(templateErrors({ attributes: { [key]: '<other>' } })).toEqual([])
    },
  )

  it('two attributes of one key on chain', () => {
    const errors = templateErrors({ attributes: { Colour: '<color>', color: 'red' } })
    expect(errors).toEqual([
      {
        path: 'attributes.color',
        message: 'goes on chain as "color" like the attribute "Colour"; choose another name',
      },
    ])
  })

  it('keys that are empty or over 64 bytes', () => {
    const key = 'é'.repeat(33)
    expect(templateErrors({ attributes: { '': 'x' } })[0]?.message).toContain('without a name')
    expect(templateErrors({ attributes: { [key]: 'x' } })[0]?.message).toContain('66 bytes')
    expect(templateErrors({ attributes: { x: `<${key}>` } })[0]?.message).toContain('66 bytes')
    expect(templateErrors({ attributes: { ['x'.repeat(64)]: 'x' } })).toEqual([])
  })

  it('fixed texts over 64 bytes that cannot be split', () => {
    const long = 'x'.repeat(65)
    const template = {
      name: long,
      media_type: long,
      description: long,
      image: long,
      attributes: { long },
      files: [{ src: long, name: long, media_type: long }],
    }
    expect(templateErrors(template).map(({ path }) => path)).toEqual([
      'name',
      'media_type',
      'files[0].name',
      'files[0].media_type',
    ])
  })
})

describe('the version of a template', () => {
  it('is "1" or "1.0", or left out', () => {
    for (const version of ['1', '1.0']) expect(templateErrors({ version })).toEqual([])
    for (const version of ['2', '2.0', '', '01'])
      expect(templateErrors({ version })).toEqual([
        { path: 'version', message: expect.stringContaining('is not supported') },
      ])
  })
})
