import * as fc from 'fast-check'
import { describe, expect } from 'vitest'
import { anyRecord } from '#values/bounds/bounded.ts'
import { bytesOf } from '#values/text/text.ts'
import { walletContentOf } from '#contract/tokens/wallet-content.ts'
import { addTokensResponse, token as tokenSchema, type Token } from '#contract/tokens/token.ts'
import { TxId } from '#cardano/ids.ts'
import { splitText } from '#cardano/metadata.ts'
import { traitsOfToken } from '#cardano/token-traits.ts'
import { metadataOnChain, tokenOnChain } from '#app/mints/metadata-on-chain.ts'
import { fundingOf, mintOf, mintReaches, postMint } from '../mints/mint-harness.ts'
import { mintTest as it } from '../mints/mint-test.ts'
import {
  addTokens,
  createCollection,
  errorMessage,
  image,
  postTokens,
  testAddress,
  tokenBody,
} from '../open-studio.ts'

let count = 0
const nextName = () => `token ${(count += 1)}`

/** What the answer says of the token on chain. */
const chainOf = ({ metadata, asset_name: name }: Token): Readonly<Record<string, unknown>> => {
  const [policy] = Object.values(anyRecord.parse(metadata?.['721']))
  return anyRecord.parse(anyRecord.parse(policy)[name])
}

const pieces = ['ipfs://', 'QmRhTTbUrPYEw3mJGGhQqQST9k86v1DPBiTTWJGKDJsVFw']

const text = (maxBytes: number) =>
  fc
    .string({ unit: fc.constantFrom('a', 'é', '€', '😀', ' ', '<', '5') })
    .filter((value) => value !== '' && bytesOf(value) <= maxBytes)
const value = fc.oneof(
  text(300),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }),
  fc.array(text(64), { minLength: 1, maxLength: 6 }),
)

/** CIP-25 as this project writes it, said once more. */
const onChain = (sent: string | number | readonly string[]) =>
  Number.isInteger(sent) || Array.isArray(sent) ? sent : splitText(String(sent))

describe('Values of attributes', () => {
  it('come back as they were sent, and are shown as they are on chain', async ({ studio }) => {
    const { id } = await createCollection(studio, {
      metadata: { attributes: { Eyes: '<eye color>', Mood: '<mood>' } },
    })
    const given = fc.record({ eyes: value, mood: value, level: value })
    await fc.assert(
      fc.asyncProperty(given, async (sent) => {
        // JSON has no negative zero.
        const { eyes, mood, level }: typeof sent = JSON.parse(JSON.stringify(sent))
        const name = nextName()
        const [added] = await addTokens(
          studio,
          id,
          tokenBody(name, {
            metadata_attributes: [
              { tag: '<eye color>', value: eyes },
              { tag: '<mood>', value: mood },
            ],
            custom_attributes: { level },
          }),
        )
        const { body } = await studio.call('GET', `/nft/collections/${id}/tokens/${added?.id}`)
        const read = tokenSchema.parse(body)
        expect(read).toEqual(added)
        expect(read.metadata_attributes?.map(({ value }) => value)).toEqual([eyes, mood])
        expect(read.custom_attributes).toEqual({ level })
        expect(chainOf(read)).toMatchObject({
          'eye color': onChain(eyes),
          mood: onChain(mood),
          level: onChain(level),
        })
        const { traits } = walletContentOf({ metadata: read.metadata ?? {}, assetName: name })
        expect(traits.map((trait) => trait.value)).toEqual(
          traitsOfToken(read).map((trait) => trait.value),
        )
      }),
      { numRuns: 60 },
    )
  })

  it('have bounds, each with its words', async ({ studio }) => {
    const { id } = await createCollection(studio, { metadata: { attributes: { A: '<a b>' } } })
    const errorOf = async (wrong: unknown) =>
      errorMessage(
        await postTokens(
          studio,
          id,
          tokenBody(nextName(), { metadata_attributes: [{ tag: '<a b>', value: wrong }] }),
        ),
        400,
      ).replace('tokens[0].metadata_attributes[0].value', '')
    expect(await errorOf(2 ** 53)).toBe(
      ': a whole number beyond ±9,007,199,254,740,991, which JSON cannot hold exactly; send it as text',
    )
    expect(await errorOf(-1e300)).toMatch(/^: a whole number beyond/u)
    expect(await errorOf([])).toBe(': no piece, at least one required')
    expect(await errorOf(['a', ''])).toBe('[1]: empty, leave the piece out')
    expect(await errorOf(['é'.repeat(33)])).toBe(
      '[0]: 66 bytes in UTF-8, at most 64 allowed in one piece',
    )
    expect(await errorOf(Array.from({ length: 257 }, () => 'x'))).toBe(
      ': 257 pieces, at most 256 allowed',
    )
    expect(await errorOf(['a', 7])).toBe('[1]: must be a string')
    expect(await errorOf('a\ud800')).toMatch(/^: not valid Unicode/u)
  })

  it('are no lists inside a text, or where CIP-25 wants one piece', async ({ studio }) => {
    const { id } = await createCollection(studio, {
      metadata: { attributes: { A: 'no <n>' }, files: [{ src: '<work>', media_type: '<type>' }] },
    })
    const post = (values: Record<string, unknown>) => {
      const metadata_attributes = Object.entries(values).map(([tag, value]) => ({ tag, value }))
      return postTokens(studio, id, tokenBody(nextName(), { metadata_attributes }))
    }
    const message = errorMessage(await post({ n: ['a'], work: pieces, type: ['b'] }), 400)
    expect(message).toContain('metadata_attributes[0].value: a list, but the collection has <n>')
    expect(message).toContain('metadata_attributes[2].value: a list, but the collection has <type>')
    expect(message).not.toContain('<work>')
    const reply = await post({ n: 7, work: pieces, type: 'video/mp4' })
    const [added] = addTokensResponse.parse(reply.body).data
    expect(added && chainOf(added)).toMatchObject({
      A: 'no 7',
      files: [{ mediaType: 'video/mp4', src: pieces }],
    })
  })
})

