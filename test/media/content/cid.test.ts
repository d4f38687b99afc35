import * as fc from 'fast-check'
import { base58btc } from 'multiformats/bases/base58'
import { describe, expect, it } from 'vitest'
import { Cid, cidOf, ipfsUri, isCid, readCid, sameContent } from '#media/content/cid.ts'
import { collect, generatedBytes } from '../../support/generated-bytes.ts'

const text = (value: string): Uint8Array => new TextEncoder().encode(value)

const emptyFile = 'QmbFMke1KXqnYyBBWxB74N4c5SBnJMVAiMNRcGu6x1AwQH'
const helloWorld = 'Qmf412jQZiuVUtdgnB36FXFX7xg5V6KEbSJ4dpQuhkLyfD'
const chunk = 262_144

describe('cidOf agrees with Kubo', () => {
  it.each([
    ['the empty file', '', emptyFile],
    ['the small file of IPIP-499', 'hello world', helloWorld],
    ['a line of text', 'hello world\n', 'QmT78zSuBmuS4z925WZfrqQ1qHaJ56DQaTfyMUF7F8ff5o'],
  ])('cidOf agrees with Kubo on %s', async (_name, content, cid) => {
    expect(await cidOf(text(content))).toBe(cid)
  })

  // Kubo's test/cli/cid_profiles_test.go, profile unixfs-v0-2015.
  it.each([
    ['as many chunks as one node links', 174, 'QmUbBALi174SnogsUzLpYbD4xPiBSFANF4iztWCsHbMKh2'],
    ['one chunk more: two levels', 175, 'QmepeWtdmS1hHXx1oZXsPUv6bMrfRRKfZcoPPU4eEfjnbf'],
  ])('cidOf of a stream agrees with Kubo on %s', async (_name, chunks, cid) => {
    expect(await cidOf(generatedBytes(chunks * chunk, 'v0-seed'))).toBe(cid)
  })

  it('however the stream is cut', async () => {
    const bytes = await collect(generatedBytes(2 * chunk + 17, 'cuts'))
    const whole = await cidOf(bytes)
    const sizes = fc.integer({ min: 1000, max: 700_000 })
    await fc.assert(
      fc.asyncProperty(sizes, async (size) => {
        expect(await cidOf(generatedBytes(bytes.length, 'cuts', size))).toBe(whole)
      }),
      { numRuns: 20 },
    )
  })

  it.each([0, 1, 100, chunk - 1, chunk, chunk + 1])(
    'whole as in a stream: %i bytes',
    async (length) => {
      const bytes = await collect(generatedBytes(length, 'whole'))
      expect(await cidOf(bytes)).toBe(await cidOf(generatedBytes(length, 'whole', 1000)))
    },
  )

  it('and lets a failure of the source through', async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield new Uint8Array(10)
      throw new Error('the disk is gone')
    }
    await expect(cidOf(broken())).rejects.toThrow('the disk is gone')
  })
})

// The same block in every form a service may answer with.
const forms = [
  helloWorld,
  'bafybeihykld7uyxzogax6vgyvag42y7464eywpf55gxi5qpoisibh3c5wa',
  'zdj7Wn9FQAURCP6MbwcWuzi7u65kAsXCdjNTkhbJcoaXBusq9',
]

describe('isCid', () => {
  const digest = fc.uint8Array({ minLength: 32, maxLength: 32 })
  const cidV0 = (bytes: Uint8Array): string =>
    base58btc.baseEncode(Uint8Array.from([0x12, 0x20, ...bytes]))

  it('takes every CIDv0, also the lowest and the highest', () => {
    expect([cidV0(new Uint8Array(32)), cidV0(new Uint8Array(32).fill(0xff))].every(isCid)).toBe(
      true,
    )
    fc.assert(fc.property(digest, (bytes) => isCid(cidV0(bytes))))
  })

  it('says of 46 characters of base58 what decoding them says', () => {
    const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'.split('')
    const text = fc
      .tuple(
        fc.constantFrom('Qm', 'QmNLei78zWmz', 'QmfZy5bvk7a3', 'Q', ''),
        fc.array(fc.constantFrom(...alphabet), { minLength: 46, maxLength: 46 }),
      )
      .map(([start, rest]) => `${start}${rest.join('')}`.slice(0, 46))
    fc.assert(
      fc.property(text, (value) => {
        expect(isCid(value)).toBe(readCid(value) !== undefined)
      }),
    )
  })
})

describe('readCid', () => {
  it.each(forms)('finds the CIDv0 in %s', (form) => {
    expect(readCid(form)).toMatchObject({ codec: 0x70, v0: helloWorld })
  })

  it('has no CIDv0 for a raw block', () => {
    const raw = readCid('bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e')
    expect(raw).toMatchObject({ version: 1, codec: 0x55, v0: undefined })
  })

  it.each([
    '',
    'Qm',
    '../../../etc/passwd',
    `${helloWorld}/0001.png`,
    `${helloWorld}\0`,
    ` ${helloWorld}`,
    helloWorld.toLowerCase(),
    helloWorld.replace('Q', 'z'),
    helloWorld.slice(0, -1),
    'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3o',
    'Q'.repeat(100_000),
  ])('readCid refuses %j', (hostile) => {
    expect(readCid(hostile)).toBeUndefined()
  })

  it('never throws and only names what names itself', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.base64String().map((rest) => `Qm${rest}`),
        ),
        (given) => {
          const v0 = readCid(given)?.v0
          expect(v0 === undefined || readCid(v0)?.v0 === v0).toBe(true)
        },
      ),
    )
  })
})

describe('Cid', () => {
  it('takes a CIDv0 as it is', () => {
    expect(Cid(helloWorld)).toBe(helloWorld)
  })

  it.each(['x', ...forms.slice(1)])('Cid refuses %s', (given) => {
    expect(() => Cid(given)).toThrow(expect.objectContaining({ code: 'invalid' }))
  })
})

describe('sameContent', () => {
  it('holds between all forms of one CID', () => {
    for (const a of forms) for (const b of forms) expect(sameContent(a, b)).toBe(true)
  })

  it('does not hold between two files, nor for what is no CID', () => {
    expect(sameContent(helloWorld, emptyFile)).toBe(false)
    expect(sameContent('x', 'x')).toBe(false)
  })

  it('does not hold between a file and the bytes of its root block', () => {
    const asRaw = 'bafkreihykld7uyxzogax6vgyvag42y7464eywpf55gxi5qpoisibh3c5wa'
    expect(readCid(asRaw)?.multihash).toBe(readCid(helloWorld)?.multihash)
    expect(sameContent(asRaw, helloWorld)).toBe(false)
  })
})

it('gives URIs that fit one string of on-chain metadata', () => {
  expect(ipfsUri(Cid(helloWorld))).toBe(`ipfs://${helloWorld}`)
  expect(ipfsUri(Cid(helloWorld)).length).toBeLessThanOrEqual(64)
})
