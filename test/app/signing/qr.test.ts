import * as fc from 'fast-check'
import { UR, URDecoder, UREncoder } from '@ngraveio/bc-ur'
import { encodeQR } from 'qr'
import { decodeQR } from 'qr/decode.js'
import { describe, expect, it } from 'vitest'
import { createQrDecoder, type QrReading } from '#app/signing/qr-decoder.ts'
import { maxQrFileBytes, packQrFile, type QrFile, unpackQrFile } from '#app/signing/qr-file.ts'
import { framesOf, loopOf } from '#app/signing/qr-frames.ts'
import { incompressible } from '../../support/generated-bytes.ts'

const fileOf = (bytes: Uint8Array, name = 'mint.cpreq'): QrFile => ({
  kind: 'request',
  name,
  bytes,
})
const randomFile = (length: number, seed = 1): QrFile => fileOf(incompressible(length, seed))

const nothing: QrReading = { progress: 0, done: false }

/** The pixels of a code, eight for a module, as a camera that holds still would see them. */
const pixelsOf = (text: string) => {
  const rows = encodeQR(text, 'raw', { ecc: 'low', border: 4, scale: 4 })
  const size = rows.length
  const data = new Uint8Array(size * size * 4).fill(255)
  rows.forEach((row, y) =>
    row.forEach((isDark, x) => {
      if (isDark) data.fill(0, (y * size + x) * 4, (y * size + x) * 4 + 3)
    }),
  )
  return { width: size, height: size, data }
}

const partsOf = (message: Uint8Array, fragment = 100): readonly string[] => {
  const encoder = new UREncoder(UR.fromBuffer(Buffer.from(message)), fragment)
  return Array.from({ length: encoder.fragmentsLength }, () => encoder.nextPart())
}

describe('a file that crosses by QR codes', () => {
  it('comes out of our own rendered frames as it went in', () => {
    const file = randomFile(3000)
    const decoder = createQrDecoder()
    const readings = loopOf(file).map((text) => decoder.receive(decodeQR(pixelsOf(text))))
    expect(readings[0]).toEqual({ progress: expect.closeTo(1 / 16, 1), done: false })
    expect(readings.at(-1)).toEqual({ progress: 1, done: true, file })
  })

  it('is one code where it fits into one', () => {
    const file: QrFile = {
      kind: 'witness',
      name: 'ada.witness',
      bytes: new TextEncoder().encode('{"type":"TxWitness ConwayEra"}'),
    }
    const loop = loopOf(file, { maxFragment: 400 })
    expect(loop).toHaveLength(1)
    expect(loop[0]).toMatch(/^UR:BYTES\/[A-Z]+$/u)
    expect(createQrDecoder().receive(loop[0] ?? '')).toEqual({ progress: 1, done: true, file })
  })

  it('is text of the alphabet that QR codes have a short form for', () => {
    for (const text of loopOf(randomFile(1000))) expect(text).toMatch(/^[0-9A-Z$%*+./: -]+$/u)
  })

  it('becomes half as long where it is hex, as transactions are', () => {
    const bytes = new TextEncoder().encode(Buffer.from(incompressible(4000, 1)).toString('hex'))
    expect(packQrFile(fileOf(bytes)).length).toBeLessThan(bytes.length * 0.6)
  })

  it('survives any loss, order and repetition, and parts of other files between', () => {
    const others = loopOf(randomFile(2000, 7))
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2000 }),
        fc.integer({ min: 20, max: 300 }),
        fc.infiniteStream(
          fc.constantFrom('lost', 'seen', 'seen', 'twice', 'late', 'foreign', 'torn'),
        ),
        (length, maxFragment, fates) => {
          const file = randomFile(length, length)
          const decoder = createQrDecoder()
          const late: string[] = []
          let reading = nothing
          let foreign = 0
          for (const text of framesOf(file, { maxFragment })) {
            const { value: fate } = fates.next()
            if (fate === 'late') late.push(text)
            else if (fate === 'foreign') decoder.receive(others[(foreign += 1) % 8] ?? '')
            else if (fate === 'torn') decoder.receive(text.slice(0, -3))
            else if (fate !== 'lost') reading = decoder.receive(text)
            if (fate === 'twice') reading = decoder.receive(text)
            if (late.length > 5)
              for (const held of late.splice(0).toReversed()) reading = decoder.receive(held)
            if (reading.done) break
          }
          expect(reading.file).toEqual(file)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('never takes anything for a part that is none', () => {
    const decoder = createQrDecoder()
    const [part = ''] = loopOf(randomFile(2000))
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((text) => `ur:bytes/1-9/${text}`),
          fc.nat(part.length - 1).map((at) => `${part.slice(0, at)}A${part.slice(at + 1)}`),
          fc.nat(part.length - 1).map((at) => part.slice(0, at)),
          fc.constantFrom(
            'UR:CRYPTO-PSBT/HDRKJOJK',
            `${part}${part}`,
            part.replace('/1-', '/2-'),
            part.replace('UR:BYTES', 'UR:CRYPTO-SEED'),
            'x'.repeat(5000),
          ),
        ),
        (text) => {
          fc.pre(text !== part)
          expect(decoder.receive(text)).toEqual(nothing)
        },
      ),
    )
    const file = randomFile(500, 3)
    for (const text of loopOf(file)) decoder.receive(text)
    expect(decoder.receive('')).toEqual({ progress: 1, done: true, file })
  })

  it('grows surely: progress never falls, and ends at 1', () => {
    const decoder = createQrDecoder()
    const seen = loopOf(randomFile(4000)).map((text) => decoder.receive(text).progress)
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
    expect(seen.at(-1)).toBe(1)
  })
})

