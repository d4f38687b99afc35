import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyRecord } from '#values/bounds/bounded.ts'
import { token } from '#contract/tokens/token.ts'
import { Cid, cidOf } from '#media/content/cid.ts'
import {
  addTokens,
  createCollection,
  listedNames,
  errorMessage,
  openStudio,
  postTokens,
  type TestStudio,
  tokenBody,
} from '../open-studio.ts'
import { type LoopbackServer, startLoopbackServer } from '../../support/loopback-server.ts'

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
const v0 = 'QmRhTTbUrPYEw3mJGGhQqQST9k86v1DPBiTTWJGKDJsVFw'
const v1 = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'

let studio: TestStudio
let id: string
beforeAll(async () => {
  studio = await openStudio({ allowPrivateUrls: true })
  id = (await createCollection(studio)).id
})
afterAll(() => studio.close())

let count = 0
const nextName = () => `token ${(count += 1)}`

const added = async (image: string, changes: object = {}) => {
  const [token] = await addTokens(studio, id, tokenBody(nextName(), { image, ...changes }))
  return token
}
const errorOf = async (image: string, changes: object = {}) =>
  errorMessage(await postTokens(studio, id, tokenBody(nextName(), { image, ...changes })), 400)

/** What a token's answer says of it on chain. */
const chainOf = (answered: unknown): unknown => {
  const { metadata, asset_name } = token.parse(answered)
  const [policy] = Object.values(anyRecord.parse(metadata?.['721']))
  return anyRecord.parse(policy)[asset_name]
}

/** A PNG of this many bytes: the pixel, and what a reader ignores behind it. */
const png = (bytes: number, seed: number) =>
  Buffer.concat([pixel, Buffer.alloc(bytes - pixel.length, seed)])

/** The beginning of a PNG that says it is animated, in its chunk acTL. */
const animated = Buffer.concat([
  pixel.subarray(0, 33),
  Buffer.from('000000086163544c000000010000000000000000', 'hex'),
  pixel.subarray(33),
])

/** The first box of an ISO base media file of this brand. */
const isoMedia = (brand: string) =>
  Buffer.concat([
    Buffer.from('00000018', 'hex'),
    Buffer.from(`ftyp${brand}`, 'latin1'),
    Buffer.alloc(64),
  ])

