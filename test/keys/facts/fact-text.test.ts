import { describe, expect, it } from 'vitest'
import { writeBech32 } from '#cardano/bech32.ts'
import { KeyHash, PolicyId } from '#cardano/ids.ts'
import { factText } from '#keys/facts/fact-text.ts'
import { factWords } from '#keys/facts/fact-words.ts'
import { type Facts, type SealKind, sealKinds, type Statement } from '#keys/seal/seal.ts'
import { paymentKeyStatement } from '#studio/mints/payment-key.ts'
import {
  deliveryStatement,
  deliveryTimeStatement,
  saleStatement,
  walletStatement,
} from '#studio/sales/statements.ts'
import {
  collectionStatement,
  orderStatement,
  royaltyStatement,
  tokenStatement,
} from '#studio/seals/statements.ts'
import { newTestWallet } from '../../studio/test-wallet.ts'

const address = 'addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz'
const network = 'preprod'

const text = (kind: SealKind, facts: Facts, name: string | null = null): string =>
  factText({ kind, network, collection: 'c1', id: 'x1', facts }, name)

const collection = {
  id: 'c1',
  payout_address: [{ addr: address, ratio: 1, name: 'Ada' }],
  royalty: { rate: '0.05', address: [address] },
  policy_id: PolicyId('ab'.repeat(28)),
  script: { type: 'sig' as const, keyHash: 'cd'.repeat(28) },
  key_hashes: [],
  metadata: { description: 'All of them' },
}

const token = {
  id: 't1',
  collection_id: 'c1',
  asset_name: 'Fern',
  name: 'A fern',
  description: 'From the woods',
  media_type: 'image/png',
  image: 'ipfs://fern',
  description_pieces: ['From ', 'the woods'],
  image_pieces: ['ipfs://', 'fern'],
  image_media_type: 'image/jpeg',
  metadata_attributes: [{ tag: '<ink>', value: 'sepia' }],
  custom_attributes: { artist: 'Ada' },
  price: 25_000_000n,
  status: 'OPEN' as const,
  is_held_back: true,
  created_at: '2026-11-23T00:00:00.000Z',
  updated_at: '2026-11-23T00:00:00.000Z',
}

const sale = {
  id: 's1',
  collection_id: 'c1',
  price: 3_000_000n,
  confirmations: 5,
  wallet_id: 'w1',
  wallet_index: 7,
  delivers_within: 172_800,
  max_per_buyer: 2,
}

/** One statement of each kind that a studio makes, with every field that it can have. */
const statements: readonly Statement[] = [
  collectionStatement(network, collection),
  royaltyStatement(network, collection),
  tokenStatement(network, token),
  saleStatement(network, sale, [{ token_id: 't1' }, { token_id: 't2' }]),
  deliveryStatement(network, sale, address),
  deliveryTimeStatement(network, 'c1', 3_600),
  walletStatement(network, { id: 'w1', account_key: newTestWallet().wallet.accountKey }),
  paymentKeyStatement(network, {
    collection_id: 'c1',
    key_hash: KeyHash('ef'.repeat(28)),
    address,
  }),
  orderStatement(network, {
    mintId: 'm1',
    collectionId: 'c1',
    kind: 'burn',
    transactions: ['aa'],
    tokens: { '4665726e': address },
    receivers: [address],
    burned: { '4665726e': '1' },
    held: true,
  }),
  {
    kind: 'address',
    network: 'testnet',
    collection: null,
    id: address,
    facts: { label: 'My cold wallet', confirmedAt: '2026-11-23T00:00:00.000Z' },
  },
  { kind: 'key', network: null, collection: null, id: 'ab'.repeat(28), facts: {} },
]

/** The texts and numbers of a value, however deep. */
const leaves = (value: unknown): readonly string[] =>
  typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(leaves)
    : typeof value === 'string' || typeof value === 'number'
      ? [String(value)]
      : []

