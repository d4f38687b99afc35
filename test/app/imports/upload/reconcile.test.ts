import { describe, expect, it } from 'vitest'
import { sameContent } from '#media/content/cid.ts'
import {
  differences,
  type ListedToken,
  listedToken,
  reconcile,
  type TokenToSend,
} from '#app/imports/upload/reconcile.ts'
import { namedItems } from '#app/imports/upload/uploader.ts'

const v0 = 'QmPZ9gcCEpqKTo6aq61g2nXGUhM4iCL3ewB6LDXZCtioEB'
/** The same block as {@link v0}, as CIDv1 in base32. */
const v1 = 'bafybeiasb5vpmaounyilfuxbd3lryvosl4yefqrfahsb2esg46q6tu6y5q'
const other = 'QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn'

const sent: TokenToSend = {
  assetName: 'One',
  row: 2,
  image: `ipfs://${v0}`,
  request: {
    asset_name: 'One',
    name: 'Number one',
    description: 'the first',
    media_type: 'image/png',
    metadata_attributes: [
      { tag: '<colour>', value: 'red' },
      { tag: '<shape>', value: 'round' },
    ],
    custom_attributes: { artist: 'me' },
  },
}

const held = (
  change: Partial<ListedToken> = {},
  fields: Partial<TokenToSend['request']> = {},
): ListedToken => ({
  id: 't1',
  assetName: 'One',
  image: sent.image,
  fingerprint: null,
  ...change,
  fields: { ...sent.request, ...fields },
})

describe('comparing a sent token with a held one', () => {
  it('is tested with two names of one block and one of another', () => {
    expect([sameContent(v0, v1), sameContent(v0, other)]).toEqual([true, false])
  })

  it.each<[string, ListedToken]>([
    ['as sent', held()],
    ['the CID in another version and base', held({ image: `ipfs://${v1}` })],
    ['the CID behind a gateway', held({ image: `https://gateway.example/ipfs/${v1}` })],
    ['a value in one piece', held({}, { custom_attributes: { artist: ['me'] } })],
    ['no image yet', held({ image: null })],
    ['another media type', held({}, { media_type: 'image/webp' })],
    [
      'attributes in another order',
      held({}, { metadata_attributes: sent.request.metadata_attributes?.toReversed() ?? [] }),
    ],
  ])('takes it for the same: %s', (_, token) => {
    expect(differences(sent, token)).toEqual([])
  })

  it.each<[string, ListedToken]>([
    ['name', held({}, { name: 'Number 1' })],
    ['description', held({}, { description: 'the second' })],
    ['image', held({ image: `ipfs://${other}` })],
    ['image', held({ image: `ipfs://${v0}/one.png` })],
    ['metadata_attributes', held({}, { metadata_attributes: [{ tag: '<colour>', value: 'red' }] })],
    [
      'metadata_attributes',
      held(
        {},
        {
          metadata_attributes: [
            { tag: '<colour>', value: 'red' },
            { tag: '<shape>', value: 'square' },
          ],
        },
      ),
    ],
    ['custom_attributes', held({}, { custom_attributes: {} })],
    ['custom_attributes', held({}, { custom_attributes: { artist: 'you' } })],
  ])('a held token with another %s differs from the sent one', (field, token) => {
    expect(differences(sent, token)).toEqual([field])
  })

  it('cannot tell the image of a web address, so the rest decides', () => {
    const web = { ...sent, image: 'https://example.org/one.png' }
    expect(differences(web, held({ image: `ipfs://${other}` }))).toEqual([])
    expect(differences(web, held({ image: `ipfs://${other}` }, { name: 'x' }))).toEqual(['name'])
  })

  it('reads what services answer: bare tags, nulls, an image in pieces', () => {
    const answered = listedToken({
      id: 't1',
      asset_name: 'One',
      name: 'Number one',
      status: 'FOR_SALE',
      description: null,
      image: ['ipfs://', v0],
      metadata_attributes: [{ name: null, tag: 'colour', value: 'red' }],
      custom_attributes: null,
      created_at: '',
      updated_at: '',
    })
    const bare: TokenToSend = {
      ...sent,
      request: {
        asset_name: 'One',
        name: 'Number one',
        metadata_attributes: [{ tag: '<colour>', value: 'red' }],
      },
    }
    expect(differences(bare, answered)).toEqual([])
  })
})

describe('reconciling a batch', () => {
  const two: TokenToSend = { ...sent, assetName: 'Two', row: 3 }
  const three: TokenToSend = { ...sent, assetName: 'Three', row: 4 }

  it('tells apart what is there, what is taken and what is missing', () => {
    const outcomes = reconcile(
      [sent, two, three],
      [held(), held({ id: 't2', assetName: 'Two', image: `ipfs://${other}` })],
    )
    expect(outcomes).toMatchObject([
      { assetName: 'One', kind: 'added', token: { id: 't1' } },
      { assetName: 'Two', kind: 'failed', error: { code: 'conflict' } },
      { assetName: 'Three', kind: 'again' },
    ])
    expect(outcomes[1]).toHaveProperty(
      'error.message',
      'Row 3: the collection already holds token t2 with asset name "Two" but another image. Give the row another asset name, or change or delete that token.',
    )
  })

  it('finds the equal one among several of the same name', () => {
    const wrong = held({ id: 'wrong', image: `ipfs://${other}` })
    expect(reconcile([sent], [wrong, held({ id: 'right' })])).toMatchObject([
      { kind: 'added', token: { id: 'right' } },
    ])
  })

  it('does not take a name in another case for the same', () => {
    expect(reconcile([sent], [held({ assetName: 'one' })])).toMatchObject([{ kind: 'again' }])
  })
})

describe('reading which items an error names', () => {
  const named = (message: string) => [...namedItems(message, 25)]

  it.each<[string, readonly (readonly [number, string])[]]>([
    [
      'tokens[3].name: 33 characters, at most 32 allowed',
      [[3, 'name: 33 characters, at most 32 allowed']],
    ],
    [
      'The service could not add the tokens: tokens[0].name: too long; tokens[12].image: not an image.',
      [
        [0, 'name: too long'],
        [12, 'image: not an image.'],
      ],
    ],
    ['tokens[1].name: a; tokens[1].image: b', [[1, 'name: a; image: b']]],
    [
      'tokens.4.name must be longer; tokens.5.image must be a string',
      [
        [4, 'name: must be longer'],
        [5, 'image: must be a string'],
      ],
    ],
    ['tokens[99].name: not of this request', []],
    ['something is wrong', []],
    ['', []],
  ])('the items that an error names are read: %s', (message, blamed) => {
    expect(named(message)).toEqual(blamed)
  })
})
