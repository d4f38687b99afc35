import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { metadataJson, type MetadataJson } from '#contract/signing/transactions.ts'
import { readCborItem } from '#cardano/cbor-items.ts'
import { inspectTransaction } from '#cardano/transactions/inspect/inspect.ts'
import { metadatumJson } from '#cardano/transactions/inspect/metadatum.ts'
import { writeEditable, type Editable } from '../editable.ts'
import { bytes, map, raw, text } from '../raw.ts'

const policyId = '7e'.repeat(28)
const image = 'ipfs://QmbQDvKJeo2NgGcGdnUiUFibTzuKNK5Uij7jzmK8ZccmWp'
const minted = (...names: readonly string[]) =>
  map([bytes(policyId), map(...names.map((name): [Editable, Editable] => [text(name), 1n]))])
const inspectLabel = (label: bigint, value: Editable, ...names: readonly string[]) => {
  const { metadata } = inspectTransaction(
    raw({ mint: minted(...names), metadata: [[label, value]] }),
  )
  if (metadata === null) throw new Error('no metadata')
  return metadata
}
const nfts = (value: Editable, ...names: readonly string[]) => inspectLabel(721n, value, ...names)

/** What `metadataJson` says, read back: proof that nothing is lost. */
const itemOf = (json: MetadataJson): Editable => {
  if (typeof json === 'string') return json
  if (typeof json === 'number') return BigInt(json)
  if (Array.isArray(json)) return json.map(itemOf)
  const entries = Object.entries(json)
  const [key, value] = entries.length === 1 ? (entries[0] ?? []) : []
  if (key === 'bytes' && typeof value === 'string') return bytes(value)
  if (key === 'int' && typeof value === 'string') return BigInt(value)
  if (key === 'map' && Array.isArray(value))
    return map(...value.map((pair): [Editable, Editable] => [itemOf(pair.k), itemOf(pair.v)]))
  return map(...entries.map(([name, inner]): [Editable, Editable] => [name, itemOf(inner)]))
}

const key = fc.oneof(
  fc.constantFrom('bytes', 'int', 'map', 'k', '__proto__', '7', '07', 'constructor', ''),
  fc.string(),
)
const { item } = fc.letrec<{ item: Editable }>((tie) => ({
  item: fc.oneof(
    { depthSize: 'small' },
    fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n - 1n }),
    key,
    fc.uint8Array({ maxLength: 64 }),
    fc.array(tie('item'), { maxLength: 4 }),
    fc
      .array(fc.tuple(fc.oneof({ arbitrary: key, weight: 5 }, tie('item')), tie('item')), {
        maxLength: 4,
      })
      .map((entries): Editable => ({ entries })),
  ),
}))

describe('metadata as JSON', () => {
  it('loses nothing, and stands what JSON and its schema do to it', () => {
    fc.assert(
      fc.property(item, (value) => {
        const json = metadatumJson(readCborItem(writeEditable(value)))
        const sent = metadataJson.parse(JSON.parse(JSON.stringify(json)))
        expect(itemOf(sent)).toEqual(value)
      }),
      { numRuns: 500 },
    )
  })

  it('is plain where it can be', () => {
    const value = map(['a', 1n], ['b', ['x', map(['c', bytes('00')])]])
    const { labels } = inspectLabel(20n, value)
    expect(labels).toEqual([{ label: '20', json: { a: 1, b: ['x', { c: { bytes: '00' } }] } }])
  })
})