/** Shown in another form, which the next test compares. */
const inOtherForm = new Set(['price', 'seconds', 'delivers_within', 'rate', 'ratio'])
const withoutOthers = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (name, inner: unknown) => (inOtherForm.has(name) ? undefined : inner)),
  )

describe('A fact in words', () => {
  it('has every field of every statement that is sealed, whatever kind it is', () => {
    expect(new Set(statements.map(({ kind }) => kind))).toEqual(new Set(sealKinds))
    for (const about of statements) {
      const { kind, id, facts } = about
      // A field that is added to a statement is added here, with its words.
      expect(Object.keys(facts).toSorted(), kind).toEqual(Object.keys(factWords[kind]).toSorted())
      const shown = factText(about, null)
      for (const leaf of leaves(withoutOthers({ id, facts }))) expect(shown).toContain(leaf)
    }
  })

  it('of a token without pieces are those of before, whose seals stay valid', () => {
    const none = {
      description_pieces: null,
      image_pieces: null,
      image_media_type: null,
      is_held_back: false,
    }
    expect(Object.keys(tokenStatement(network, { ...token, ...none }).facts)).toEqual([
      'price',
      'asset_name',
      'name',
      'description',
      'media_type',
      'image',
      'metadata_attributes',
      'custom_attributes',
    ])
  })

  it('has prices, shares and times as people read them', () => {
    const [ofCollection, ofRoyalty, ofToken, ofSale, ofDelivery, ofTime] = statements.map((about) =>
      factText(about, null),
    )
    expect(ofCollection).toBe(
      `collection on preprod: paid out 100% to ${address} ("Ada"); royalty 5% of every later sale to ${address}; policy "${'ab'.repeat(28)}"; script {"type":"sig","keyHash":"${'cd'.repeat(28)}"}; keys that came with it: none; metadata {"description":"All of them"}; id "c1"`,
    )
    expect(ofRoyalty).toContain(`royalty 5% of every later sale to ${address}; its token is minted`)
    expect(ofToken).toBe(
      'token on preprod: price 25 ADA; asset name "Fern"; name "A fern"; description "From the woods"; media type "image/png"; image "ipfs://fern"; description in pieces ["From ","the woods"]; image in pieces ["ipfs://","fern"]; media type of the image "image/jpeg"; attributes for tags [{"tag":"<ink>","value":"sepia"}]; attributes of its own {"artist":"Ada"}; held back from sale; collection "c1"; id "t1"',
    )
    expect(ofSale).toBe(
      'sale on preprod: 3 ADA each; for the tokens "t1", "t2"; a payment counts after 5 confirmations; paid into the wallet "w1"; at its address number 7; signed within 2 days of the payment; at most 2 tokens of the collection for one buyer; collection "c1"; id "s1"',
    )
    expect(ofDelivery).toContain(`the tokens go to ${address}`)
    expect(ofTime).toContain('within 1 hour of the payment')
  })

  it('says which address is a script’s', () => {
    const script = writeBech32('addr_test', Uint8Array.of(0x70, ...new Uint8Array(28)))
    const shown = `to ${script} (that of a script, not of a key)`
    expect(text('delivery', { address: script })).toContain(`the tokens go ${shown}`)
    expect(text('collection', { payout_address: script })).toContain(`paid out ${shown}`)
  })

  it('refuses a field that it has no words for', () => {
    expect(() => text('token', { price: '1', fee: '99' })).toThrow(
      /the token with the id "x1" has the field "fee", which this version cannot show/u,
    )
    expect(() => text('token', { ['__proto__']: 1 })).toThrow(/"__proto__"/u)
  })

  it('shows values that no studio states as they are, with all that is in them', () => {
    expect(text('token', { price: 'much' })).toContain('price "much"; collection "c1"; id "x1"')
    expect(text('royalty', {})).toBe('royalty of a collection on preprod: collection "c1"; id "x1"')
    const share = { addr: address, ratio: 1, and: 'more' }
    expect(text('collection', { payout_address: [share] })).toContain(JSON.stringify([share]))
    expect(text('collection', { payout_address: ` ${address}` })).toContain(`" ${address}"`)
  })
})
