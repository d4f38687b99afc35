import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PolicyId } from '#cardano/ids.ts'
import { metadataBytes, metadataCbor, splitText, tokenMetadata } from '#cardano/metadata.ts'
import type { TokenContent } from '#cardano/template.ts'
import type { MetadataTemplate } from '#contract/collections/collection.ts'
import { bytesOf } from '#values/text/text.ts'
import { anyMetadatum } from './any-metadatum.ts'

const policy = PolicyId('7e'.repeat(28))
const image = 'ipfs://QmRzicpReutwCkM6aotuKjErFCUD213DpwPq6ByuzMJaua'
const token: TokenContent = {
  asset_name: 'Face1',
  name: 'Face #1',
  description: 'A face',
  media_type: 'image/png',
  image,
  metadata_attributes: [{ tag: '<color>', value: 'blue' }],
  custom_attributes: {},
}
const assetOf = (template: MetadataTemplate | undefined, change: Partial<TokenContent> = {}) => {
  const content = { ...token, ...change }
  const byPolicy = tokenMetadata(template, content, policy)['721'][policy]
  if (typeof byPolicy !== 'object' || Array.isArray(byPolicy)) throw new Error('no policy')
  return Object.entries(byPolicy)[0]?.[1]
}
const own = { name: 'Face #1', image, mediaType: 'image/png', description: 'A face' }
const text = (options: { maxLength: number }) =>
  fc.string({ ...options, unit: fc.constantFrom('a', 'é', '€', '𝄞', '👩‍🚀', ' ') })

describe('splitting text', () => {
  it('joins back, keeps every piece at 64 bytes and never cuts a character', () => {
    fc.assert(
      fc.property(text({ maxLength: 200 }), (whole) => {
        const split = splitText(whole)
        const pieces = typeof split === 'string' ? [split] : split
        expect(pieces.join('')).toBe(whole)
        expect(typeof split === 'string').toBe(bytesOf(whole) <= 64)
        for (const piece of pieces) {
          expect(bytesOf(piece)).toBeLessThanOrEqual(64)
          expect(piece.isWellFormed()).toBe(true)
        }
        // No piece is shorter than it must be: the next character would not have fitted.
        for (const [at, next] of pieces.slice(1).entries())
          expect(
            bytesOf(`${pieces[at]}${String.fromCodePoint(next.codePointAt(0) ?? 0)}`),
          ).toBeGreaterThan(64)
      }),
    )
  })

  it('keeps 64 bytes whole and cuts 65', () => {
    expect(splitText('x'.repeat(64))).toBe('x'.repeat(64))
    expect(splitText('x'.repeat(65))).toEqual(['x'.repeat(64), 'x'])
    expect(splitText(`${'x'.repeat(63)}é`)).toEqual(['x'.repeat(63), 'é'])
    expect(splitText('')).toBe('')
  })
})