describe('image as base64', () => {
  it.each(['', ' \n', 'data:image/png;base64,', ' data:image/png;base64,', 'data:;base64,'])(
    'is stored and answered as ipfs://<cid> (%s)',
    async (prefix) => {
      const token = await added(prefix + pixel.toString('base64'))
      const cid = await cidOf(pixel)
      expect(token?.image).toBe(`ipfs://${cid}`)
      expect(token?.media_type).toBe('image/png')
      expect(studio.content.get(Cid(cid))).toMatchObject({ size: pixel.length })
    },
  )

  it('may be broken into lines', async () => {
    const lines = pixel.toString('base64').replaceAll(/.{20}/gu, '$&\r\n')
    expect((await added(lines))?.image).toBe(`ipfs://${await cidOf(pixel)}`)
  })

  it('keeps a wrong media_type, and writes on chain what the bytes are, with a warning', async () => {
    const data = pixel.toString('base64')
    const token = await added(data, { media_type: 'image/jpg' })
    expect(token?.media_type).toBe('image/jpg')
    expect(chainOf(token)).toMatchObject({ mediaType: 'image/png' })
    expect(token?.warnings).toEqual([
      'media_type: the image is image/png, not image/jpg: its mediaType on chain is image/png',
    ])
    const right = await added(data, { media_type: 'IMAGE/PNG' })
    expect(right).not.toHaveProperty('warnings')
    expect([right?.media_type, chainOf(right)]).toMatchObject([
      'IMAGE/PNG',
      { mediaType: 'IMAGE/PNG' },
    ])
  })

  it('is what the bytes are on chain too where the collection labels all tokens', async () => {
    const { id: labelled } = await createCollection(studio, {
      metadata: { media_type: 'image/jpeg' },
    })
    const body = tokenBody(nextName(), { image: pixel.toString('base64') })
    const [token] = await addTokens(studio, labelled, body)
    expect(chainOf(token)).toMatchObject({ mediaType: 'image/png' })
    expect(token?.warnings).toEqual([expect.stringContaining('is image/png, not image/jpeg')])
  })

  it('of a data: URI is what its bytes are, whatever the URI says', async () => {
    const token = await added(`data:image/gif;base64,${pixel.toString('base64')}`)
    expect([token?.media_type, chainOf(token)]).toMatchObject([
      'image/png',
      { mediaType: 'image/png' },
    ])
  })

  it('keeps its type while the label changes, and loses it with another image', async () => {
    const token = await added(pixel.toString('base64'))
    const path = `/nft/collections/${id}/tokens/${token?.id}`
    const patched = async (change: object) => {
      const { body } = await studio.call('PATCH', path, change)
      return { chain: chainOf(body), body }
    }
    const wrong = await patched({ media_type: 'image/gif' })
    expect(wrong).toMatchObject({
      chain: { mediaType: 'image/png' },
      body: { media_type: 'image/gif', warnings: [expect.stringContaining('not image/gif')] },
    })
    const unseen = await patched({ image: `ipfs://${v0}`, media_type: 'image/gif' })
    expect(unseen.chain).toMatchObject({ mediaType: 'image/gif' })
    expect(unseen.body).not.toHaveProperty('warnings')
  })

  it.each([
    ['an animated PNG', 'image/png', animated],
    ['an M4V video', 'video/mp4', isoMedia('M4V ')],
    ['an MP4 of sound alone', 'audio/mp4', isoMedia('isom')],
    ['an M4A', 'audio/mp4', isoMedia('M4A ')],
  ])('%s may be labelled %s', async (_, media_type, bytes) => {
    const token = await added(bytes.toString('base64'), { media_type })
    expect(token?.media_type).toBe(media_type)
    expect(chainOf(token)).toMatchObject({ mediaType: media_type })
  })

  it('of sound is no video on chain', async () => {
    const token = await added(isoMedia('M4A ').toString('base64'), { media_type: 'video/mp4' })
    expect(token?.media_type).toBe('video/mp4')
    expect(chainOf(token)).toMatchObject({ mediaType: 'audio/x-m4a' })
  })

  it('must be image, audio or video', async () => {
    for (const text of ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'plain text', '%PDF-1.7 x'])
      expect(await errorOf(Buffer.from(text).toString('base64'))).toMatch(
        /is no image, audio or video/u,
      )
  })

  it('must be valid, and every invalid item is named', async () => {
    const replies = await postTokens(
      studio,
      id,
      tokenBody(nextName(), { image: 'not base64 at all!' }),
      tokenBody(nextName(), { image: pixel.toString('base64') }),
      tokenBody(nextName(), { image: `${pixel.toString('base64').slice(0, -8)}*` }),
    )
    const message = errorMessage(replies, 400)
    expect(message).toMatch(/^tokens\[0\]\.image: not valid base64.*; tokens\[2\]\.image: /u)
    expect(message).not.toContain('tokens[1]')
  })

  it('works for 25 tokens of 1 MiB in one request', async () => {
    const { id } = await createCollection(studio)
    const tokens = Array.from({ length: 25 }, (_, index) =>
      tokenBody(`big ${index}`, { image: png(1024 * 1024, index).toString('base64') }),
    )
    const answered = await addTokens(studio, id, ...tokens)
    expect(new Set(answered.map((token) => token.image)).size).toBe(25)
    expect(answered[24]?.image).toBe(`ipfs://${await cidOf(png(1024 * 1024, 24))}`)
  })

  it('is not stored when anything else of the request is wrong', async () => {
    const bytes = png(2000, 99)
    const token = tokenBody(nextName(), { image: bytes.toString('base64') })
    errorMessage(await postTokens(studio, id, token, tokenBody('x')), 400)
    errorMessage(
      await postTokens(
        studio,
        id,
        token,
        tokenBody('ok', { metadata_attributes: [{ tag: 'hat', value: 'x' }] }),
      ),
      400,
    )
    errorMessage(await postTokens(studio, id, token, token), 409)
    expect(studio.content.get(Cid(await cidOf(bytes)))).toBeUndefined()
  })
})