describe('what is too large', () => {
  const sentence = /at most 32768 deflated bytes can cross by QR codes\. Carry the file itself/u

  it('is refused before it is packed', () => {
    // deflate adds a few bytes to what it cannot shorten
    const most = maxQrFileBytes - 100
    expect(packQrFile(randomFile(most)).length).toBeLessThan(maxQrFileBytes + 300)
    expect(() => packQrFile(randomFile(maxQrFileBytes + 1))).toThrow(sentence)
    expect(() => loopOf(fileOf(new Uint8Array(9 * 1024 * 1024)))).toThrow(sentence)
  })

  it('is refused by the first of its codes, and the decoder goes on', () => {
    const [first = ''] = partsOf(incompressible(40_000, 1), 300)
    const decoder = createQrDecoder()
    expect(() => decoder.receive(first)).toThrow(sentence)
    const file = randomFile(500)
    const [last] = loopOf(file)
      .map((text) => decoder.receive(text))
      .slice(-1)
    expect(last).toMatchObject({ done: true, file })
  })

  it('is refused where the codes say less than what unfolds from them', () => {
    const small = packQrFile(fileOf(new Uint8Array(16_000)))
    const text = Buffer.from(small).toString('latin1')
    const lying = (from: string, to: string) => Buffer.from(text.replace(from, to), 'latin1')
    expect(() => unpackQrFile(lying('"bytes":16000', '"bytes":99999999'))).toThrow(sentence)
    expect(() => unpackQrFile(lying('"bytes":16000', '"bytes":15999'))).toThrow(
      /not the one that was packed/u,
    )
  })

  it('takes no memory for parts that a header only promises', () => {
    // [1, 4294967295, 4294967295, 0, h'00'], and as many parts as its text can name
    const cbor = Buffer.from('85011affffffff1affffffff004100', 'hex')
    const body = UREncoder.encodeSinglePart(new UR(cbor)).replace('ur:bytes/', '')
    const decoder = createQrDecoder()
    expect(decoder.receive(`ur:bytes/1-4294967295/${body}`)).toEqual(nothing)
    expect(decoder.receive(`ur:bytes/1-9999/${body}`)).toEqual(nothing)
  })
})

describe('what is not a file of ours', () => {
  it('is reported once it was read whole, and the decoder goes on', () => {
    const decoder = createQrDecoder()
    const parts = partsOf(new TextEncoder().encode('something else altogether '.repeat(20)))
    const act = () => parts.forEach((text) => decoder.receive(text))
    expect(act).toThrow(/what they carry is no file of Coldpress/u)
    const file = randomFile(100)
    for (const text of loopOf(file)) decoder.receive(text)
    expect(decoder.receive('')).toMatchObject({ done: true, file })
  })

  it.each([
    ['a name with a folder', { name: '../../.bashrc' }],
    ['a name that is a folder', { name: '..' }],
    ['another version', { coldpress: 2 }],
    ['another kind', { kind: 'seed' }],
    ['no hash', { sha256: '' }],
  ])('what is no signing file is named: %s', (_what, wrong) => {
    const whole = Buffer.from(packQrFile(randomFile(50)))
    const end = whole.indexOf('\n')
    const header: unknown = JSON.parse(whole.subarray(0, end).toString())
    const line = JSON.stringify(Object.assign({}, header, wrong))
    const changed = Buffer.concat([Buffer.from(line), whole.subarray(end)])
    expect(() => unpackQrFile(changed)).toThrow(/no file of Coldpress/u)
  })

  it('is reported where the bytes are not those of the hash', () => {
    const [one, other] = [randomFile(50, 1), randomFile(50, 2)].map((file) =>
      Buffer.from(packQrFile(file)),
    )
    if (one === undefined || other === undefined) throw new Error('no files')
    const mixed = [one.subarray(0, one.indexOf('\n')), other.subarray(other.indexOf('\n'))]
    expect(() => unpackQrFile(Buffer.concat(mixed))).toThrow(/not the one that was packed/u)
  })

  it('does not spoil a file whose codes somebody forges', () => {
    const file = randomFile(600)
    const parts = loopOf(file, { maxFragment: 100 })
    const [first = ''] = parts
    // same header, other bytes: what the library joins has the wrong checksum
    const whole = Buffer.from(URDecoder.decode(first.replace(/\d+-\d+\//u, '')).cbor)
    whole[whole.length - 1] = (whole.at(-1) ?? 0) ^ 0xff
    const body = UREncoder.encodeSinglePart(new UR(whole)).replace('ur:bytes/', '')
    const forged = first.replace(/[^/]+$/u, body)
    const decoder = createQrDecoder()
    decoder.receive(forged)
    const readings = [...parts, ...parts].map((text) => decoder.receive(text))
    expect(readings.at(-1)).toMatchObject({ done: true, file })
  })
})
