import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clip } from '../../support/works-in-window.ts'
import { createBench } from './bench-of-files.ts'
import { animatedGif, isoMedia, noise } from './images.ts'
import { glb, gltf, worksByType } from './works.ts'

let bench: ReturnType<typeof createBench>
beforeAll(() => {
  bench = createBench()
})
afterAll(() => bench.close())

it('a check describes a sound image and its bytes, and writes nothing', async () => {
  const source = bench.add('sound.png', await noise(30, 20).png().toBuffer())
  const before = readdirSync(bench.dir)
  const bytes = readFileSync(source)
  expect(await bench.images.check(source)).toMatchObject({
    mediaType: 'image/png',
    header: { raster: 'png', width: 30, height: 20, frames: 1, upright: true },
    hasGps: false,
    source: { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') },
  })
  expect(readdirSync(bench.dir)).toEqual(before)
})

it('a check names the content, whatever the file is called', async () => {
  const photo = bench.add('photo.png', await noise(9, 9).jpeg().toBuffer())
  expect(await bench.images.check(photo)).toMatchObject({
    mediaType: 'image/jpeg',
    header: { raster: 'jpeg' },
  })
  const film = bench.add('film.png', isoMedia('isom'))
  expect(await bench.images.check(film)).toMatchObject({ mediaType: 'video/mp4', header: null })
})

it.each(Object.entries(worksByType))(
  'a check knows a work of the type %s by its content, and does not open it',
  async (mediaType, content) => {
    const source = bench.add('unnamed', Buffer.from(content()))
    expect(await bench.images.check(source)).toMatchObject({ mediaType, header: null })
  },
)

it.each([
  ['mp3', 'audio/mpeg'],
  ['flac', 'audio/flac'],
  ['ogg', 'audio/ogg'],
  ['opus', 'audio/ogg'],
  ['webm', 'video/webm'],
  ['mp4', 'video/mp4'],
] as const)(
  'a check knows a real %s by its bytes under the extension of another',
  async (ending, mediaType) => {
    for (const name of ['art.png', 'art.wav', 'art.glb'])
      expect(await bench.images.check(bench.add(name, readFileSync(clip(ending))))).toMatchObject({
        mediaType,
        header: null,
      })
  },
)

describe('what a work loads from elsewhere is named by its check', () => {
  const loadsOf = async (name: string, content: Buffer | string) =>
    (await bench.images.check(bench.add(name, content))).loads

  it('a 3D scene as text, whole: also behind a large buffer that it holds', async () => {
    expect(await loadsOf('whole.gltf', gltf())).toBeUndefined()
    expect(await loadsOf('split.gltf', gltf('shapes.bin'))).toBe('shapes.bin')
    const large = `data:application/octet-stream;base64,${'A'.repeat(1_500_000)}`
    const scene = (skin: string) =>
      JSON.stringify({
        buffers: [{ uri: large }],
        images: [{ uri: skin }],
        asset: { version: '2.0' },
      })
    expect(await loadsOf('late.gltf', scene('skin.png'))).toBe('skin.png')
    expect(await loadsOf('holds.gltf', scene('data:image/png;base64,AAAA'))).toBeUndefined()
  })

  it('a GLB, by its JSON', async () => {
    expect(await loadsOf('whole.glb', glb('{"buffers":[{"byteLength":3}]}'))).toBeUndefined()
    expect(await loadsOf('split.glb', glb('{"images":[{"uri":"skin.png"}]}'))).toBe('skin.png')
    const unread = Buffer.from('"uri":"not-json.png"')
    const behind = Buffer.concat([glb('{"images":[]}'), unread])
    expect(await loadsOf('behind.glb', behind)).toBeUndefined()
  })

  const page = (content: string) => `<!DOCTYPE html><html><body>${content}</body></html>`

  it.each([
    ['<script src="https://cdn.example/p5.js"></script>', 'https://cdn.example/p5.js'],
    ['<script src="sketch.js"></script>', 'sketch.js'],
    ['<IMG SRC=leaf.png>', 'leaf.png'],
    ['<img srcset="data:image/png;base64,AA 1x, leaf@2x.png 2x">', 'leaf@2x.png'],
    ['<video poster="first.webp"></video>', 'first.webp'],
    ['<object data="//cdn.example/leaf.swf"></object>', '//cdn.example/leaf.swf'],
    ['<link rel="stylesheet" href="style.css">', 'style.css'],
    ['<style>/* url(no.png) */ @import "fonts.css";</style>', 'fonts.css'],
    ['<style>a > b { background: url( "paper.png" ) }</style>', 'paper.png'],
    ['<p style="background: url(paper.png)">', 'paper.png'],
    ['<script type="module">import{a}from"./leaf.js"</script>', './leaf.js'],
    ['<script>if (1 < 2) import("https://cdn.example/x.js")</script>', 'https://cdn.example/x.js'],
    ['<script>fetch("traits.json")</script>', 'traits.json'],
    ['<script>image.src = "leaf.png"</script>', 'leaf.png'],
    [
      '<script type="importmap">{"imports":{"three":"https://cdn.example/three.js"}}</script>',
      'https://cdn.example/three.js',
    ],
    ['<meta http-equiv="Refresh" content="0; url=https://art.example/7">', 'https://art.example/7'],
  ])('a page: %s', async (content, address) => {
    expect(await loadsOf('page.html', page(content))).toBe(address)
  })

  it('a page, also of very many addresses', async () => {
    const many = `<style>${'a{b:url(leaf.png)}'.repeat(300_000)}</style>`
    expect(await loadsOf('many.html', page(many))).toBe('leaf.png')
  })

  it('a page, also far behind its start and behind many tags that do not fit each other', async () => {
    const far = `<!-- ${'x'.repeat(1_500_000)} -->${'<b>'.repeat(20_000)}${'</x>'.repeat(200_000)}`
    expect(await loadsOf('far.html', page(`${far}<img src="late.png">`))).toBe('late.png')
  })

  it.each([
    ['an empty page', ''],
    ['links', '<a href="https://art.example">x</a><area href="x.html"><base href="https://a.b/">'],
    ['notes for search engines', '<link rel="canonical" href="https://art.example/7">'],
    ['what is inside', '<img src="data:image/png;base64,AA"><script src=\'data:,1\'></script>'],
    ['parts of itself', '<svg><use href="#leaf"/><rect fill="url(#paint)"/></svg>'],
    ['a style of its own', '<style>@namespace url(http://www.w3.org/1999/xhtml); p{}</style>'],
    ['a comment', '<!-- <img src="leaf.png"> -->'],
    ['data', '<script type="application/ld+json">{"image":"https://art.example/7.png"}</script>'],
    ['a program', '<script>const html = "<img src=leaf.png>"; import("three")</script>'],
    ['a text behind a style', '<style>p {}</style></div> @import "x.css" <b>url(x.png)</b>'],
    ['a sentence in a program', `<script>'taken from "https://art.example/7"'</script>`],
    ['a text', 'It is from "https://art.example", src="leaf.png".'],
  ])('%s in a page is none', async (_, content) => {
    expect(await loadsOf('page.html', page(content))).toBeUndefined()
  })

  it.each([
    ['<image href="leaf.png"/>', 'leaf.png'],
    ['<image xlink:href="https://art.example/leaf.png"/>', 'https://art.example/leaf.png'],
    ['<use href="shapes.svg#leaf"/>', 'shapes.svg#leaf'],
    ['<rect filter="url(effects.svg#blur)"/>', 'effects.svg#blur'],
    ['<style><![CDATA[text { font-family: url(font.woff2) }]]></style>', 'font.woff2'],
    ['<a xlink:href="https://art.example"><rect fill="url(#paint)"/></a>', undefined],
  ])('a drawing: %s', async (content, address) => {
    const svg = (styles = '') =>
      `<?xml version="1.0"?>${styles}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">${content}</svg>`
    expect(await loadsOf('drawing.svg', svg())).toBe(address)
    const withStyles = svg('<?xml-stylesheet type="text/css" href="style.css"?>')
    expect(await loadsOf('styled.svg', withStyles)).toBe('style.css')
  })
})

it('a check decodes every frame of an animation', async () => {
  const gif = await animatedGif(8, 6)
  expect(await bench.images.check(bench.add('whole.gif', gif))).toMatchObject({
    header: { raster: 'gif', width: 8, height: 6, frames: 3 },
  })
  const cut = bench.add('cut.gif', gif.subarray(0, -10))
  await expect(bench.images.check(cut)).rejects.toMatchObject({
    details: { rule: 'image_truncated' },
  })
})

it('a check says how an image looks: the same for another size and format, far from another image', async () => {
  const lookOf = async (name: string, bytes: Buffer): Promise<bigint> => {
    const { look = '' } = await bench.images.check(bench.add(name, bytes))
    expect(look).toMatch(/^[0-9a-f]{16}$/u)
    return BigInt(`0x${look}`)
  }
  const bitsApart = (one: bigint, other: bigint): number =>
    (one ^ other).toString(2).replaceAll('0', '').length
  const drawing = noise(40, 40).resize(400, 400, { kernel: 'cubic' })
  const whole = await lookOf('whole.png', await drawing.clone().png().toBuffer())
  const small = await sharp(await drawing.clone().png().toBuffer())
    .resize(200)
    .jpeg()
    .toBuffer()
  expect(bitsApart(whole, await lookOf('small.jpg', small))).toBeLessThanOrEqual(4)
  const turned = await sharp(await drawing.clone().png().toBuffer())
    .rotate(90)
    .png()
    .toBuffer()
  expect(bitsApart(whole, await lookOf('other.png', turned))).toBeGreaterThan(10)
  expect((await bench.images.check(bench.add('film.mp4', isoMedia('isom')))).look).toBeUndefined()
})

it('a check finds an image that has to be turned upright', async () => {
  const bytes = await noise(12, 8).jpeg().withMetadata({ orientation: 6 }).toBuffer()
  expect(await bench.images.check(bench.add('turned.jpg', bytes))).toMatchObject({
    header: { width: 8, height: 12, upright: false },
  })
})