describe('CIP-25 as wallets read it', () => {
  const token = (...fields: [Editable, Editable][]) =>
    map(['name', 'Fern'], ['image', image], ...fields)
  const v1 = (name: Editable, content: Editable, ...more: [Editable, Editable][]) =>
    map([policyId, map([name, content])], ...more)

  it('version 1 names policies and tokens in text, and puts pieces together', () => {
    const content = map(
      ['name', 'Fern'],
      ['image', ['ipfs://', image.slice(7)]],
      ['mediaType', 'image/png'],
      ['description', ['a ', 'leaf']],
      ['Paper', 'Rag'],
      ['7', 1n],
    )
    expect(nfts(v1('Fern01', content, ['version', '1.0']), 'Fern01')).toMatchObject({
      version: 1,
      errors: [],
      nfts: [
        {
          policyId,
          nameHex: '4665726e3031',
          assetName: 'Fern01',
          isMinted: true,
          name: 'Fern',
          image,
          mediaType: 'image/png',
          description: 'a leaf',
          attributes: [
            { key: 'Paper', value: 'Rag' },
            { key: '7', value: 1 },
          ],
        },
      ],
    })
  })

  it.each([1n, '1', 1n, '1.0'])('takes %s for version 1', (version) => {
    expect(nfts(v1('A', token(), ['version', version]), 'A')).toMatchObject({
      version: 1,
      errors: [],
    })
  })

  it.each([2n, '2', '2.0'])('takes %s for version 2, which names in bytes', (version) => {
    const value = map([bytes(policyId), map([text('A'), token()])], ['version', version])
    expect(nfts(value, 'A')).toMatchObject({
      version: 2,
      errors: [],
      nfts: [{ assetName: 'A', isMinted: true }],
    })
  })

  it.each([
    ['version_missing', map([bytes(policyId), map([text('A'), token()])])],
    ['version_mixed', v1('A', token(), ['version', 2n])],
    ['version_unknown', v1('A', token(), ['version', 3n])],
    ['name_in_hex', v1('41', token())],
    ['not_minted', v1('B', token())],
    ['policy_unreadable', map(['publisher', map()])],
    ['not_a_map', map([policyId, 'text'])],
    ['not_a_map', v1('A', 'text')],
    ['not_a_map', ['a']],
    ['name_missing', v1('A', map(['image', image]))],
    ['name_missing', v1('A', map(['name', ['Fe', 'rn']], ['image', image]))],
    ['image_missing', v1('A', map(['name', 'Fern']))],
    ['image_missing', v1('A', map(['name', 'Fern'], ['image', []]))],
    ['image_without_scheme', v1('A', map(['name', 'Fern'], ['image', image.slice(7)]))],
    ['text_too_long', v1('A', token(['Paper', 'x'.repeat(65)]))],
    ['text_too_long', v1('A', token(['x'.repeat(65), 'y']))],
    ['text_too_long', v1('A', token(['Paper', 'ä'.repeat(33)]))],
    ['key_twice', v1('A', token(['Paper', 'x'], ['Paper', 'y']))],
  ] satisfies [string, Editable][])('CIP-25 metadata has the error %s', (error, value) => {
    expect(nfts(value, 'A').errors.map((one) => one.error)).toContain(error)
  })

  it('says where an error is', () => {
    const value = v1('A', token(['files', [map(['src', 'x'.repeat(65)])]]))
    expect(nfts(value, 'A').errors).toEqual([
      { error: 'text_too_long', at: `721.${policyId}.A.files[0].src` },
    ])
  })
})

describe('CIP-27', () => {
  const royalty = (...fields: [Editable, Editable][]) => inspectLabel(777n, map(...fields)).royalty

  it('reads rate and address, which may be in pieces', () => {
    expect(royalty(['rate', '0.125'], ['addr', ['addr1', 'xyz']])).toEqual({
      rate: '0.125',
      address: 'addr1xyz',
      usesOldKey: false,
    })
    expect(royalty(['pct', '.2'], ['addr', 'addr1'])).toMatchObject({
      rate: '.2',
      usesOldKey: true,
    })
  })

  it.each(['1.5', '12%', '-0.1', '', '1e-1', 1n])('takes %s for no rate', (rate) => {
    expect(royalty(['rate', rate], ['addr', 'addr1'])).toMatchObject({ rate: null })
  })
})
