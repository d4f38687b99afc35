import { expect, test } from 'vitest'
import {
  collectionFields,
  exampleCollectionFile,
} from '#cli/commands/collection/collection-fields.ts'
import { addressPieces } from '#contract/royalty/royalty-text.ts'
import { readCollectionFile } from '#app/collections/collection-file.ts'
import sample from '../../resources/sample-collection.json' with { type: 'json' }

const cid = 'QmNLei78zWmzUdbeRB3CiUfAizWUrbeeZh5K1rhAQKCh51'
const read = (request: unknown) =>
  readCollectionFile('c.json', new TextEncoder().encode(JSON.stringify(request)))
const withMetadata = (metadata: object) => ({
  ...sample,
  metadata: { ...sample.metadata, ...metadata },
})

test('the sample collection, and one image for all tokens under its CID, are read', () => {
  expect(read(sample)).toMatchObject({ name: sample.name, metadata: sample.metadata })
  for (const image of [`ipfs://${cid}`, `ipfs://${cid}/1.png`, 'ipfs://<cid>', '<image>', ''])
    expect(read(withMetadata({ image })).metadata?.image).toBe(image)
})

test.each([
  ['a field', { ...sample, royalties: {} }, 'royalties: no such field'],
  [
    'a field of the policy',
    { ...sample, policy: { lock: false, locked: true } },
    'policy.locked: no such field',
  ],
  ['a field of the metadata', withMetadata({ atributes: {} }), 'metadata.atributes: no such field'],
  [
    'a field of a file',
    withMetadata({ files: [{ src: 'x', mediaType: 'image/png' }] }),
    'metadata.files[0].mediaType: no such field',
  ],
  [
    'a field of the royalty',
    { ...sample, royalty: { ...sample.royalty, percent: 5 } },
    'royalty.percent: no such field',
  ],
  [
    'a field of a payout share',
    { ...sample, payout_address: [{ addr: 'a', ratio: 1, share: 2 }] },
    'payout_address[0].share: no such field',
  ],
])('%s that the interface does not know is refused by its name', (_, request, message) => {
  expect(() => read(request)).toThrow(message)
})

test('every unknown field is named, and with it every other error', () => {
  const attempt = () => read({ ...sample, name: '', lok: true, colour: 1 })
  expect(attempt).toThrow(/name: empty.*lok: no such field.*colour: no such field/u)
})

test('a lock time without a lock is refused', () => {
  const policy = { lock: false, lock_time: '2030-01-01T00:00:00Z' }
  expect(() => read({ ...sample, policy })).toThrow(
    /policy\.lock_time: given, but policy\.lock is/u,
  )
  expect(read({ ...sample, policy: { ...policy, lock: true } }).policy.lock).toBe(true)
  expect(read({ ...sample, policy: { lock: false, lock_time: null } }).policy.lock).toBe(false)
})

test.each(['<plant', 'A <plant', '<plant #<number>'])(
  'the unclosed tag in %j is refused, and says where it stands',
  (text) => {
    const metadata = { attributes: { plant: text } }
    expect(() => read(withMetadata(metadata))).toThrow(
      /metadata\.attributes\.plant: "<plant.*not closed/u,
    )
  },
)

test('a bracket that opens no tag is text', () => {
  const attributes = { mood: 'I <3 plants', note: '1 < 2 > 0' }
  expect(read(withMetadata({ attributes })).metadata?.attributes).toEqual(attributes)
})

test.each(['plant.png', 'https://example.com/plant.png', `ipfs://${cid.slice(1)}`, cid, 'ipfs://'])(
  'a fixed image that is no CID is refused: %s',
  (image) => {
    expect(() => read(withMetadata({ image }))).toThrow(/metadata\.image: .* is no IPFS address/u)
  },
)

test.each([
  [
    'nothing where a field is required',
    { ...sample, payout_address: undefined },
    'payout_address: required',
  ],
  [
    'a value of another type',
    { ...sample, policy: { lock: 'yes' } },
    'policy.lock: must be true or false',
  ],
  [
    'a share that is no share',
    { ...sample, payout_address: ['a'] },
    'payout_address[0]: must be an object',
  ],
  [
    'a list',
    [],
    'c.json is not a collection request. It must be one JSON object, which begins with {.',
  ],
  [
    'no value',
    null,
    'c.json is not a collection request. It must be one JSON object, which begins with {.',
  ],
])('%s is refused in plain words', (_, request, message) => {
  expect(() => read(request)).toThrow(message)
})

test('a royalty has its percentage with the sign, and its address as one text', () => {
  const address = sample.payout_address
  const royaltyOf = (rate: unknown) => read({ ...sample, royalty: { rate, address } }).royalty
  expect(royaltyOf('5%')).toEqual({ rate: '0.05', address: addressPieces(address) })
  expect(royaltyOf('12.5 %')?.rate).toBe('0.125')
  expect(royaltyOf(1)?.rate).toBe(1)
  expect(() => royaltyOf(5)).toThrow('royalty.rate: 5 is above 1, which is 100 %; write "5%"')
  expect(() => royaltyOf('101%')).toThrow('royalty.rate: "101%" is no percentage from 0% to 100%')
  expect(() => royaltyOf('5')).toThrow('royalty.rate')
})

test('the example has every field that the help lists for a new policy, and is read', () => {
  expect(read(exampleCollectionFile)).toMatchObject({ royalty: { rate: '0.05' } })
  const fields = Object.entries(exampleCollectionFile).flatMap(([field, value]) =>
    ['policy', 'metadata', 'royalty'].includes(field)
      ? Object.keys(value).map((name) => `${field}.${name}`)
      : [field],
  )
  const ofKnownPolicies = ['policy.policy_id', 'policy.script', 'policy.signing_keys']
  expect([...fields, ...ofKnownPolicies].toSorted()).toEqual(
    Object.keys(collectionFields).toSorted(),
  )
})