describe('Lists of image and description', () => {
  it('stay lists on chain; the image is answered as one address', async ({ studio }) => {
    const { id } = await createCollection(studio)
    const description = ['A face, ', 'blue as ', 'x'.repeat(64)]
    const [added] = await addTokens(
      studio,
      id,
      tokenBody(nextName(), { image: pieces, description, price: 5_000_000 }),
    )
    expect(added).toMatchObject({ image, description })
    expect(added && chainOf(added)).toMatchObject({ image: pieces, description })
    expect(added?.warnings).toEqual([
      'image: a list stays a list on chain, which some wallets do not show; its 53 bytes fit one text',
    ])
    const path = `/nft/collections/${id}/tokens/${added?.id}`
    // The price is sealed with what it is for: a change proves that first.
    const { body } = await studio.call('PATCH', path, { name: 'Another name', price: 6_000_000 })
    expect(chainOf(tokenSchema.parse(body))).toMatchObject({ image: pieces, description })
    const changed = await studio.call('PATCH', path, { image, description: 'One text' })
    expect(changed.body).not.toHaveProperty('warnings')
    expect(chainOf(tokenSchema.parse(changed.body))).toMatchObject({
      image,
      description: 'One text',
    })
  })

  it('of an address that needs them get no warning', async ({ studio }) => {
    const { id } = await createCollection(studio)
    const long = ['ipfs://', 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi']
    const [added] = await addTokens(studio, id, tokenBody(nextName(), { image: long }))
    expect(added?.image).toBe(long.join(''))
    expect(added).not.toHaveProperty('warnings')
    expect(added && chainOf(added)).toMatchObject({ image: long })
  })

  it('of another address become that of the content, and wrong ones are named', async ({
    studio,
  }) => {
    const { id } = await createCollection(studio)
    const [added] = await addTokens(
      studio,
      id,
      tokenBody(nextName(), { image: ['https://ipfs.io/ipfs/', pieces[1]] }),
    )
    expect(added && chainOf(added)).toMatchObject({ image })
    const errorOf = async (changes: object) =>
      errorMessage(await postTokens(studio, id, tokenBody(nextName(), changes)), 400)
    expect(await errorOf({ image: ['ipfs://', 'x'.repeat(65)] })).toContain(
      'tokens[0].image[1]: 65 bytes',
    )
    expect(await errorOf({ image: ['ipfs://', 'nothing'] })).toContain('tokens[0].image: not an')
    expect(await errorOf({ description: ['ok', 7] })).toBe(
      'tokens[0].description[1]: must be a string',
    )
  })
})

describe('A word that stands alone in a field of the template', () => {
  const template = {
    image: '<image>',
    media_type: '<mime_type>',
    files: [{ name: 'Still', media_type: '<mime_type>', src: '<image>' }],
  }

  it('means that field elsewhere; every other tag of files is required', async ({ studio }) => {
    const { id } = await createCollection(studio, { metadata: template })
    const [added] = await addTokens(studio, id, tokenBody(nextName(), { media_type: 'image/png' }))
    expect(added && chainOf(added)).toMatchObject({
      mediaType: 'image/png',
      files: [{ name: 'Still', mediaType: 'image/png', src: image }],
    })
    const files = [...template.files, { src: '<video>', media_type: '<mime_type>' }]
    const other = await createCollection(studio, { metadata: { ...template, files } })
    expect(errorMessage(await postTokens(studio, other.id, tokenBody(nextName())), 400)).toBe(
      'tokens[0].metadata_attributes: no value for the tag <video>; every tag of the collection needs one',
    )
  })

  it('has the type of the bytes where the file is the image, and the label where not', async ({
    studio,
  }) => {
    const files = [...template.files, { src: 'ipfs://film', media_type: '<mime_type>' }]
    const { id } = await createCollection(studio, { metadata: { ...template, files } })
    const pixel =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
    const [added] = await addTokens(
      studio,
      id,
      tokenBody(nextName(), { image: pixel, media_type: 'video/mp4' }),
    )
    expect(added).toMatchObject({ media_type: 'video/mp4', warnings: [expect.any(String)] })
    expect(added && chainOf(added)).toMatchObject({
      mediaType: 'image/png',
      files: [{ mediaType: 'image/png' }, { mediaType: 'video/mp4' }],
    })
  })
})

it('the version of a template is answered and written as it was sent; others are refused', async ({
  studio,
}) => {
  for (const version of ['1', '1.0']) {
    const made = await createCollection(studio, { metadata: { version } })
    expect(made.metadata).toMatchObject({ version })
    const [added] = await addTokens(studio, made.id, tokenBody(nextName()))
    expect(added?.metadata?.['721']).toMatchObject({ version })
  }
  const { id } = await createCollection(studio)
  const patched = await studio.call('PATCH', `/nft/collections/${id}`, {
    metadata: { version: '2.0' },
  })
  expect(errorMessage(patched, 400)).toBe(
    'metadata.version: "2.0" is not supported; tokens are written in version "1.0" of CIP-25, so send "1.0" or "1", or leave it out',
  )
})

it('what is minted is what the answer said of it', async ({ harness, studio }) => {
  const { id, policy } = await createCollection(studio, {
    metadata: { version: '1', attributes: { Level: '<level>', Big: '<big>', Film: '<film>' } },
  })
  const values = { level: -7, big: Number.MAX_SAFE_INTEGER, film: ['red', 'blue'] }
  const metadata_attributes = Object.entries(values).map(([tag, value]) => ({ tag, value }))
  const changes = {
    metadata_attributes,
    custom_attributes: { weight: 0.1, zero: 0, low: -Number.MAX_SAFE_INTEGER },
    image: pieces,
    description: ['In two ', 'pieces'],
  }
  const added = await addTokens(studio, id, tokenBody('One', changes), tokenBody('Two', changes))
  await harness.fundAndWait((await fundingOf(studio, id)).address, 50_000_000n)
  const made = mintOf(
    await postMint(studio, id, { tokens: added.map((token) => token.id), to: testAddress }),
  )
  const { transactions } = await mintReaches(studio, made, 'completed')
  const chain = await metadataOnChain(
    harness.gateway,
    transactions.map(({ tx_id: txId }) => TxId(txId)),
  )
  expect(chain['721']).toMatchObject({ version: '1' })
  for (const token of added) {
    expect(tokenOnChain(chain, policy.policy_id, token.asset_name)).toEqual(chainOf(token))
    expect(chainOf(token)).toMatchObject({ ...values, weight: '0.1', zero: 0, image: pieces })
  }
})
