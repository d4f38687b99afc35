import * as fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { mediaTypeOfName, sniffMedia } from '#media/content/media.ts'

const square = sharp({ create: { width: 4, height: 4, channels: 3, background: 'navy' } })
const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1')

const samples: readonly (readonly [string, Uint8Array])[] = [
  ['art.png', await square.clone().png().toBuffer()],
  ['art.jpg', await square.clone().jpeg().toBuffer()],
  ['art.webp', await square.clone().webp().toBuffer()],
  ['art.gif', await square.clone().gif().toBuffer()],
  ['art.avif', await square.clone().avif().toBuffer()],
  ['art.tiff', await square.clone().tiff().toBuffer()],
  ['song.wav', latin1('RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0')],
  ['song.flac', latin1(`fLaC\0\0\0\x22${'\0'.repeat(40)}`)],
  ['song.mp3', latin1(`ID3\x03\0\0\0\0\0\0\xff\xfb\x90\0${'\0'.repeat(64)}`)],
  ['song.ogg', latin1(`OggS\0\x02${'\0'.repeat(20)}\x01\x1e\x01vorbis${'\0'.repeat(30)}`)],
  ['song.m4a', latin1('\0\0\0\x18ftypM4A \0\0\0\0M4A mp42')],
  ['film.mp4', latin1('\0\0\0\x18ftypisom\0\0\x02\0isomiso2')],
  ['film.mov', latin1('\0\0\0\x14ftypqt  \0\0\0\0qt  ')],
  ['film.webm', latin1('\x1a\x45\xdf\xa3\x87\x42\x82\x84webm\0')],
]

describe('sniffMedia', () => {
  it.each(samples)('sees in %s what its name says', async (name, bytes) => {
    const found = await sniffMedia(bytes)
    expect(found).toBeDefined()
    expect(found).toBe(mediaTypeOfName(name))
  })

  it.each([
    ['nothing', ''],
    ['text', 'just a line of text'],
    ['HTML', '<!doctype html><html><script>alert(1)</script></html>'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'],
    ['SVG as XML', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['PDF', '%PDF-1.7\n%\xe2\xe3'],
    ['a ZIP archive', 'PK\x03\x04\x14\0\0\0\0\0'],
    ['a program', 'MZ\x90\0\x03\0\0\0'],
    ['the first half of a signature', '\x89PN'],
  ])('does not take %s for media', async (_name, content) => {
    expect(await sniffMedia(latin1(content))).toBeUndefined()
  })

  it('never fails, whatever follows a signature', async () => {
    const start = fc.constantFrom(...samples.map(([, bytes]) => bytes.subarray(0, 12)))
    await fc.assert(
      fc.asyncProperty(start, fc.uint8Array({ maxLength: 5000 }), async (head, rest) => {
        const found = await sniffMedia(Buffer.concat([head, rest]))
        expect(found ?? 'image/').toMatch(/^(image|audio|video)\//)
      }),
    )
  })
})

describe('mediaTypeOfName', () => {
  it.each([
    ['0001.PNG', 'image/png'],
    ['a.b.JPeG', 'image/jpeg'],
    ['drawing.svg', 'image/svg+xml'],
    ['notes.txt', undefined],
    ['page.html', 'text/html'],
    ['png', undefined],
    ['.png', undefined],
    ['constructor.constructor', undefined],
    ['', undefined],
  ])('the name %j stands for the media type %s', (name, type) => {
    expect(mediaTypeOfName(name)).toBe(type)
  })
})