describe('image that is pinned already', () => {
  it.each([
    [`ipfs://${v0}`, `ipfs://${v0}`],
    [`ipfs://${v1}`, `ipfs://${v1}`],
    [`ipfs://${v0}/art/1.png`, `ipfs://${v0}/art/1.png`],
    [`ipfs://ipfs/${v0}`, `ipfs://${v0}`],
    [` ipfs://${v0}\n`, `ipfs://${v0}`],
    [`https://ipfs.io/ipfs/${v0}`, `ipfs://${v0}`],
    [`https://ipfs.io/ipfs/${v0}/`, `ipfs://${v0}`],
    [`https://ipfs.io/ipfs/${v0}/1.png?filename=x`, `ipfs://${v0}/1.png`],
    [`http://127.0.0.1:8080/ipfs/${v1}`, `ipfs://${v1}`],
    [`https://${v1}.ipfs.dweb.link`, `ipfs://${v1}`],
    [`https://${v1}.ipfs.dweb.link/1.png`, `ipfs://${v1}/1.png`],
  ])('the pinned image %s becomes %s', async (sent, answered) => {
    expect((await added(sent))?.image).toBe(answered)
  })

  it.each([
    'ipfs://',
    'ipfs://QmNotACid',
    `ipfs://${v0}/../x`,
    `ipfs://${v0}?x=1`,
    'ar://something',
    'file:///etc/passwd',
    'data:image/png,abc',
    'https://',
  ])('a pinned image is refused: %s', async (image) => {
    expect(await errorOf(image)).toMatch(/^tokens\[0\]\.image: /u)
  })

  it.each([v0, v1])('is not meant by the CID %s alone, and the error says what is', async (cid) => {
    expect(await errorOf(cid)).toContain(`write ipfs://${cid}`)
  })
})

describe('image on a web server', () => {
  let server: LoopbackServer
  let url: string
  beforeAll(async () => {
    server = await startLoopbackServer(({ path }, _message, response) => {
      if (path === '/pixel.png') response.end(pixel)
      else if (path === '/page') response.end('<html>')
      else response.writeHead(404).end()
    })
    url = server.url
  })
  afterAll(() => server.close())

  it('is fetched and stored', async () => {
    const token = await added(`${url}/pixel.png`)
    expect(token).toMatchObject({ image: `ipfs://${await cidOf(pixel)}`, media_type: 'image/png' })
  })

  it('names the item whose image cannot be fetched or is none, and stores no token', async () => {
    const { id } = await createCollection(studio)
    const reply = await postTokens(
      studio,
      id,
      tokenBody('aa', { image: `${url}/pixel.png` }),
      tokenBody('bb', { image: `${url}/missing` }),
      tokenBody('cc', { image: `${url}/page` }),
    )
    const message = errorMessage(reply, 400)
    expect(message).toContain('tokens[1].image: the server answered 404')
    expect(message).toContain('tokens[2].image: the data is no image')
    expect(await listedNames(studio, id)).toEqual([])
  })

  it('is refused on a private or loopback address unless the studio allows it', async () => {
    const strict = await openStudio()
    const { id } = await createCollection(strict)
    for (const host of [
      '127.0.0.1',
      'localhost',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '0x7f.1',
      '10.0.0.1',
    ])
      expect(
        errorMessage(
          await postTokens(strict, id, tokenBody('aa', { image: `http://${host}:1/pixel.png` })),
          400,
        ),
      ).toMatch(/^tokens\[0\]\.image: leads to .*, a private or loopback address/u)
    await strict.close()
  })
})