describe('the metadata of a token', () => {
  it('has the shape of CIP-25 version 1', () => {
    const template = { attributes: { Colour: '<color>', artist: 'Ada' }, version: '2.0' }
    const metadata = tokenMetadata(template, token, policy)
    expect(metadata).toEqual({
      '721': {
        [policy]: { Face1: { ...own, color: 'blue', artist: 'Ada' } },
        version: '1.0',
      },
    })
  })

  it('without a template holds the own fields, the values and the custom attributes', () => {
    const asset = assetOf(undefined, { custom_attributes: { site: 'x' } })
    expect(Object.entries(asset ?? {})).toEqual(
      Object.entries({ ...own, color: 'blue', site: 'x' }),
    )
  })

  it('keeps the order: own fields, attributes, files, custom attributes', () => {
    const template = {
      attributes: { z: 'last letter', Colour: '<color>', a: 'first letter' },
      files: [{ src: '<image>', media_type: '<media_type>', name: '<name>' }],
    }
    const asset = assetOf(template, { custom_attributes: { y: '1', b: '2' } })
    expect(Object.keys(asset ?? {})).toEqual([
      'name',
      'image',
      'mediaType',
      'description',
      'z',
      'color',
      'a',
      'files',
      'y',
      'b',
    ])
    const files = [{ name: 'Face #1', mediaType: 'image/png', src: image }]
    expect(asset).toMatchObject({ files })
  })

  it('takes a lone tag in an own field, whatever its word, for the field of the token', () => {
    const template = { name: '<title>', image: '<color>', media_type: '<mime>', description: '<d>' }
    expect(assetOf(template)).toEqual(own)
  })

  it('fills text with tags inside and keeps text without tags', () => {
    const template = {
      name: 'Face in <color>',
      description: 'All alike',
      media_type: 'image/webp',
      image: 'ipfs://Qm/<color>.webp',
      attributes: { Mood: 'very <color>', Title: 'this is <name>' },
    }
    expect(assetOf(template)).toEqual({
      name: 'Face in blue',
      image: 'ipfs://Qm/blue.webp',
      mediaType: 'image/webp',
      description: 'All alike',
      Mood: 'very blue',
      Title: 'this is Face #1',
    })
  })

  it('prefers a given value to the field of the same name, except in a lone tag', () => {
    const metadata_attributes = [{ tag: '<name>', value: 'value' }]
    const template = { name: '<name>', description: 'of <name>' }
    expect(assetOf(template, { metadata_attributes })).toMatchObject({
      name: 'Face #1',
      description: 'of value',
    })
  })

  it('leaves a field without a value out, but never name and image', () => {
    const template = {
      name: 'No <number>',
      image: 'ipfs://<folder>',
      description: '',
      attributes: { Size: '<size>', Long: 'a <size> b', Empty: '' },
      files: [{ src: '<missing>' }],
    }
    const bare = { description: undefined, media_type: undefined, metadata_attributes: [] }
    expect(assetOf(template, bare)).toEqual({ name: 'Face #1', image })
    expect(assetOf({}, bare)).toEqual({ name: 'Face #1', image })
  })

  it('writes a value that is empty, and one that looks like a tag, as they were given', () => {
    const metadata_attributes = [
      { tag: '<color>', value: '' },
      { tag: '<b>', value: '$& <color>' },
    ]
    const template = { attributes: { C: '<color>', B: 'x <b>' } }
    expect(assetOf(template, { metadata_attributes })).toMatchObject({
      color: '',
      B: 'x $& <color>',
    })
  })

  it('splits long texts everywhere but in the name', () => {
    const long = 'é'.repeat(40)
    const pieces = ['é'.repeat(32), 'é'.repeat(8)]
    const asset = assetOf(
      { description: long, attributes: { Colour: '<color>' }, files: [{ src: long }] },
      {
        name: long,
        image: long,
        metadata_attributes: [{ tag: 'color', value: long }],
        custom_attributes: { more: long },
      },
    )
    expect(asset).toEqual({
      name: long,
      image: pieces,
      mediaType: 'image/png',
      description: pieces,
      color: pieces,
      files: [{ src: pieces }],
      more: pieces,
    })
  })

  it('keeps the first of two entries of one key', () => {
    const attributes = { name: 'other', Colour: '<color>', color: 'red' }
    const asset = assetOf({ attributes }, { custom_attributes: { color: 'green', image: 'x' } })
    expect(asset).toEqual({ ...own, color: 'blue' })
  })

  it('holds keys that mean something to JavaScript', () => {
    const custom_attributes = Object.fromEntries([
      ['__proto__', 'p'],
      ['constructor', 'c'],
      ['1', 'n'],
    ] as const)
    const asset_name = '__proto__'
    const content = { ...token, asset_name, custom_attributes }
    const metadata = tokenMetadata({ attributes: { x: '<toString>' } }, content, policy)
    expect(JSON.stringify(metadata['721'][policy])).toBe(
      `{"__proto__":{"1":"n",${JSON.stringify(own).slice(1, -1)},"__proto__":"p","constructor":"c"}}`,
    )
    expect(metadataBytes(metadata)).toBe(metadataCbor(metadata).length / 2)
  })
})

describe('the bytes of metadata', () => {
  // At most 55 bytes: the longest unit takes 11.
  const piece = text({ maxLength: 5 })
  const value = anyMetadatum(piece)

  it('are those that the library writes', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('721', '20', '4294967296'), value), (metadata) => {
        expect(metadataBytes(metadata)).toBe(metadataCbor(metadata).length / 2)
      }),
      { numRuns: 60 },
    )
  })

  it('are those of any token', () => {
    const attributes = fc.dictionary(piece, text({ maxLength: 300 }), { maxKeys: 40 })
    fc.assert(
      fc.property(attributes, piece, (custom_attributes, name) => {
        const metadata = tokenMetadata(undefined, { ...token, name, custom_attributes }, policy)
        expect(metadataBytes(metadata)).toBe(metadataCbor(metadata).length / 2)
      }),
      { numRuns: 40 },
    )
  })

  it('stand in the order of the JSON, with text as text', () => {
    const cbor = metadataCbor({ '721': { b: '0xab', a: ['1', ''] } })
    expect(cbor).toBe('a11902d1a261626430786162616182613160')
  })

  it('cannot hold a text or key over 64 bytes', () => {
    const long = 'x'.repeat(65)
    for (const inner of [{ name: long }, { [long]: 'x' }])
      expect(() => metadataCbor({ '721': inner })).toThrow(
        expect.objectContaining({ code: 'invalid' }),
      )
  })
})
